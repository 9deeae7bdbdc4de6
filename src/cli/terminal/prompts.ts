/** Questions to the person at the terminal, and questions that this person types. */
import { createInterface } from 'node:readline'

/** Lines that the arrow keys bring back. */
const MAX_LINES = 100

/** Streams of a terminal. */
interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Asks the question. Enter alone means yes; end of input and Ctrl-C mean no. */
export function confirm(question: string, { input, output }: Terminal): Promise<boolean> {
  const reader = createInterface({ input, output })
  return new Promise((resolve) => {
    let reply: string | null = null
    reader.once('SIGINT', () => reader.close())
    reader.once('close', () => {
      // Nobody has typed a line break then.
      if (reply === null) output.write('\n')
      resolve(reply !== null && /^(?:y|yes)?$/i.test(reply.trim()))
    })
    reader.question(`${question} [Y/n] `, (typed) => {
      reply = typed
      reader.close()
    })
  })
}

/** A reader of one line after the other. */
export interface QuestionReader {
  /** The next line; null when the person ends the input, with Ctrl-D or with Ctrl-C in an empty line. */
  readonly next: () => Promise<string | null>
}

/** A reader that has read nothing. Between two lines the terminal is left to the program: Ctrl-C is a signal there. */
export function createQuestionReader(prompt: string, { input, output }: Terminal): QuestionReader {
  /** Newest first, as readline has them. */
  let lines: string[] = []

  function next(): Promise<string | null> {
    const reader = createInterface({ input, output, prompt, history: [...lines], historySize: MAX_LINES })
    return new Promise((resolve) => {
      let line: string | null = null
      reader.on('history', (history) => (lines = history))
      reader.on('SIGINT', () => {
        if (reader.line === '') return reader.close()
        // The key that deletes a line.
        reader.write(null, { ctrl: true, name: 'e' })
        reader.write(null, { ctrl: true, name: 'u' })
      })
      reader.once('line', (typed) => {
        line = typed
        reader.close()
      })
      reader.once('close', () => {
        // Nobody has typed a line break then.
        if (line === null) output.write('\n')
        resolve(line)
      })
      reader.prompt()
    })
  }

  return { next }
}
