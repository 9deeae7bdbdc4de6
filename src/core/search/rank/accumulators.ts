/** Scratch columns in which a search adds up the contributions of its clauses to the chunks of a window. */
import { WINDOW_BITS } from '../index/range-max.ts'

/** Chunks of one window. */
export const WINDOW = 1 << WINDOW_BITS

/** Accumulators of the chunks of a window: `ACCUMULATORS` numbers for each slot, next to each other. */
export type Accumulators = Float64Array

/** Numbers of a slot. */
export const ACCUMULATORS = 4
/** Offset of the score in a slot; see `Contribution` for it and the others. */
export const SCORE = 0
/** Offset of the coverage. */
export const COVERAGE = 1
/** Offset of the coverage in the heading. */
export const HEADING = 2
/** Offset of the coverage in the title. */
export const TITLE = 3

/** A set of slots of a window (ordinals less its start): a bit for each, 32 in a number. */
export type SlotSet = Uint32Array

/** Number of windows of an index of a number of chunks. */
export function windowCount(size: number): number {
  return Math.ceil(size / WINDOW)
}

/** The lowest slot of a number of a set; `bits & (bits - 1)` are the others. */
export function lowestSlot(number: number, bits: number): number {
  return 32 * number + 31 - Math.clz32(bits & -bits)
}
