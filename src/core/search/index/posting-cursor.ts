/** A position in a posting list, which holds one block of it. */
import { u16At } from '../../text/column.ts'
import { LINKS_MASK } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'
import type { RangeMax } from './range-max.ts'

/** Postings of a full block. */
export const BLOCK = 128
/** Bits of packed counts (`field.ts`). */
export const COUNT_BITS = 16
/** In a list of bytes: bits of a group, without the bit that marks another group after it. */
export const GROUP_BITS = 3
/** Bytes of a block's entry in the table of such a list. */
export const ENTRY_BYTES = 7

/** Columns for one block. */
export interface BlockBuffer {
  /** Ordinals. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
}

/** A buffer for a full block. */
export function createBlockBuffer(): BlockBuffer {
  return { chunks: new Uint32Array(BLOCK), counts: new Uint16Array(BLOCK) }
}

/** The columns of an index that its lists are read from. */
export type PostingColumns = Pick<
  InvertedIndex,
  'postings' | 'starts' | 'countCodes' | 'pages' | 'lists' | 'collection'
>

/** A position in a list, which moves forward, or back to the start (`rewind`). It holds one decoded block at a time. */
export interface PostingCursor extends BlockBuffer {
  readonly columns: PostingColumns
  readonly docFreq: number
  /** Bound of the scores of all postings, without the bounds of headings and titles. */
  readonly listMax: RangeMax
  /** Offset of the table, and of the ranges; -1 for a list of one block. */
  readonly table: number
  readonly ranges: number
  /** Offset of the first block, and end of the list. */
  readonly first: number
  readonly end: number
  /** Postings of the current block, and the position of the current one. */
  size: number
  at: number
  /** Postings after the current block. */
  remaining: number
  /** Offset of the next block's entry in the table; -1 for a list of one block. */
  entry: number
  /** Offset of the next block. */
  next: number
  /** Greatest ordinal so far, -1 before the first. */
  last: number
  /** Offset of the positions of the current block, and its end. */
  positionsStart: number
  blockEnd: number
}

/** True for a posting of the section itself: a term that only links to the section have has no positions in it. */
export function hasPositions({ counts }: PostingCursor, at: number): boolean {
  return (u16At(counts, at) & ~LINKS_MASK) !== 0
}
