/**
 * The habits of a model, learned from its turns: whether it marks its answers, and whether it writes text before tool
 * calls. With known habits the first token of an answer can be shown sooner, without showing text that introduces a
 * tool call.
 */
import type { HoldBounds } from './turn.ts'

/** The kind of a turn with words: a marked answer, an answer without a mark, or words before a call. */
export type TurnKind = 'marked' | 'plain' | 'preamble'

/** The habits of one model, shared by all of its answers. */
export interface MarkHabit {
  readonly note: (kind: TurnKind) => void
  /** Records that text was shown although tool calls followed it: from then on the bounds stay long. */
  readonly noteMistake: () => void
  /** The bounds of a turn in which calls may come. */
  readonly bounds: () => HoldBounds
}

/** Number of turns after which a habit is known. */
const HABIT_TURNS = 3
/**
 * Bounds for a model with unknown habits, for one that marks its answers, and for one that never marks answers and
 * calls tools without text.
 */
const UNKNOWN: HoldBounds = { unmarkedLength: 1_600, unmarkedMs: 12_000, markedLength: 80, markedMs: 300 }
const MARKS: HoldBounds = { unmarkedLength: 6_000, unmarkedMs: 30_000, markedLength: 0, markedMs: 0 }
const PLAIN: HoldBounds = { unmarkedLength: 240, unmarkedMs: 1_500, markedLength: 80, markedMs: 300 }
/** The bounds of a turn in which no tool call is executed: only text before a late mark has to be buffered. */
export const NO_CALLS: HoldBounds = { unmarkedLength: 240, unmarkedMs: 1_500, markedLength: 0, markedMs: 0 }

/** The habits of a model that has had no turn. */
export function createMarkHabit(): MarkHabit {
  let latest: readonly TurnKind[] = []
  let hasErred = false
  return {
    note: (kind) => {
      latest = [...latest, kind].slice(-HABIT_TURNS)
    },
    noteMistake: () => {
      hasErred = true
    },
    bounds: () => {
      if (hasErred) return UNKNOWN
      if (latest.includes('marked')) return MARKS
      return latest.length === HABIT_TURNS && latest.every((kind) => kind === 'plain') ? PLAIN : UNKNOWN
    },
  }
}
