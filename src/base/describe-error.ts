/** Thrown values -> text for people. */
import { AskError } from './errors.ts'
import { foldSpace } from './fold-space.ts'

/** Longest line, in UTF-16 units: a message and some frames of its stack. */
const MAX_LINE_LENGTH = 2_000

/** The message of an error; any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** One line of a log, `what: …`, with the message of an `AskError` and the stack of a defect. At most 2,000 units. */
export function failureLine(what: string, error: unknown): string {
  const isDefect = error instanceof Error && !(error instanceof AskError)
  const line = foldSpace(`${what}: ${isDefect ? (error.stack ?? error.message) : messageOf(error)}`)
  // Cut between words: half a key would be a secret that no redactor recognizes.
  return line.length <= MAX_LINE_LENGTH ? line : line.slice(0, MAX_LINE_LENGTH).replace(/\S*$/, '…')
}
