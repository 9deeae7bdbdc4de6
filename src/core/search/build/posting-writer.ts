/** Columns of postings -> the bytes of their lists, in the form of `index/encoded-list.ts`. */
import { u16At, u32At } from '../../text/column.ts'
import { COUNT_BITS, ENTRY_BYTES, GROUP_BITS } from '../index/encoded-list.ts'
import { writePositions } from '../index/positions.ts'
import { BLOCK } from '../index/posting-list.ts'
import { RANGE_BYTES, type RaiseRanges, rangeBits } from '../index/range-max.ts'
import {
  type BitWriter, type ByteBuffer, flushBits, pushByte, pushVarint, writeBits,
} from '../strings/bits.ts'
import type { Postings } from './postings.ts'

/** Bit that marks a group of bits with another one after it. */
const MORE = 1 << GROUP_BITS

/** Settings that all lists of an index share. */
export interface ListSettings {
  /** All packed counts, the most frequent first. */
  readonly countCodes: Uint16Array
  readonly raiseRanges: RaiseRanges
  /** Words of each chunk of the index (`createDocumentLength`). */
  readonly documentLengths: Uint32Array
}

/** Postings from `from` to before `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Appends the list of one term, whose postings are in a range, to a buffer. */
export type WriteList = (buffer: ByteBuffer, postings: Range) => void

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

/** A writer of the lists of some postings. */
export function createWriteList(
  { chunks, counts, positions, positionStarts }: Omit<Postings, 'starts'>,
  { countCodes, raiseRanges, documentLengths }: ListSettings,
): WriteList {
  const size = documentLengths.length
  const codes = new Uint16Array(2 ** COUNT_BITS)
  countCodes.forEach((packed, code) => {
    codes[packed] = code
  })

  /** Writes the postings of a block; `before` is the ordinal before the first. */
  function writeBlock(buffer: ByteBuffer, { from, to }: Range, before: number): void {
    const writer: BitWriter = { buffer, pending: 0, pendingBits: 0 }
    let last = before
    for (let i = from; i < to; i += 1) {
      const chunk = u32At(chunks, i)
      writeNumber(writer, chunk - last - 1)
      writeNumber(writer, u16At(codes, u16At(counts, i)))
      last = chunk
    }
    flushBits(writer)
    for (let i = from; i < to; i += 1) {
      const range = { positions, from: u32At(positionStarts, i), to: u32At(positionStarts, i + 1) }
      writePositions(writer, range, u32At(documentLengths, u32At(chunks, i)))
    }
    flushBits(writer)
  }

  /** Writes the table, the bounds of the ranges, and the blocks of a list. */
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
      putNumber(buffer.bytes, { at: entry, bytes: 4 }, u32At(chunks, end - 1))
      putNumber(buffer.bytes, { at: entry + 4, bytes: ENTRY_BYTES - 4 }, buffer.size - start)
    }
  }

  return function writeList(buffer, postings) {
    const docFreq = postings.to - postings.from
    pushVarint(buffer, docFreq)
    if (docFreq > BLOCK) writeBlocks(buffer, postings)
    else writeBlock(buffer, postings, -1)
  }
}

/** Writes a number as groups of bits, the lowest first; all but the last have a 1 as their highest bit. */
function writeNumber(writer: BitWriter, number: number): void {
  let remaining = number
  for (; remaining >= MORE; remaining >>>= GROUP_BITS) {
    writeBits(writer, (remaining & (MORE - 1)) | MORE, GROUP_BITS + 1)
  }
  writeBits(writer, remaining, GROUP_BITS + 1)
}

/** Offset and width of a number, in bytes. */
interface Slot {
  readonly at: number
  readonly bytes: number
}

/** Writes a number, the lowest byte first. */
function putNumber(target: Uint8Array, { at, bytes }: Slot, value: number): void {
  for (let i = 0; i < bytes; i += 1) target[at + i] = (value >>> (8 * i)) & 0xff
}
