/**
 * Scratch columns that the searches of one searcher share, one after another, so that no search allocates its own.
 * Each search clears the slots that the one before touched.
 */
import { type BlockBuffer, createBlockBuffer } from '../index/posting-list.ts'
import { WINDOW_BITS } from '../index/range-max.ts'

/**
 * Most posting lists whose buffers are kept for the next search: more than nearly all queries read, and 2.2 MB for an
 * index of a million chunks. Further lists of a search get new buffers.
 */
export const MAX_KEPT_BUFFERS = 256

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

/** Numbers of the bound of a window: those of a slot, and two more. */
export const BOUNDS = 6
/** Offsets of upper bounds of the part of a heading and of a title that the query has; they may be more than 1. */
export const HEADING_PART = 4
export const TITLE_PART = 5

/** A set of slots of a window (ordinals less its start): a bit for each, 32 in a number. */
export type SlotSet = Uint32Array

/** Buffers of one posting list. */
export interface ListBuffer extends BlockBuffer {
  /** Bounds of its postings in each window. */
  readonly windowMax: Uint16Array
}

/** The scratch space of one searcher. */
export interface Workspace {
  /** Number of windows of the index. */
  readonly windows: number
  /** Upper bound of the scores in each window. */
  readonly maxScores: Float64Array
  /** Sums over the clauses so far, and the slots that any of them touched. */
  readonly sums: Accumulators
  readonly touched: SlotSet
  /** Maxima over the alternatives of the current clause, and the slots they touched; empty between clauses. */
  readonly maxima: Accumulators
  readonly touchedByClause: SlotSet
  /** Buffers of the first `MAX_KEPT_BUFFERS` posting lists of a search, in the order in which they are opened. */
  readonly lists: ListBuffer[]
}

/** An empty workspace for an index of a number of chunks. */
export function createWorkspace(size: number): Workspace {
  const slots = () => new Uint32Array(WINDOW / 32)
  const accumulators = () => new Float64Array(ACCUMULATORS * WINDOW)
  const windows = Math.ceil(size / WINDOW)
  return {
    windows,
    maxScores: new Float64Array(windows),
    sums: accumulators(),
    touched: slots(),
    maxima: accumulators(),
    touchedByClause: slots(),
    lists: [],
  }
}

/** The lowest slot of a number of a set; `bits & (bits - 1)` are the others. */
export function lowestSlot(number: number, bits: number): number {
  return 32 * number + 31 - Math.clz32(bits & -bits)
}

/** The buffer of a list, by the list's number in the search. Lists are opened in the order of their numbers. */
export function listBuffer({ lists, windows }: Workspace, list: number): ListBuffer {
  const kept = lists[list]
  if (kept !== undefined) return kept
  const buffer = { ...createBlockBuffer(), windowMax: new Uint16Array(windows) }
  if (lists.length < MAX_KEPT_BUFFERS) lists.push(buffer)
  return buffer
}
