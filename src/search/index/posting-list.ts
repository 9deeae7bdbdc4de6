/**
 * The postings of one term as bytes, in blocks, so that whoever looks for one
 * chunk reads one block of a long list.
 *
 *   head     varint: number of postings * 4 + flags; a byte: bound
 *   table    of a list of several blocks, for each: ordinal of its last chunk (32 bits), its bytes (22), flags (2), bound (8)
 *   block    of 128 postings, the last of fewer, each
 *     distance   ordinal less that of the posting before, less one: 3 bits at a time, the lowest first, and a 1 where more follow
 *     code       4 bits: place of the packed counts among the most frequent ones, or 15 for others, which follow in 16 bits
 *   and behind all of them, from the next whole byte on,
 *     places     where the term stands in each chunk (`positions.ts`)
 *
 * Chunks of a term come in swarms, so distances are small and few are large: groups
 * of bits fit them better than one width for a whole block. The bound is the most
 * that any of the postings scores (`score.ts`), in steps of a 255th of the most
 * there can be, rounded up. The flags tell whether any is in a heading (2) and in
 * a title (1). So whole blocks are ruled out unread.
 *
 * A reader takes what comes: a list ends where its ordinals stop rising or leave
 * the index, so a damaged one gives other postings and never a wrong place.
 */
import type { BitReader } from '../strings/bits.ts'
import { readVarint } from '../strings/bits.ts'
import { BLOCK, createBlockBuffer } from './block.ts'
import type { BlockBuffer } from './block.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { MAX_TERM_SCORE } from './score.ts'

/** Most packed counts that have a code: the rest have the code of this number. */
export const MAX_COUNT_CODES = 15
/** Bits of packed counts (`field.ts`). */
export const COUNT_BITS = 16
/** Bits of a group of a distance, the one that tells of more not counted, and the most of a distance. */
export const GROUP_BITS = 3
const MAX_DISTANCE_BITS = 30
/** Bytes of a block's entry in the table. */
export const ENTRY_BYTES = 8
/** Bits of a block's length there, and the most bytes of a block. */
export const LENGTH_BITS = 22
const MAX_BLOCK_BYTES = (1 << LENGTH_BITS) - 1
export const BOUND_STEPS = 255

/** The columns of an index that its lists are read from. */
export type Lists = Pick<InvertedIndex, 'postings' | 'starts' | 'countCodes' | 'pages'>

/** What is told of several postings before they are read, in 10 bits: flags * 256 + bound; 0 for none. */
export type Summary = number

/** A way through a list, always ahead. Its postings are those of one block at a time. */
export interface PostingCursor extends BlockBuffer {
  readonly lists: Lists
  readonly docFreq: number
  /** Of all postings. */
  readonly whole: Summary
  /** Of the current block. */
  current: Summary
  /** Postings of the current block, of which `at` is the current one. */
  size: number
  at: number
  /** Postings behind the current block. */
  left: number
  /** Where the table has the next block's entry; -1 for a list of one block. */
  entry: number
  /** Where the next block begins, and the list ends. */
  next: number
  readonly end: number
  /** Greatest ordinal so far, -1 before the first. */
  last: number
  /** Where the places of the current block begin, and it ends. */
  places: number
  blockEnd: number
}

/** Number of chunks that have a term. */
export function docFreq({ postings, starts, pages }: Lists, term: number): number {
  return Math.min(readVarint(postings, starts[term]!).value >>> 2, pages.length)
}

/** A cursor before the first posting of a term: `seek` leads to one. The buffer is its own for as long as it is in use. */
export function openList(lists: Lists, term: number, { chunks, counts } = createBlockBuffer()): PostingCursor {
  const { postings, starts, pages } = lists
  const { value, end } = readVarint(postings, starts[term]!)
  const count = Math.min(value >>> 2, pages.length)
  const blocks = Math.ceil(count / BLOCK)
  const first = end + 1
  const cursor: PostingCursor = {
    lists,
    docFreq: count,
    whole: ((value & 3) << 8) | (postings[end] ?? 0),
    current: 0,
    chunks,
    counts,
    size: 0,
    at: 0,
    left: count,
    entry: blocks > 1 ? first : -1,
    next: blocks > 1 ? first + blocks * ENTRY_BYTES : first,
    end: starts[term + 1]!,
    last: -1,
    places: 0,
    blockEnd: 0,
  }
  // Without a table only the block itself tells where it has chunks.
  if (blocks === 1) nextBlock(cursor)
  return cursor
}

/** No posting scores more, as a multiple of the term's weight. */
export function boundOf(summary: Summary): number {
  return ((summary & 0xff) * MAX_TERM_SCORE) / BOUND_STEPS
}

/** Whether any posting is of a heading. */
export function isInHeading(summary: Summary): boolean {
  return (summary & 0x200) !== 0
}

/** Whether any posting is of a title. */
export function isInTitle(summary: Summary): boolean {
  return (summary & 0x100) !== 0
}

/** A summary of all that two are of. */
export function joinSummaries(a: Summary, b: Summary): Summary {
  return ((a | b) & 0x300) | Math.max(a & 0xff, b & 0xff)
}

/**
 * Of the blocks from the current one on that may have ordinals from `start` to
 * before `end`; 0 where there are none. What lies below `start` is left behind.
 */
export function summaryWithin(cursor: PostingCursor, start: number, end: number): Summary {
  const { lists: { postings }, chunks } = cursor
  let summary: Summary = 0
  if (cursor.last < start) {
    skipBlocks(cursor, start)
  } else {
    while (cursor.at < cursor.size && chunks[cursor.at]! < start) cursor.at += 1
    if (cursor.at < cursor.size && chunks[cursor.at]! < end) summary = cursor.current
  }
  if (cursor.entry < 0) return summary
  let before = cursor.last
  for (let entry = cursor.entry, left = cursor.left; left > 0 && before + 1 < end; entry += ENTRY_BYTES, left -= BLOCK) {
    summary = joinSummaries(summary, numberAt(postings, entry + 4) >>> LENGTH_BITS)
    before = numberAt(postings, entry)
  }
  return summary
}

/** Whether there may be postings below an ordinal ahead. */
export function isWithin({ at, size, left, chunks }: PostingCursor, end: number): boolean {
  return at < size ? chunks[at]! < end : left > 0
}

/** Ordinal of the current posting; Infinity at the end. */
export function currentChunk(cursor: PostingCursor): number {
  return cursor.at < cursor.size ? cursor.chunks[cursor.at]! : Infinity
}

/** Reads the next block; false at the end of the list. */
export function nextBlock(cursor: PostingCursor): boolean {
  const { lists: { postings, pages }, entry, next } = cursor
  const size = Math.min(BLOCK, cursor.left)
  if (size === 0) return leave(cursor)
  cursor.size = 0
  cursor.at = 0
  if (next >= cursor.end) return finish(cursor)
  const length = entry < 0 ? Infinity : numberAt(postings, entry + 4) & MAX_BLOCK_BYTES
  const last = entry < 0 ? Infinity : numberAt(postings, entry)
  cursor.current = entry < 0 ? cursor.whole : numberAt(postings, entry + 4) >>> LENGTH_BITS
  cursor.blockEnd = Math.min(cursor.end, next + length)
  readBlock(cursor, size, Math.min(pages.length - 1, last))
  cursor.left -= size
  cursor.next = cursor.blockEnd
  if (entry >= 0) cursor.entry += ENTRY_BYTES
  // The writer leaves no block without postings, so what follows is none of its work.
  return cursor.size > 0 || finish(cursor)
}

/** Goes to the first posting of an ordinal or above; false where there is none. */
export function seek(cursor: PostingCursor, ordinal: number): boolean {
  if (cursor.size === 0 || cursor.last < ordinal) {
    if (cursor.left === 0) return leave(cursor)
    skipBlocks(cursor, ordinal)
    if (!nextBlock(cursor)) return false
  }
  const { chunks, size } = cursor
  let at = cursor.at
  while (at < size && chunks[at]! < ordinal) at += 1
  cursor.at = at
  return at < size || nextBlock(cursor)
}

/** Goes behind the last posting. */
function leave(cursor: PostingCursor): false {
  cursor.at = cursor.size
  return false
}

/** A reader of the places of the current block's postings. */
export function openPlaces({ lists: { postings }, places, blockEnd }: PostingCursor): BitReader {
  return { bytes: postings, at: places, end: blockEnd, rest: 0, count: 0 }
}

/** Passes over blocks that end below an ordinal, without reading them. */
function skipBlocks(cursor: PostingCursor, ordinal: number): void {
  const { postings } = cursor.lists
  if (cursor.left === 0) {
    leave(cursor)
    return
  }
  cursor.size = 0
  cursor.at = 0
  while (cursor.entry >= 0 && cursor.left > BLOCK) {
    const last = numberAt(postings, cursor.entry)
    if (last >= ordinal) return
    cursor.last = Math.max(cursor.last, last)
    cursor.next += numberAt(postings, cursor.entry + 4) & MAX_BLOCK_BYTES
    cursor.entry += ENTRY_BYTES
    cursor.left -= BLOCK
  }
}

function finish(cursor: PostingCursor): false {
  cursor.left = 0
  return false
}

/** Reads chunks up to the ordinal `last`, and their counts. */
function readBlock(cursor: PostingCursor, size: number, last: number): void {
  const { lists: { postings, countCodes }, chunks, counts } = cursor
  // Counts groups of four bits, two in a byte.
  let at = 2 * cursor.next
  let ordinal = cursor.last
  let read = 0
  for (; read < size; read += 1) {
    let group = (postings[at >>> 1]! >> ((at & 1) << 2)) & 15
    let distance = group & 7
    at += 1
    for (let shift = 3; group > 7 && shift < MAX_DISTANCE_BITS; shift += 3) {
      group = (postings[at >>> 1]! >> ((at & 1) << 2)) & 15
      distance |= (group & 7) << shift
      at += 1
    }
    ordinal += distance + 1
    if (ordinal > last) break
    const code = (postings[at >>> 1]! >> ((at & 1) << 2)) & 15
    at += 1
    chunks[read] = ordinal
    if (code < MAX_COUNT_CODES) {
      counts[read] = countCodes[code]!
    } else {
      counts[read] = fourGroups(postings, at)
      at += 4
    }
  }
  cursor.size = read
  if (read > 0) cursor.last = chunks[read - 1]!
  cursor.places = (at + 1) >>> 1
}

/** 16 bits from a group of four on. */
function fourGroups(bytes: Uint8Array, at: number): number {
  let value = 0
  for (let i = 0; i < 4; i += 1) value |= ((bytes[(at + i) >>> 1]! >> (((at + i) & 1) << 2)) & 15) << (4 * i)
  return value
}

/** A number of 32 bits, the lowest byte first; bytes that aren't there are 0. */
function numberAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}
