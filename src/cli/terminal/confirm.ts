/** A yes/no question to the person at the terminal. */
import { createInterface } from 'node:readline/promises'

/** Streams of a terminal. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Asks the question. Enter alone means yes; end of input and Ctrl-C mean no. */
export async function confirm(question: string, { input, output }: Terminal): Promise<boolean> {
  const reader = createInterface({ input, output })
  const closed = new Promise<null>((resolve) => reader.once('close', () => resolve(null)))
  reader.once('SIGINT', () => reader.close())
  const typed = reader.question(`${question} [Y/n] `).catch(() => null)
  const reply = await Promise.race([typed, closed])
  reader.close()
  // Nobody has typed a line break then.
  if (reply === null) output.write('\n')
  return reply !== null && /^(?:y|yes)?$/i.test(reply.trim())
}
