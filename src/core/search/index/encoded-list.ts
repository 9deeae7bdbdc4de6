/**
 * The postings of one term as bytes, in blocks, so that a search for one chunk reads one block of a long list.
 *
 *   head        varint: number of postings
 *   table       in a list of several blocks, for each: ordinal of its last chunk (32 bits), its bytes (24)
 *   ranges      in a list of several blocks, for each range of ordinals: bound of its postings (`range-max`; 16 bits)
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
import { type BitReader, readUint32, readVarint } from '../strings/bits.ts'
import type { IndexColumns } from './inverted-index.ts'
import { createDocumentLength } from './field.ts'
import { MAX_POSITIONS, readPositions } from './positions.ts'
import { BLOCK, type OpenList, type PostingCursor, hasPositions } from './posting-list.ts'
import { RANGE_BYTES, WINDOW_BITS, rangeBits } from './range-max.ts'

/** Bits of packed counts (`field.ts`). */
export const COUNT_BITS = 16
/** Bits of a group, without the bit that marks another group after it. */
export const GROUP_BITS = 3
/** Bytes of a block's entry in the table. */
export const ENTRY_BYTES = 7
/** Most bits of a number in groups. */
const MAX_NUMBER_BITS = 30
/** Most bytes of a block. */
const MAX_BLOCK_BYTES = 0xff_ffff

/** The columns of an index that its lists are read from. */
export type PostingColumns = Pick<IndexColumns, 'postings' | 'starts' | 'countCodes' | 'pages' | 'lengths'>

/** Number of postings of a term, as its list says. */
export function encodedFreq({ postings, starts, pages }: PostingColumns, term: number): number {
  return Math.min(readVarint(postings, u32At(starts, term)).value, pages.length)
}

/** Opens the lists of an index. */
export function createOpenList(columns: PostingColumns): OpenList {
  const { postings, starts, countCodes, pages } = columns
  const documentLength = createDocumentLength(columns)

  return function openList(term) {
    const { value, end: table } = readVarint(postings, u32At(starts, term))
    const end = u32At(starts, term + 1)
    const docFreq = Math.min(value, pages.length)
    const hasTable = docFreq > BLOCK
    const bits = rangeBits(pages.length, docFreq)
    const ranges = table + Math.ceil(docFreq / BLOCK) * ENTRY_BYTES
    const first = hasTable ? ranges + Math.ceil(pages.length / 2 ** bits) * RANGE_BYTES : table
    /** Offsets of the next block and of its entry in the table; offsets of the positions of the current block. */
    let [next, entry, positionsStart, positionsEnd] = [first, table, 0, 0]
    let readAt: PostingCursor['positionsAt'] | null = null

    const blocks = {
      next: readNextBlock,
      skip: skipBlocks,
      rewind() {
        next = first
        entry = table
      },
      readRanges(windows: Uint16Array) {
        for (let window = 0; window < windows.length; window += 1) {
          const at = ranges + RANGE_BYTES * (window >> (bits - WINDOW_BITS))
          windows[window] = u8At(postings, at) | (u8At(postings, at + 1) << 8)
        }
      },
    }
    const cursor: PostingCursor = {
      chunks: new Uint32Array(BLOCK),
      counts: new Uint16Array(BLOCK),
      docFreq,
      blocks: hasTable ? blocks : null,
      positionsAt: (at) => (readAt ??= createReadPositions())(at),
      size: 0,
      at: 0,
      remaining: docFreq,
      last: -1,
    }

    function readNextBlock(): boolean {
      const size = Math.min(BLOCK, cursor.remaining)
      cursor.size = 0
      cursor.at = 0
      if (next >= end) return finish()
      const length = hasTable ? readUint32(postings, entry + 4) & MAX_BLOCK_BYTES : Infinity
      const last = hasTable ? readUint32(postings, entry) : Infinity
      positionsEnd = Math.min(end, next + length)
      readBlock(size, Math.min(pages.length - 1, last))
      cursor.remaining -= size
      next = positionsEnd
      entry += ENTRY_BYTES
      // The writer leaves no block without postings, so the list is damaged.
      return cursor.size > 0 || finish()
    }

    function finish(): false {
      cursor.remaining = 0
      return false
    }

    function skipBlocks(ordinal: number): void {
      cursor.size = 0
      cursor.at = 0
      while (cursor.remaining > BLOCK) {
        const last = readUint32(postings, entry)
        if (last >= ordinal) return
        cursor.last = Math.max(cursor.last, last)
        next += readUint32(postings, entry + 4) & MAX_BLOCK_BYTES
        entry += ENTRY_BYTES
        cursor.remaining -= BLOCK
      }
    }

    /** Reads chunks up to the ordinal `last`, and their counts. */
    function readBlock(size: number, last: number): void {
      const { chunks, counts } = cursor
      // Local copies: the loop would load the variables of the closure in each turn.
      const [bytes, codes] = [postings, countCodes]
      // Counts groups of four bits, two in a byte.
      let at = 2 * next
      let ordinal = cursor.last
      let read = 0
      for (; read < size; read += 1) {
        let group = groupAt(bytes, at)
        let distance = group & 7
        at += 1
        for (let shift = GROUP_BITS; group > 7 && shift < MAX_NUMBER_BITS; shift += GROUP_BITS) {
          group = groupAt(bytes, at)
          distance |= (group & 7) << shift
          at += 1
        }
        if (ordinal + distance + 1 > last) break
        ordinal += distance + 1
        group = groupAt(bytes, at)
        let code = group & 7
        at += 1
        for (let shift = GROUP_BITS; group > 7 && shift < MAX_NUMBER_BITS; shift += GROUP_BITS) {
          group = groupAt(bytes, at)
          code |= (group & 7) << shift
          at += 1
        }
        chunks[read] = ordinal
        counts[read] = u16At(codes, code)
      }
      cursor.size = read
      cursor.last = ordinal
      positionsStart = (at + 1) >>> 1
    }

    function createReadPositions(): PostingCursor['positionsAt'] {
      const positions = new Uint32Array(MAX_POSITIONS)
      let block = -1
      /** Postings of the block that were read, and the reader after their positions. */
      let read = 0
      let reader: BitReader | null = null
      return function positionsAt(at) {
        if (reader === null || block !== positionsStart) {
          reader = { bytes: postings, at: positionsStart, end: positionsEnd, pending: 0, pendingBits: 0 }
          block = positionsStart
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

    // Without a table, only the block itself shows which chunks it has, so it is read now.
    if (!hasTable && docFreq > 0) readNextBlock()
    return cursor
  }
}

/** The four bits with a number; 0 past the end. */
function groupAt(bytes: Uint8Array, at: number): number {
  return (u8At(bytes, at >>> 1) >> ((at & 1) << 2)) & 15
}
