/**
 * The postings of one term as bytes, in blocks, so that a search for one chunk reads one block of a long list.
 *
 *   head        varint: number of postings; a byte: bound of their scores (`range-max.ts`)
 *   table       in a list of several blocks, for each: ordinal of its last chunk (32 bits), its bytes (24)
 *   ranges      in a list of several blocks, for each range of ordinals: bound of its postings (16 bits)
 *   block       of 128 postings, the last of fewer, each
 *     distance    ordinal less that of the posting before, less one: 3 bits at a time, the lowest first, and a 1 where
 *                 more follow
 *     code        position of the packed counts among all of the index, the most frequent first, in the same form
 *   and after the last of them, from the next whole byte on,
 *     positions   of the term in each chunk (`positions.ts`)
 *
 * Chunks of a term cluster, so most distances are small: groups of bits fit them better than one width for a whole
 * block. The bounds let a search skip ranges and whole blocks unread; those of a list of one block follow from its
 * postings.
 *
 * A reader accepts any bytes: a list ends where its ordinals stop rising or leave the index, so a damaged list gives
 * other postings and never an ordinal out of range.
 */
import { u16At, u32At, u8At } from '../../text/column.ts'
import { type BitReader, readVarint } from '../strings/bits.ts'
import type { DecodedLists, InvertedIndex } from './inverted-index.ts'
import { type BoundPosting, RANGE_BYTES, type RangeMax, WINDOW_BITS, joinRangeMax, rangeBits } from './range-max.ts'

/** Postings of a full block. */
export const BLOCK = 128

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

/** Bits of packed counts (`field.ts`). */
export const COUNT_BITS = 16
/** Bits of a group, without the bit that marks another group after it, and most bits of a number in groups. */
export const GROUP_BITS = 3
const MAX_NUMBER_BITS = 30
/** Bytes of a block's entry in the table. */
export const ENTRY_BYTES = 7
/** Most bytes of a block. */
const MAX_BLOCK_BYTES = 0xff_ffff

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

/** Number of chunks of the collection that have a term. */
export function docFreq({ collection, lists, postings, starts, pages }: PostingColumns, term: number): number {
  if (lists !== undefined) return lists.docFreq(term)
  if (collection !== undefined) return collection.docFreq(term)
  return Math.min(readVarint(postings, u32At(starts, term)).value, pages.length)
}

/** A cursor before the first posting of a term; `seek` moves it. No other cursor may use the buffer meanwhile. */
export function openPostings(
  columns: PostingColumns,
  term: number,
  { chunks, counts } = createBlockBuffer(),
): PostingCursor {
  const { postings, starts, pages, lists } = columns
  if (lists !== undefined) return openDecoded(columns, term, lists)
  const { value, end } = readVarint(postings, u32At(starts, term))
  const count = Math.min(value, pages.length)
  const hasTable = count > BLOCK
  const table = hasTable ? end + 1 : -1
  const ranges = hasTable ? table + Math.ceil(count / BLOCK) * ENTRY_BYTES : -1
  const first = hasTable ? ranges + countRanges(pages.length, count) * RANGE_BYTES : end + 1
  const cursor: PostingCursor = {
    columns,
    docFreq: count,
    listMax: postings[end] ?? 0,
    table,
    ranges,
    first,
    end: u32At(starts, term + 1),
    chunks,
    counts,
    size: 0,
    at: 0,
    remaining: count,
    entry: table,
    next: first,
    last: -1,
    positionsStart: 0,
    blockEnd: 0,
  }
  // Without a table, only the block itself shows which chunks it has, so it is read now.
  if (!hasTable) nextBlock(cursor)
  return cursor
}

/** A cursor over a decoded list: one block, which is read already. */
function openDecoded(columns: PostingColumns, term: number, { docFreq: countChunks, listOf }: DecodedLists): PostingCursor {
  const { chunks, counts, listMax } = listOf(term)
  const last = chunks.at(-1) ?? -1
  const place = { table: -1, ranges: -1, first: 0, end: 0, entry: -1, next: 0, positionsStart: 0, blockEnd: 0 }
  const size = chunks.length
  return { columns, docFreq: countChunks(term), listMax, ...place, chunks, counts, size, at: 0, remaining: 0, last }
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

/** Number of ranges of a list. */
function countRanges(size: number, docFreq: number): number {
  return Math.ceil(size / 2 ** rangeBits(size, docFreq))
}

/** Bounds the postings of a term in ranges. */
export interface TermBound {
  readonly boundPosting: BoundPosting
  /** Its idf in the index. */
  readonly termIdf: number
}

/** Fills a column with bounds of the postings in each window of chunks; 0 where there are none. The cursor is new. */
export function readWindowMax(cursor: PostingCursor, windows: Uint16Array, { boundPosting, termIdf }: TermBound): void {
  const { columns: { postings, pages }, docFreq, ranges, chunks, counts, size } = cursor
  if (ranges >= 0) {
    const bits = rangeBits(pages.length, docFreq) - WINDOW_BITS
    for (let window = 0; window < windows.length; window += 1) {
      const at = ranges + RANGE_BYTES * (window >> bits)
      windows[window] = u8At(postings, at) | (u8At(postings, at + 1) << 8)
    }
    return
  }
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
  const { columns: { postings, pages }, entry, next } = cursor
  const size = Math.min(BLOCK, cursor.remaining)
  if (size === 0) return leave(cursor)
  cursor.size = 0
  cursor.at = 0
  if (next >= cursor.end) return finish(cursor)
  const length = entry < 0 ? Infinity : readUint32(postings, entry + 4) & MAX_BLOCK_BYTES
  const last = entry < 0 ? Infinity : readUint32(postings, entry)
  cursor.blockEnd = Math.min(cursor.end, next + length)
  readBlock(cursor, size, Math.min(pages.length - 1, last))
  cursor.remaining -= size
  cursor.next = cursor.blockEnd
  if (entry >= 0) cursor.entry += ENTRY_BYTES
  // The writer leaves no block without postings, so the list is damaged.
  return cursor.size > 0 || finish(cursor)
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

/** A reader of the positions of the current block's postings. */
export function openPositions({ columns: { postings }, positionsStart, blockEnd }: PostingCursor): BitReader {
  return { bytes: postings, at: positionsStart, end: blockEnd, pending: 0, pendingBits: 0 }
}

/** Skips blocks that end below an ordinal, without reading them. */
function skipBlocks(cursor: PostingCursor, ordinal: number): void {
  const { postings } = cursor.columns
  cursor.size = 0
  cursor.at = 0
  while (cursor.entry >= 0 && cursor.remaining > BLOCK) {
    const last = readUint32(postings, cursor.entry)
    if (last >= ordinal) return
    cursor.last = Math.max(cursor.last, last)
    cursor.next += readUint32(postings, cursor.entry + 4) & MAX_BLOCK_BYTES
    cursor.entry += ENTRY_BYTES
    cursor.remaining -= BLOCK
  }
}

function finish(cursor: PostingCursor): false {
  cursor.remaining = 0
  return false
}

/** Reads chunks up to the ordinal `last`, and their counts. */
function readBlock(cursor: PostingCursor, size: number, last: number): void {
  const { columns: { postings, countCodes }, chunks, counts } = cursor
  // Counts groups of four bits, two in a byte.
  let at = 2 * cursor.next
  let ordinal = cursor.last
  let read = 0
  for (; read < size; read += 1) {
    let group = groupAt(postings, at)
    let distance = group & 7
    at += 1
    for (let shift = GROUP_BITS; group > 7 && shift < MAX_NUMBER_BITS; shift += GROUP_BITS) {
      group = groupAt(postings, at)
      distance |= (group & 7) << shift
      at += 1
    }
    if (ordinal + distance + 1 > last) break
    ordinal += distance + 1
    group = groupAt(postings, at)
    let code = group & 7
    at += 1
    for (let shift = GROUP_BITS; group > 7 && shift < MAX_NUMBER_BITS; shift += GROUP_BITS) {
      group = groupAt(postings, at)
      code |= (group & 7) << shift
      at += 1
    }
    chunks[read] = ordinal
    counts[read] = u16At(countCodes, code)
  }
  cursor.size = read
  cursor.last = ordinal
  cursor.positionsStart = (at + 1) >>> 1
}

/** The four bits with a number; 0 past the end. */
function groupAt(bytes: Uint8Array, at: number): number {
  return (u8At(bytes, at >>> 1) >> ((at & 1) << 2)) & 15
}

/** A number of 32 bits, the lowest byte first; bytes past the end are 0. */
function readUint32(bytes: Uint8Array, at: number): number {
  const low = u8At(bytes, at) | (u8At(bytes, at + 1) << 8)
  return (low | (u8At(bytes, at + 2) << 16) | (u8At(bytes, at + 3) << 24)) >>> 0
}
