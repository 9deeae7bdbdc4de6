/** Columns of postings -> the bytes of their lists, in the form of `posting-list.ts`. */
import { u16At, u32At } from '../../text/column.ts'
import { BLOCK } from '../index/block.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import {
  BOUND_STEPS, type BlockMax, COUNT_BITS, ENTRY_BYTES, GROUP_BITS, LENGTH_BITS, joinBlockMax,
} from '../index/posting-list.ts'
import { MAX_TERM_SCORE, type ScorePosting } from '../index/score.ts'
import {
  type BitWriter, type ByteBuffer, copyBits, flushBits, pushByte, pushVarint, writeBits,
} from '../strings/bits.ts'
import type { Postings } from './segment.ts'

/** Announces another group of bits. */
const MORE = 1 << GROUP_BITS

/** Settings that all lists of an index share. */
export interface ListSettings {
  /** All packed counts, the most frequent first. */
  readonly countCodes: Uint16Array
  readonly scorePosting: ScorePosting
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
  { chunks, counts, positions, positionEnds }: Omit<Postings, 'starts'>,
  { countCodes, scorePosting }: ListSettings,
): WriteList {
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
    copyBits(writer, positions, from === 0 ? 0 : u32At(positionEnds, from - 1), u32At(positionEnds, to - 1))
    flushBits(writer)
  }

  function blockMaxOf({ from, to }: Range): BlockMax {
    let maxScore = 0
    let packed = 0
    for (let i = from; i < to; i += 1) {
      maxScore = Math.max(maxScore, scorePosting(u16At(counts, i), u32At(chunks, i)))
      packed |= u16At(counts, i)
    }
    const flags = ((packed & HEADING_MASK) === 0 ? 0 : 2) | ((packed & TITLE_MASK) === 0 ? 0 : 1)
    return (flags << 8) | Math.min(BOUND_STEPS, Math.ceil((maxScore / MAX_TERM_SCORE) * BOUND_STEPS))
  }

  /** The table of a list of several blocks, and the blocks. */
  function writeBlocks(buffer: ByteBuffer, postings: Range, blocks: readonly BlockMax[]): void {
    const table = buffer.size
    for (let i = 0; i < blocks.length * ENTRY_BYTES; i += 1) pushByte(buffer, 0)
    blocks.forEach((blockMax, i) => {
      const first = buffer.size
      const from = postings.from + i * BLOCK
      const to = Math.min(from + BLOCK, postings.to)
      writeBlock(buffer, { from, to }, i === 0 ? -1 : u32At(chunks, from - 1))
      const entry = table + i * ENTRY_BYTES
      putUint32(buffer.bytes, entry, u32At(chunks, to - 1))
      putUint32(buffer.bytes, entry + 4, ((blockMax << LENGTH_BITS) | (buffer.size - first)) >>> 0)
    })
  }

  return function writeList(buffer, postings) {
    const blocks: BlockMax[] = []
    for (let from = postings.from; from < postings.to; from += BLOCK) {
      blocks.push(blockMaxOf({ from, to: Math.min(from + BLOCK, postings.to) }))
    }
    const listMax = blocks.reduce(joinBlockMax, 0)
    writeListHead(buffer, postings.to - postings.from, listMax)
    if (blocks.length > 1) writeBlocks(buffer, postings, blocks)
    else writeBlock(buffer, postings, -1)
  }
}

/** Writes the head of a list: its number of postings and their block-max metadata. */
export function writeListHead(buffer: ByteBuffer, docFreq: number, listMax: BlockMax): void {
  pushVarint(buffer, docFreq * 4 + (listMax >>> 8))
  pushByte(buffer, listMax & 0xff)
}

/** Groups of bits, the lowest first, each but the last with a 1 on top. */
function writeNumber(writer: BitWriter, number: number): void {
  let remaining = number
  for (; remaining >= MORE; remaining >>>= GROUP_BITS) writeBits(writer, (remaining & (MORE - 1)) | MORE, GROUP_BITS + 1)
  writeBits(writer, remaining, GROUP_BITS + 1)
}

/** 32 bits, the lowest byte first. */
function putUint32(bytes: Uint8Array, at: number, value: number): void {
  for (let i = 0; i < 4; i += 1) bytes[at + i] = (value >>> (8 * i)) & 0xff
}
