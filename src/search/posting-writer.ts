/** Columns of postings -> the bytes of their lists, in the form of `posting-list.ts`. */
import { flushBits, pushByte, pushVarint, writeBits } from './bits.ts'
import type { BitWriter, ByteRow } from './bits.ts'
import { bitsOf, fieldNumber } from './field.ts'
import { MAX_PLACES, writePositions } from './positions.ts'
import { BLOCK, BOUND_STEPS, COUNT_BITS, ENTRY_BYTES, GROUP_BITS } from './posting-list.ts'
import { LENGTH_BITS, MAX_COUNT_CODES, joinSummaries } from './posting-list.ts'
import type { Summary } from './posting-list.ts'
import { MAX_TERM_SCORE } from './score.ts'
import type { ScorePosting } from './score.ts'
import type { SpanOf } from './span.ts'

const HEADING_BITS = bitsOf(fieldNumber('heading'))
const TITLE_BITS = bitsOf(fieldNumber('title'))
const CODE_BITS = 4
/** Tells that another group of bits follows. */
const MORE = 1 << GROUP_BITS

/** Postings, term after term. */
export interface PostingColumns {
  /** Ordinals, ascending within one term. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
  /** Fills `places` with the positions of a posting, ascending, at most as many as it holds, and tells how many there are. */
  readonly readPlaces: (posting: number, places: Uint32Array) => number
}

/** What holds of all lists of an index. */
export interface ListSettings {
  /** At most `MAX_COUNT_CODES` packed counts, the most frequent ones. */
  readonly countCodes: Uint16Array
  readonly spanOf: SpanOf
  readonly scorePosting: ScorePosting
}

/** Postings from `from` to before `to`. */
interface Range {
  readonly from: number
  readonly to: number
}

/** Writes a range of postings, all of one term, behind a row of bytes. */
export type WriteList = (row: ByteRow, range: Range) => void

/** The most frequent packed counts, the most frequent first. */
export function chooseCountCodes(counts: Uint16Array): Uint16Array {
  const frequencies = new Uint32Array(2 ** COUNT_BITS)
  for (let i = 0; i < counts.length; i += 1) frequencies[counts[i]!]! += 1
  const used = [...frequencies.keys()].filter((packed) => frequencies[packed]! > 0)
  return Uint16Array.from(used.sort((a, b) => frequencies[b]! - frequencies[a]! || a - b).slice(0, MAX_COUNT_CODES))
}

/** A writer of lists, with its scratch space. */
export function createWriteList(columns: PostingColumns, { countCodes, spanOf, scorePosting }: ListSettings): WriteList {
  const { chunks, counts, readPlaces } = columns
  const places = new Uint32Array(MAX_PLACES)
  const codes = new Uint8Array(2 ** COUNT_BITS).fill(MAX_COUNT_CODES)
  countCodes.forEach((packed, code) => {
    codes[packed] = code
  })

  function writeBlock(row: ByteRow, { from, to }: Range, before: number): void {
    const writer: BitWriter = { row, rest: 0, count: 0 }
    let last = before
    for (let i = from; i < to; i += 1) {
      writeDistance(writer, chunks[i]! - last - 1)
      last = chunks[i]!
      const code = codes[counts[i]!]!
      writeBits(writer, code, CODE_BITS)
      if (code === MAX_COUNT_CODES) writeBits(writer, counts[i]!, COUNT_BITS)
    }
    flushBits(writer)
    for (let i = from; i < to; i += 1) {
      writePositions(writer, { places, count: readPlaces(i, places) }, spanOf(chunks[i]!))
    }
    flushBits(writer)
  }

  function summarise({ from, to }: Range): Summary {
    let bound = 0
    let packed = 0
    for (let i = from; i < to; i += 1) {
      bound = Math.max(bound, scorePosting(counts[i]!, chunks[i]!))
      packed |= counts[i]!
    }
    const flags = ((packed & HEADING_BITS) === 0 ? 0 : 2) | ((packed & TITLE_BITS) === 0 ? 0 : 1)
    return (flags << 8) | Math.min(BOUND_STEPS, Math.ceil((bound / MAX_TERM_SCORE) * BOUND_STEPS))
  }

  return function writeList(row, { from, to }) {
    const blocks = Array.from({ length: Math.ceil((to - from) / BLOCK) }, (_, i): Range => {
      return { from: from + i * BLOCK, to: Math.min(from + (i + 1) * BLOCK, to) }
    })
    const summaries = blocks.map(summarise)
    const whole = summaries.reduce(joinSummaries, 0)
    pushVarint(row, (to - from) * 4 + (whole >>> 8))
    pushByte(row, whole & 0xff)
    const table = row.size
    if (blocks.length > 1) for (let i = 0; i < blocks.length * ENTRY_BYTES; i += 1) pushByte(row, 0)
    blocks.forEach((block, i) => {
      const first = row.size
      writeBlock(row, block, i === 0 ? -1 : chunks[block.from - 1]!)
      if (blocks.length === 1) return
      const entry = table + i * ENTRY_BYTES
      putNumber(row.bytes, entry, chunks[block.to - 1]!)
      putNumber(row.bytes, entry + 4, ((summaries[i]! << LENGTH_BITS) | (row.size - first)) >>> 0)
    })
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
