/** A question in its conversation -> the words that its first search looks for. */
import type { HistoryTurn } from './events/history.ts'

/** The query of the first search. */
export function followUpQuery(question: string, history: readonly HistoryTurn[]): string {
  const previous = history.at(-1)
  return previous === undefined ? question : `${question} ${previous.query}`
}
