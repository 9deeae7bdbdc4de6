/**
 * The earlier turns of a conversation, as a question carries them: context for the model, never a source. The service
 * refuses longer histories; clients shorten theirs before they send it.
 */

/** Turns of a history. */
export const MAX_TURNS = 4
/** Code points of all questions and answers of a history. */
export const MAX_HISTORY_CODE_POINTS = 8_000
/** The mark of an answer that was shortened. */
const ELLIPSIS = '…'

/** A question that was asked earlier in a conversation, with its answer. */
export interface HistoryTurn {
  readonly query: string
  /** Markdown. */
  readonly answer: string
}

/**
 * The newest turns, oldest first, within the limits. Each turn gets an equal share of the limit: answers are cut at
 * their ends, and a turn whose question alone is longer is left out.
 */
export function fitHistory(turns: readonly HistoryTurn[]): readonly HistoryTurn[] {
  const newest = turns.slice(-MAX_TURNS)
  const room = Math.floor(MAX_HISTORY_CODE_POINTS / Math.max(1, newest.length))
  return newest.flatMap(({ query, answer }) => {
    const answerRoom = room - [...query].length
    return answerRoom < 0 ? [] : [{ query, answer: shortened(answer, answerRoom) }]
  })
}

/** Code points of a history, up to a little more than the limit: a long text isn't counted. */
export function historyLength(turns: readonly HistoryTurn[]): number {
  let length = 0
  for (const { query, answer } of turns) {
    for (const text of [query, answer]) {
      length += text.length > 2 * MAX_HISTORY_CODE_POINTS ? text.length : [...text].length
    }
  }
  return length
}

function shortened(text: string, room: number): string {
  const codePoints = [...text]
  if (codePoints.length <= room) return text
  return room === 0 ? '' : codePoints.slice(0, room - 1).join('') + ELLIPSIS
}
