/**
 * The earlier turns of a conversation, as a question carries them: context for the model, never a source. The service
 * refuses longer histories; clients shorten theirs before they send it.
 */
import { hasMoreCodePoints } from '../../base/text.ts'

/** Turns of a history. */
export const MAX_TURNS = 4
/** Code points of all questions and answers of a history. */
export const MAX_HISTORY_CODE_POINTS = 8_000

/** A question that was asked earlier in a conversation, with its answer. */
export interface HistoryTurn {
  readonly query: string
  /** Markdown. */
  readonly answer: string
}

/** The newest turns, each within its share of the limit: answers are cut, turns with longer questions left out. */
export function fitHistory(turns: readonly HistoryTurn[]): readonly HistoryTurn[] {
  const newest = turns.slice(-MAX_TURNS)
  const room = Math.floor(MAX_HISTORY_CODE_POINTS / Math.max(1, newest.length))
  return newest.flatMap(({ query, answer }) => {
    const answerRoom = room - [...query].length
    return answerRoom < 0 ? [] : [{ query, answer: shortened(answer, answerRoom) }]
  })
}

/** True for a history within the limits. */
export function isWithinLimits(turns: readonly HistoryTurn[]): boolean {
  const texts = turns.map(({ query, answer }) => query + answer).join('')
  return turns.length <= MAX_TURNS && !hasMoreCodePoints(texts, MAX_HISTORY_CODE_POINTS)
}

function shortened(text: string, room: number): string {
  const codePoints = [...text]
  if (codePoints.length <= room) return text
  return room === 0 ? '' : codePoints.slice(0, room - 1).join('') + '…'
}
