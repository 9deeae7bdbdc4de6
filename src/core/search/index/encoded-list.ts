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
import type { DocumentLength } from './document-length.ts'
import { MAX_POSITIONS, readPositions } from './positions.ts'
import {
  BLOCK, type BlockBuffer, ENTRY_BYTES, GROUP_BITS, type PostingColumns, type PostingCursor, hasPositions,
} from './posting-cursor.ts'
import { RANGE_BYTES, WINDOW_BITS, rangeBits } from './range-max.ts'

/** Most bits of a number in groups. */
const MAX_NUMBER_BITS = 30
/** Most bytes of a block. */
const MAX_BLOCK_BYTES = 0xff_ffff

/** Number of postings of a term, as its list says. */
export function encodedFreq({ postings, starts, pages }: PostingColumns, term: number): number {
  return Math.min(readVarint(postings, u32At(starts, term)).value, pages.length)
}

/** A cursor before the first posting of a list in bytes. */
export function openEncoded(columns: PostingColumns, term: number, { chunks, counts }: BlockBuffer): PostingCursor {
  const { postings, starts, pages } = columns
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
  if (!hasTable && count > 0) readNextBlock(cursor)
  return cursor
}

/** Number of ranges of a list. */
function countRanges(size: number, docFreq: number): number {
  return Math.ceil(size / 2 ** rangeBits(size, docFreq))
}

/** Fills a column with the bounds of the ranges that its windows are in. */
export function readRanges({ columns: { postings, pages }, docFreq, ranges }: PostingCursor, windows: Uint16Array): void {
  const bits = rangeBits(pages.length, docFreq) - WINDOW_BITS
  for (let window = 0; window < windows.length; window += 1) {
    const at = ranges + RANGE_BYTES * (window >> bits)
    windows[window] = u8At(postings, at) | (u8At(postings, at + 1) << 8)
  }
}

/** Reads the next block, of which there is one; false at the end of a damaged list. */
export function readNextBlock(cursor: PostingCursor): boolean {
  const { columns: { postings, pages }, entry, next } = cursor
  const size = Math.min(BLOCK, cursor.remaining)
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

/** Gives the positions of the posting at an offset of the cursor's current block; offsets of a block ascend. */
export type ReadPositions = (at: number) => Uint32Array

/** A reader of positions. */
export function openPositions(cursor: PostingCursor, documentLength: DocumentLength): ReadPositions {
  const positions = new Uint32Array(MAX_POSITIONS)
  let block = -1
  /** Postings of the block that were read, and the reader after their positions. */
  let read = 0
  let reader = readerOf(cursor)

  return function readAt(at) {
    if (block !== cursor.positionsStart) {
      reader = readerOf(cursor)
      block = cursor.positionsStart
      read = 0
    }
    let count = 0
    for (; read <= at; read += 1) {
      const length = documentLength(u32At(cursor.chunks, read))
      count = hasPositions(cursor, read) ? readPositions(reader, positions, length) : 0
    }
    return positions.subarray(0, count)
  }
}

function readerOf({ columns: { postings }, positionsStart, blockEnd }: PostingCursor): BitReader {
  return { bytes: postings, at: positionsStart, end: blockEnd, pending: 0, pendingBits: 0 }
}

/** Skips blocks that end below an ordinal, without reading them. */
export function skipBlocks(cursor: PostingCursor, ordinal: number): void {
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
