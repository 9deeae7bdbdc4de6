/** The postings of one term, as a search reads them: a cursor that moves forward through blocks. */
import { u16At, u32At } from '../../text/column.ts'
import { LINKS_MASK } from './field.ts'
import { type RaiseRanges, WINDOW_BITS } from './score.ts'

/** Postings of a full block. */
export const BLOCK = 128

/** Columns for one block. */
export interface BlockBuffer {
  /** Ordinals. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
}

/** A position in a list, which moves forward, or back to the start (`rewind`). It holds one decoded block at a time. */
export interface PostingCursor extends BlockBuffer {
  /** Number of postings. */
  readonly docFreq: number
  /** The blocks of the list; null for a list of one block, which is decoded. */
  readonly blocks: ListBlocks | null
  /** The positions of the posting at an offset of the current block; offsets of a block ascend. */
  readonly positionsAt: (at: number) => Uint32Array
  /** Postings of the current block, and the position of the current one. */
  size: number
  at: number
  /** Postings after the current block. */
  remaining: number
  /** Greatest ordinal so far, -1 before the first. */
  last: number
}

/** The blocks of a list that are not decoded yet (`encoded-list.ts`). */
export interface ListBlocks {
  /** Reads the next block, of which there is one; false at the end of a damaged list. */
  readonly next: () => boolean
  /** Skips blocks that end below an ordinal, without reading them. */
  readonly skip: (ordinal: number) => void
  /** Moves back to before the first block. */
  readonly rewind: () => void
  /** Fills a column with the bounds of the ranges that its windows are in. */
  readonly readRanges: (windows: Uint16Array) => void
}

/** Gives a cursor before the first posting of a term. */
export type OpenList = (term: number) => PostingCursor

export type DecodedList = BlockBuffer & Pick<PostingCursor, 'docFreq' | 'positionsAt'>

/** A cursor over a decoded list, which is one block. */
export function openDecoded(list: DecodedList): PostingCursor {
  return { ...list, blocks: null, size: list.chunks.length, at: 0, remaining: 0, last: list.chunks.at(-1) ?? -1 }
}

/** True for a posting of the section itself: a term that only links to the section have has no positions in it. */
export function hasPositions({ counts }: PostingCursor, at: number): boolean {
  return (u16At(counts, at) & ~LINKS_MASK) !== 0
}

/** Moves back to before the first posting. */
export function rewind(cursor: PostingCursor): void {
  cursor.at = 0
  if (cursor.blocks === null) return
  cursor.size = 0
  cursor.remaining = cursor.docFreq
  cursor.last = -1
  cursor.blocks.rewind()
}

/** Puts bounds of the postings in each window of chunks into an empty column. The cursor is new. */
export function readWindowMax(
  { blocks, chunks, counts, size }: PostingCursor,
  windows: Uint16Array,
  raiseRanges: RaiseRanges,
): void {
  if (blocks !== null) blocks.readRanges(windows)
  else raiseRanges(windows, WINDOW_BITS, { chunks, counts, from: 0, to: size })
}

/** False when the current posting and all later ones are at `end` or above. */
export function isWithin({ at, size, remaining, chunks }: PostingCursor, end: number): boolean {
  return at < size ? u32At(chunks, at) < end : remaining > 0
}

/** Ordinal of the current posting; Infinity at the end. */
export function currentChunk(cursor: PostingCursor): number {
  return cursor.at < cursor.size ? u32At(cursor.chunks, cursor.at) : Infinity
}

/** Reads the next block; false at the end of the list. */
export function nextBlock(cursor: PostingCursor): boolean {
  if (cursor.remaining > 0 && cursor.blocks !== null) return cursor.blocks.next()
  cursor.at = cursor.size
  return false
}

/** Moves to the first posting of an ordinal or above; false at the end. */
export function seek(cursor: PostingCursor, ordinal: number): boolean {
  if (cursor.size === 0 || cursor.last < ordinal) {
    if (cursor.remaining > 0) cursor.blocks?.skip(ordinal)
    if (!nextBlock(cursor)) return false
  }
  const { chunks, size } = cursor
  let at = cursor.at
  while (at < size && u32At(chunks, at) < ordinal) at += 1
  cursor.at = at
  return at < size || nextBlock(cursor)
}
