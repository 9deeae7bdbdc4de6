/**
 * The postings of one term as bytes, in blocks, so that a search for one chunk reads one block of a long list.
 *
 *   head        varint: number of postings
 *   table       in a list of several blocks, for each: ordinal of its last chunk (32 bits), its bytes (24)
 *   ranges      in a list of several blocks, for each range of ordinals: bound of its postings (`score.ts`; 16 bits)
 *   block       of 128 postings, the last of fewer, each two numbers
 *     distance    ordinal less that of the posting before, less one
 *     code        position of the packed counts among all of the index, the most frequent first
 *   and after the last of them for each the positions of the term in its chunk, each a number: words of a chunk have
 *   positions from 0 on, counted through all its fields (`build/token-stream.ts`)
 *     distance    twice the distance from the position before, less one; and one more where another position follows
 *
 * A number in a block is groups of four bits, the lowest first, two groups in a byte: three bits of the number, and a 1
 * where more follow. Chunks of a term cluster, so most distances are small, and groups fit them better than one width
 * for a whole block. The bounds let a search skip ranges and whole blocks unread; those of a list of one block follow
 * from its postings.
 *
 * A reader accepts any bytes: a list ends where its ordinals stop rising or leave the index, so a damaged list gives
 * other postings and never an ordinal out of range.
 */
import {
  type ByteBuffer, pushByte, pushVarint, readUint32, readVarint, u16At, u32At, u8At,
} from '../../text/column.ts'
import type { IndexColumns, PostingLists } from './inverted-index.ts'
import { BLOCK, hasPositions, type OpenList, type PostingCursor } from './posting-list.ts'
import { type RaiseRanges, RANGE_BYTES, rangeBits, WINDOW_BITS } from './score.ts'

/** Bits of packed counts (`field.ts`). */
const COUNT_BITS = 16
/** Bits of a group, without the bit that marks another group after it, and that bit. */
const GROUP_BITS = 3
const MORE = 1 << GROUP_BITS
/** Bytes of a block's entry in the table. */
const ENTRY_BYTES = 7
/** Most bits of a number in groups. */
const MAX_NUMBER_BITS = 30
/** Most bytes of a block. */
const MAX_BLOCK_BYTES = 0xff_ffff
/** Most positions of one term in one chunk that are kept. */
export const MAX_POSITIONS = 4_096

/** Postings of one term after another, as columns. */
export interface PostingColumns {
  /** Chunks, ascending within a term. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
  /** The positions of posting p are those from `positionStarts[p]` to before `positionStarts[p + 1]`. */
  readonly positions: Uint32Array
  readonly positionStarts: Uint32Array
}

interface ListSettings {
  /** Number of chunks of the index. */
  readonly size: number
  /** All packed counts, the most frequent first. */
  readonly countCodes: Uint16Array
  readonly raiseRanges: RaiseRanges
}

/** Elements of columns, from `from` to before `to`. */
interface Range {
  readonly from: number
  readonly to: number
}

/** The packed counts in use, the most frequent first. */
export function orderCounts(counts: Uint16Array): Uint16Array {
  const frequencies = new Uint32Array(2 ** COUNT_BITS)
  const used: number[] = []
  for (let at = 0; at < counts.length; at += 1) {
    const packed = u16At(counts, at)
    if (u32At(frequencies, packed) === 0) used.push(packed)
    frequencies[packed] = u32At(frequencies, packed) + 1
  }
  return Uint16Array.from(used.sort((a, b) => u32At(frequencies, b) - u32At(frequencies, a) || a - b))
}

/** A function that appends the list of one term, whose postings are in a range, to a buffer. */
export function createWriteList(
  { chunks, counts, positions, positionStarts }: PostingColumns,
  { size, countCodes, raiseRanges }: ListSettings,
): (buffer: ByteBuffer, postings: Range) => void {
  const codes = new Uint16Array(2 ** COUNT_BITS)
  countCodes.forEach((packed, code) => {
    codes[packed] = code
  })

  /** Writes the postings of a block; `before` is the ordinal before the first. */
  function writeBlock(buffer: ByteBuffer, { from, to }: Range, before: number): void {
    const writer: GroupWriter = { buffer, pending: NONE }
    let last = before
    for (let i = from; i < to; i += 1) {
      const chunk = u32At(chunks, i)
      writeNumber(writer, chunk - last - 1)
      writeNumber(writer, u16At(codes, u16At(counts, i)))
      last = chunk
    }
    for (let i = from; i < to; i += 1) {
      const end = u32At(positionStarts, i + 1)
      last = -1
      for (let at = u32At(positionStarts, i); at < end; at += 1) {
        const position = u32At(positions, at)
        writeNumber(writer, 2 * (position - last - 1) + (at + 1 < end ? 1 : 0))
        last = position
      }
    }
    if (writer.pending !== NONE) pushByte(buffer, writer.pending)
  }

  function writeBlocks(buffer: ByteBuffer, { from, to }: Range): void {
    const bits = rangeBits(size, to - from)
    const ranges = new Uint16Array(Math.ceil(size / 2 ** bits))
    raiseRanges(ranges, bits, { chunks, counts, from, to })
    let entry = buffer.size
    for (let i = Math.ceil((to - from) / BLOCK) * ENTRY_BYTES; i > 0; i -= 1) pushByte(buffer, 0)
    for (const rangeMax of ranges) {
      for (let i = 0; i < RANGE_BYTES; i += 1) pushByte(buffer, (rangeMax >> (8 * i)) & 0xff)
    }
    for (let first = from; first < to; first += BLOCK, entry += ENTRY_BYTES) {
      const start = buffer.size
      const end = Math.min(first + BLOCK, to)
      writeBlock(buffer, { from: first, to: end }, first === from ? -1 : u32At(chunks, first - 1))
      const view = new DataView(buffer.bytes.buffer)
      view.setUint32(entry, u32At(chunks, end - 1), true)
      view.setUint16(entry + 4, buffer.size - start, true)
      view.setUint8(entry + 6, (buffer.size - start) >>> 16)
    }
  }

  return function writeList(buffer, postings) {
    const docFreq = postings.to - postings.from
    pushVarint(buffer, docFreq)
    if (docFreq > BLOCK) writeBlocks(buffer, postings)
    else writeBlock(buffer, postings, -1)
  }
}

/** A writer of groups at the end of a buffer, and the first group of a byte until the second is there. */
interface GroupWriter {
  readonly buffer: ByteBuffer
  pending: number
}
const NONE = -1

function writeNumber(writer: GroupWriter, number: number): void {
  let remaining = number
  for (; remaining >= MORE; remaining >>>= GROUP_BITS) writeGroup(writer, (remaining & (MORE - 1)) | MORE)
  writeGroup(writer, remaining)
}

function writeGroup(writer: GroupWriter, group: number): void {
  if (writer.pending === NONE) {
    writer.pending = group
    return
  }
  pushByte(writer.buffer, writer.pending | (group << (GROUP_BITS + 1)))
  writer.pending = NONE
}

/** The columns of an index that its lists are read from. */
export type ListColumns = PostingLists & Pick<IndexColumns, 'pages'>

/** Number of postings of a term, as its list says. */
export function encodedFreq({ postings, starts, pages }: ListColumns, term: number): number {
  return Math.min(readVarint(postings, u32At(starts, term)).value, pages.length)
}

export function createOpenList({ postings, starts, countCodes, pages }: ListColumns): OpenList {
  return function openList(term) {
    const { value, end: table } = readVarint(postings, u32At(starts, term))
    const end = u32At(starts, term + 1)
    const docFreq = Math.min(value, pages.length)
    const hasTable = docFreq > BLOCK
    const bits = rangeBits(pages.length, docFreq)
    const ranges = table + Math.ceil(docFreq / BLOCK) * ENTRY_BYTES
    const first = hasTable ? ranges + Math.ceil(pages.length / 2 ** bits) * RANGE_BYTES : table
    /** Offsets of the next block and of its entry in the table; the group where the current block has positions. */
    let [next, entry, positionsStart] = [first, table, 0]
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
      readBlock(size, Math.min(pages.length - 1, last))
      cursor.remaining -= size
      next = Math.min(end, next + length)
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
      // Counts groups.
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
      positionsStart = at
    }

    function createReadPositions(): PostingCursor['positionsAt'] {
      const positions = new Uint32Array(MAX_POSITIONS)
      let block = -1
      /** Postings of the block that were read, and the group after their positions. */
      let [read, group] = [0, 0]
      return function positionsAt(at) {
        if (block !== positionsStart) [block, read, group] = [positionsStart, 0, positionsStart]
        let count = 0
        for (; read <= at; read += 1) {
          count = 0
          let last = -1
          for (let more = hasPositions(cursor, read) ? 1 : 0; more === 1 && count < MAX_POSITIONS; count += 1) {
            let number = 0
            let bits = MORE
            for (let shift = 0; bits >= MORE && shift < MAX_NUMBER_BITS; shift += GROUP_BITS) {
              bits = groupAt(postings, group)
              number |= (bits & (MORE - 1)) << shift
              group += 1
            }
            more = number & 1
            last += 1 + (number >>> 1)
            positions[count] = last
          }
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
