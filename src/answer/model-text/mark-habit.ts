/**
 * What the turns of a model have shown of its habits: whether it marks its answers, and whether it writes words before
 * calls. The first token of an answer comes the sooner the better its model is known, and no words that lead up to a
 * call are shown.
 */
import type { HoldBounds } from './turn.ts'

/** The kind of a turn with words: a marked answer, an answer without a mark, or words before a call. */
export type TurnKind = 'marked' | 'plain' | 'preamble'

/** The habits of one model, shared by all of its answers. */
export interface MarkHabit {
  readonly note: (kind: TurnKind) => void
  /** Notes words that were shown although calls followed them: bounds stay long from then on. */
  readonly noteMistake: () => void
  /** The bounds of a turn in which calls may come. */
  readonly bounds: () => HoldBounds
}

/** Turns that make a habit. */
const HABIT_TURNS = 3
/** A model of unknown habits, one that marks its answers, and one that never does and calls without a word. */
const UNKNOWN: HoldBounds = { unmarkedLength: 1_600, unmarkedMs: 12_000, markedLength: 80, markedMs: 300 }
const MARKS: HoldBounds = { unmarkedLength: 6_000, unmarkedMs: 30_000, markedLength: 0, markedMs: 0 }
const PLAIN: HoldBounds = { unmarkedLength: 240, unmarkedMs: 1_500, markedLength: 80, markedMs: 300 }
/** The bounds of a turn in which no call is run: words before a late mark are all that has to be held. */
export const NO_CALLS: HoldBounds = { unmarkedLength: 240, unmarkedMs: 1_500, markedLength: 0, markedMs: 0 }

/** The habits of a model that has not been asked. */
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
