/** Columns of postings -> the bytes of their lists, in the form of `posting-list.ts`. */
import { flushBits, pushByte, pushVarint, writeBits } from '../strings/bits.ts'
import type { BitWriter, ByteRow } from '../strings/bits.ts'
import { BLOCK } from '../index/block.ts'
import { HEADING_BITS, TITLE_BITS } from '../index/field.ts'
import { writePositions } from '../index/positions.ts'
import type { TermPostings } from './posting-collector.ts'
import { BOUND_STEPS, COUNT_BITS, ENTRY_BYTES, GROUP_BITS } from '../index/posting-list.ts'
import { LENGTH_BITS, MAX_COUNT_CODES, joinSummaries } from '../index/posting-list.ts'
import type { Summary } from '../index/posting-list.ts'
import { MAX_TERM_SCORE } from '../index/score.ts'
import type { ScorePosting } from '../index/score.ts'
import type { SpanOf } from '../index/document-length.ts'

const CODE_BITS = 4
/** Tells that another group of bits follows. */
const MORE = 1 << GROUP_BITS

/** What holds of all lists of an index. */
export interface ListSettings {
  /** At most `MAX_COUNT_CODES` packed counts, the most frequent ones. */
  readonly countCodes: Uint16Array
  readonly spanOf: SpanOf
  readonly scorePosting: ScorePosting
}

/** Postings of a list from `from` to before `to`. */
interface Range {
  readonly from: number
  readonly to: number
}

/** Writes the list of one term behind a row of bytes. */
export type WriteList = (row: ByteRow, postings: TermPostings) => void

/** The most frequent packed counts, the most frequent first, given how often each occurs. */
export function chooseCountCodes(frequencies: Uint32Array): Uint16Array {
  const used = [...frequencies.keys()].filter((packed) => frequencies[packed]! > 0)
  return Uint16Array.from(used.sort((a, b) => frequencies[b]! - frequencies[a]! || a - b).slice(0, MAX_COUNT_CODES))
}

/** A writer of lists, with its scratch space. */
export function createWriteList({ countCodes, spanOf, scorePosting }: ListSettings): WriteList {
  const codes = new Uint8Array(2 ** COUNT_BITS).fill(MAX_COUNT_CODES)
  countCodes.forEach((packed, code) => {
    codes[packed] = code
  })

  function writeBlock(row: ByteRow, { chunks, counts, places, placeStarts }: TermPostings, { from, to }: Range): void {
    const writer: BitWriter = { row, rest: 0, count: 0 }
    let last = from === 0 ? -1 : chunks[from - 1]!
    for (let i = from; i < to; i += 1) {
      writeDistance(writer, chunks[i]! - last - 1)
      last = chunks[i]!
      const code = codes[counts[i]!]!
      writeBits(writer, code, CODE_BITS)
      if (code === MAX_COUNT_CODES) writeBits(writer, counts[i]!, COUNT_BITS)
    }
    flushBits(writer)
    for (let i = from; i < to; i += 1) {
      writePositions(writer, { places, from: placeStarts[i]!, to: placeStarts[i + 1]! }, spanOf(chunks[i]!))
    }
    flushBits(writer)
  }

  function summarise({ chunks, counts }: TermPostings, { from, to }: Range): Summary {
    let bound = 0
    let packed = 0
    for (let i = from; i < to; i += 1) {
      bound = Math.max(bound, scorePosting(counts[i]!, chunks[i]!))
      packed |= counts[i]!
    }
    const flags = ((packed & HEADING_BITS) === 0 ? 0 : 2) | ((packed & TITLE_BITS) === 0 ? 0 : 1)
    return (flags << 8) | Math.min(BOUND_STEPS, Math.ceil((bound / MAX_TERM_SCORE) * BOUND_STEPS))
  }

  /** The table of a list of several blocks, and the blocks. */
  function writeBlocks(row: ByteRow, postings: TermPostings, summaries: readonly Summary[]): void {
    const table = row.size
    for (let i = 0; i < summaries.length * ENTRY_BYTES; i += 1) pushByte(row, 0)
    summaries.forEach((summary, i) => {
      const first = row.size
      const to = Math.min((i + 1) * BLOCK, postings.size)
      writeBlock(row, postings, { from: i * BLOCK, to })
      const entry = table + i * ENTRY_BYTES
      putNumber(row.bytes, entry, postings.chunks[to - 1]!)
      putNumber(row.bytes, entry + 4, ((summary << LENGTH_BITS) | (row.size - first)) >>> 0)
    })
  }

  return function writeList(row, postings) {
    const { size } = postings
    const summaries: Summary[] = []
    for (let from = 0; from < size; from += BLOCK) summaries.push(summarise(postings, { from, to: Math.min(from + BLOCK, size) }))
    const whole = summaries.reduce(joinSummaries, 0)
    pushVarint(row, size * 4 + (whole >>> 8))
    pushByte(row, whole & 0xff)
    if (summaries.length > 1) writeBlocks(row, postings, summaries)
    else writeBlock(row, postings, { from: 0, to: size })
  }
}

/** Groups of bits, the lowest first, each but the last with a 1 on top. */
function writeDistance(writer: BitWriter, distance: number): void {
  let rest = distance
  for (; rest >= MORE; rest >>>= GROUP_BITS) writeBits(writer, (rest & (MORE - 1)) | MORE, CODE_BITS)
  writeBits(writer, rest, CODE_BITS)
}

/** 32 bits, the lowest byte first. */
function putNumber(bytes: Uint8Array, at: number, value: number): void {
  for (let i = 0; i < 4; i += 1) bytes[at + i] = (value >>> (8 * i)) & 0xff
}
