/**
 * The postings of one term, as a search reads them: a cursor that moves forward through blocks. They lie in the bytes of
 * an index (`encoded-list.ts`), or are held decoded, and then are one block.
 */
import { u16At, u32At } from '../../text/column.ts'
import { encodedFreq, openEncoded, readNextBlock, readRanges, skipBlocks } from './encoded-list.ts'
import type { DecodedLists } from './inverted-index.ts'
import { type PostingColumns, type PostingCursor, createBlockBuffer } from './posting-cursor.ts'
import { type BoundPosting, WINDOW_BITS, joinRangeMax } from './range-max.ts'

/** Number of chunks of the collection that have a term. */
export function docFreq(columns: PostingColumns, term: number): number {
  const { collection, lists } = columns
  return (collection ?? lists)?.docFreq(term) ?? encodedFreq(columns, term)
}

/** A cursor before the first posting of a term; `seek` moves it. No other cursor may use the buffer meanwhile. */
export function openPostings(columns: PostingColumns, term: number, buffer = createBlockBuffer()): PostingCursor {
  const { lists } = columns
  if (lists !== undefined) return openDecoded(columns, term, lists)
  return openEncoded(columns, term, buffer)
}

/** A cursor over a decoded list: one block, which is read already. */
function openDecoded(columns: PostingColumns, term: number, lists: DecodedLists): PostingCursor {
  const { chunks, counts, listMax } = lists.listOf(term)
  const last = chunks.at(-1) ?? -1
  const place = { table: -1, ranges: -1, first: 0, end: 0, entry: -1, next: 0, positionsStart: 0, blockEnd: 0 }
  const size = chunks.length
  return { columns, docFreq: lists.docFreq(term), listMax, ...place, chunks, counts, size, at: 0, remaining: 0, last }
}

/** Moves back to before the first posting. */
export function rewind(cursor: PostingCursor): void {
  cursor.at = 0
  // If a list has one block only, it stays decoded.
  if (cursor.table < 0) return
  cursor.size = 0
  cursor.remaining = cursor.docFreq
  cursor.entry = cursor.table
  cursor.next = cursor.first
  cursor.last = -1
}

/** Bounds the postings of a term in ranges. */
export interface TermBound {
  readonly boundPosting: BoundPosting
  /** Its idf in the index. */
  readonly termIdf: number
}

/** Fills a column with bounds of the postings in each window of chunks; 0 where there are none. The cursor is new. */
export function readWindowMax(cursor: PostingCursor, windows: Uint16Array, { boundPosting, termIdf }: TermBound): void {
  const { ranges, chunks, counts, size } = cursor
  if (ranges >= 0) return readRanges(cursor, windows)
  windows.fill(0)
  for (let at = 0; at < size; at += 1) {
    const chunk = u32At(chunks, at)
    const packed = u16At(counts, at)
    const window = chunk >>> WINDOW_BITS
    windows[window] = joinRangeMax(u16At(windows, window), boundPosting(packed, chunk, termIdf))
  }
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
  if (cursor.remaining === 0) return leave(cursor)
  return readNextBlock(cursor)
}

/** Moves to the first posting of an ordinal or above; false at the end. */
export function seek(cursor: PostingCursor, ordinal: number): boolean {
  if (cursor.size === 0 || cursor.last < ordinal) {
    if (cursor.remaining === 0) return leave(cursor)
    skipBlocks(cursor, ordinal)
    if (!nextBlock(cursor)) return false
  }
  const { chunks, size } = cursor
  let at = cursor.at
  while (at < size && u32At(chunks, at) < ordinal) at += 1
  cursor.at = at
  return at < size || nextBlock(cursor)
}

/** Moves past the last posting. */
function leave(cursor: PostingCursor): false {
  cursor.at = cursor.size
  return false
}
