/** A question to whoever sits at the terminal. */
import { createInterface } from 'node:readline/promises'

/** Where a question is put and answered. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Whether it is answered with yes, which Enter alone means; the end of input and Ctrl-C mean no. */
export async function confirm(question: string, { input, output }: Terminal): Promise<boolean> {
  const reader = createInterface({ input, output })
  const left = new Promise<null>((resolve) => reader.once('close', () => resolve(null)))
  reader.once('SIGINT', () => reader.close())
  const typed = reader.question(`${question} [Y/n] `).catch(() => null)
  const answer = await Promise.race([typed, left])
  reader.close()
  // Who leaves types no line break.
  if (answer === null) output.write('\n')
  return answer !== null && /^(?:y|yes)?$/i.test(answer.trim())
}
