/**
 * The postings of one term as bytes, in blocks, so that a search for one chunk reads one block of a long list.
 *
 *   head        varint: number of postings * 4 + flags; a byte: bound
 *   table       in a list of several blocks, for each: ordinal of its last chunk (32 bits), its bytes (22), flags (2),
 *               bound (8)
 *   block       of 128 postings, the last of fewer, each
 *     distance    ordinal less that of the posting before, less one: 3 bits at a time, the lowest first, and a 1 where
 *                 more follow
 *     code        position of the packed counts among all of the index, the most frequent first, in the same form
 *   and after the last of them, from the next whole byte on,
 *     positions   of the term in each chunk (`positions.ts`)
 *
 * Chunks of a term cluster, so most distances are small: groups of bits fit them better than one width for a whole
 * block. Flags and bound are block-max metadata. The bound is the highest score of the postings (`score.ts`) in steps
 * of a 255th of the maximum, rounded up. The flags say that one is in a heading (2) or in a title (1). They let a
 * search skip whole blocks unread.
 *
 * A reader accepts any bytes: a list ends where its ordinals stop rising or leave the index, so a damaged list gives
 * other postings and never an ordinal out of range.
 */
import { u16At, u32At, u8At } from '../../text/column.ts'
import { type BitReader, readVarint } from '../strings/bits.ts'
import { BLOCK, type BlockBuffer, createBlockBuffer } from './block.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { MAX_TERM_SCORE } from './score.ts'

/** Bits of packed counts (`field.ts`). */
export const COUNT_BITS = 16
/** Bits of a group, without the bit that announces another group, and most bits of a number in groups. */
export const GROUP_BITS = 3
const MAX_NUMBER_BITS = 30
/** Bytes of a block's entry in the table. */
export const ENTRY_BYTES = 8
/** Bits of a block's length there, and most bytes of a block. */
export const LENGTH_BITS = 22
const MAX_BLOCK_BYTES = (1 << LENGTH_BITS) - 1
/** Steps of a bound. */
export const BOUND_STEPS = 255

/** The columns of an index that its lists are read from. */
export type PostingColumns = Pick<InvertedIndex, 'postings' | 'starts' | 'countCodes' | 'pages' | 'watch' | 'collection'>

/** Block-max metadata of several postings, in 10 bits: flags * 256 + bound; 0 for no postings. */
export type BlockMax = number

/** A position in a list, which moves forward only. It holds one decoded block at a time. */
export interface PostingCursor extends BlockBuffer {
  readonly columns: PostingColumns
  readonly docFreq: number
  /** Block-max metadata of all postings. */
  readonly listMax: BlockMax
  /** The same of the current block. */
  blockMax: BlockMax
  /** Postings of the current block, and the position of the current one. */
  size: number
  at: number
  /** Postings after the current block. */
  remaining: number
  /** Offset of the next block's entry in the table; -1 for a list of one block. */
  entry: number
  /** Offset of the next block, and end of the list. */
  next: number
  readonly end: number
  /** Greatest ordinal so far, -1 before the first. */
  last: number
  /** Offset of the positions of the current block, and its end. */
  positionsStart: number
  blockEnd: number
}

/** Number of chunks of the collection that have a term. */
export function docFreq({ collection, postings, starts, pages }: PostingColumns, term: number): number {
  if (collection !== undefined) return collection.docFreq(term)
  return Math.min(readVarint(postings, u32At(starts, term)).value >>> 2, pages.length)
}

/** A cursor before the first posting of a term: `seek` leads to one. No other cursor may use the buffer meanwhile. */
export function openPostings(
  columns: PostingColumns,
  term: number,
  { chunks, counts } = createBlockBuffer(),
): PostingCursor {
  const { postings, starts, pages } = columns
  columns.watch?.list(term)
  const { value, end } = readVarint(postings, u32At(starts, term))
  const count = Math.min(value >>> 2, pages.length)
  const blocks = Math.ceil(count / BLOCK)
  const first = end + 1
  const cursor: PostingCursor = {
    columns,
    docFreq: count,
    listMax: ((value & 3) << 8) | (postings[end] ?? 0),
    blockMax: 0,
    chunks,
    counts,
    size: 0,
    at: 0,
    remaining: count,
    entry: blocks > 1 ? first : -1,
    next: blocks > 1 ? first + blocks * ENTRY_BYTES : first,
    end: u32At(starts, term + 1),
    last: -1,
    positionsStart: 0,
    blockEnd: 0,
  }
  // Without a table only the block itself shows which chunks it has.
  if (blocks === 1) nextBlock(cursor)
  return cursor
}

/** Upper bound of the scores of postings, as a multiple of the term's weight. */
export function maxScoreOf(blockMax: BlockMax): number {
  return ((blockMax & 0xff) * MAX_TERM_SCORE) / BOUND_STEPS
}

/** False when no posting is of a heading. */
export function hasHeading(blockMax: BlockMax): boolean {
  return (blockMax & 0x200) !== 0
}

/** False when no posting is of a title. */
export function hasTitle(blockMax: BlockMax): boolean {
  return (blockMax & 0x100) !== 0
}

/** Block-max metadata of two sets of postings together. */
export function joinBlockMax(a: BlockMax, b: BlockMax): BlockMax {
  return ((a | b) & 0x300) | Math.max(a & 0xff, b & 0xff)
}

/**
 * Block-max metadata of the blocks, from the current one on, that may have ordinals from `start` to before `end`; 0
 * when there are none. Skips blocks and postings below `start`.
 */
export function blockMaxWithin(cursor: PostingCursor, start: number, end: number): BlockMax {
  const { columns: { postings }, chunks } = cursor
  let blockMax: BlockMax = 0
  if (cursor.last < start) {
    skipBlocks(cursor, start)
  } else {
    while (cursor.at < cursor.size && u32At(chunks, cursor.at) < start) cursor.at += 1
    if (cursor.at < cursor.size && u32At(chunks, cursor.at) < end) blockMax = cursor.blockMax
  }
  if (cursor.entry < 0) return blockMax
  let { last, entry, remaining } = cursor
  for (; remaining > 0 && last + 1 < end; entry += ENTRY_BYTES, remaining -= BLOCK) {
    blockMax = joinBlockMax(blockMax, readUint32(postings, entry + 4) >>> LENGTH_BITS)
    last = readUint32(postings, entry)
  }
  return blockMax
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
  cursor.blockMax = entry < 0 ? cursor.listMax : readUint32(postings, entry + 4) >>> LENGTH_BITS
  cursor.blockEnd = Math.min(cursor.end, next + length)
  readBlock(cursor, size, Math.min(pages.length - 1, last))
  cursor.remaining -= size
  cursor.next = cursor.blockEnd
  if (entry >= 0) cursor.entry += ENTRY_BYTES
  // The writer leaves no block without postings, so the list is damaged.
  return cursor.size > 0 || finish(cursor)
}

/** Goes to the first posting of an ordinal or above; false at the end. */
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

/** Goes past the last posting. */
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
  if (cursor.remaining === 0) {
    leave(cursor)
    return
  }
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

/** Four bits by their number; 0 beyond the end. */
function groupAt(bytes: Uint8Array, at: number): number {
  return (u8At(bytes, at >>> 1) >> ((at & 1) << 2)) & 15
}

/** A number of 32 bits, the lowest byte first; bytes beyond the end are 0. */
function readUint32(bytes: Uint8Array, at: number): number {
  const low = u8At(bytes, at) | (u8At(bytes, at + 1) << 8)
  return (low | (u8At(bytes, at + 2) << 16) | (u8At(bytes, at + 3) << 24)) >>> 0
}
