/**
 * Scratch columns that the searches of one searcher share, one after another, so that no search allocates its own.
 * Each search clears the slots that the one before touched.
 */
import { type BlockBuffer, createBlockBuffer } from '../index/block.ts'

/** Chunks of one window. */
export const WINDOW = 2_048

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

/** The scratch space of one searcher. */
export interface Workspace {
  /** Sums over the clauses so far, and the slots that any of them touched. */
  readonly sums: Accumulators
  readonly touched: SlotSet
  /** Maxima over the alternatives of the current clause, and the slots they touched; empty between clauses. */
  readonly maxima: Accumulators
  readonly touchedByClause: SlotSet
  /** Block buffers of the posting lists that one search reads, in the order in which they are opened. */
  readonly blocks: BlockBuffer[]
}

/** An empty workspace. */
export function createWorkspace(): Workspace {
  const slots = () => new Uint32Array(WINDOW / 32)
  const accumulators = () => new Float64Array(ACCUMULATORS * WINDOW)
  return { sums: accumulators(), touched: slots(), maxima: accumulators(), touchedByClause: slots(), blocks: [] }
}

/** The lowest slot of a number of a set; `bits & (bits - 1)` are the others. */
export function lowestSlot(number: number, bits: number): number {
  return 32 * number + 31 - Math.clz32(bits & -bits)
}

/** The buffer of a list of one search. */
export function blockBuffer({ blocks }: Workspace, list: number): BlockBuffer {
  const buffer = blocks[list] ?? createBlockBuffer()
  blocks[list] = buffer
  return buffer
}
