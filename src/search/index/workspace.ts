/**
 * Scratch columns that the searches of an index share, one after the other, so
 * that none has to make its own. Who uses them next clears what is touched.
 */
import { createBlockBuffer } from './block.ts'
import type { BlockBuffer } from './block.ts'

/** Chunks of one window. */
export const WINDOW = 2_048

/** Numbers for each place of a window: one of each kind (`PART`), beside each other. */
export type Sums = Float64Array

/** Numbers of a place. */
export const PARTS = 4
/** Which is which: see `Parts` in `row.ts`. */
export const PART = { score: 0, credit: 1, heading: 2, title: 3 } as const

/** A set of places of a window: a bit for each, 32 in a number. */
export type Places = Uint32Array

export interface Workspace {
  /** What the rows so far give, and the places that any of them touched. */
  readonly sums: Sums
  readonly touched: Places
  /** Of the current row, the best of its alternatives; empty between rows. */
  readonly bests: Sums
  readonly raised: Places
  /** Room for the blocks of the postings that one search reads, by the order in which their lists are opened. */
  readonly blocks: BlockBuffer[]
}

export function createWorkspace(): Workspace {
  const places = () => new Uint32Array(WINDOW / 32)
  const sums = () => new Float64Array(PARTS * WINDOW)
  return { sums: sums(), touched: places(), bests: sums(), raised: places(), blocks: [] }
}

/** The lowest place of a set's number that has any, and `bits & (bits - 1)` are the others. */
export function placeOf(number: number, bits: number): number {
  return 32 * number + 31 - Math.clz32(bits & -bits)
}

/** A buffer that no other list of the same search has. */
export function blockBuffer({ blocks }: Workspace, list: number): BlockBuffer {
  const known = blocks[list] ?? createBlockBuffer()
  blocks[list] = known
  return known
}
