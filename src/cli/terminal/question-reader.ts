/** Questions that a person types at the terminal, one line each. */
import { createInterface } from 'node:readline'
import type { Terminal } from './confirm.ts'

/** Lines that the arrow keys bring back. */
const MAX_LINES = 100

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
