/**
 * Positions of a term in a chunk <-> bits. Words of a chunk have positions from 0 on, counted through all its fields
 * (`build/occurrences.ts`).
 *
 *   number of positions - 1   in unary: that many ones and a zero
 *   each position             its distance from the one before, less one, as a Rice code: the quotient by 2^k in unary,
 *                             then k bits
 *
 * k follows from the number of positions and the length of the chunk, which the reader knows: it fits the distances
 * that chance would give. (Rice, Some Practical Universal Noiseless Coding Techniques, 1979.)
 */
import { u32At } from '../../text/column.ts'
import { type BitReader, type BitWriter, MAX_WIDTH, readBits, readUnary, writeBits } from '../strings/bits.ts'

/** Most positions of one term in one chunk that are kept. */
export const MAX_POSITIONS = 4_096
/** Ones that are written at once. */
const STEP = 16
/** Greatest quotient: a chunk has no more words than 2^k times it. */
const MAX_QUOTIENT = 0xffff

/** Positions of one term in one chunk: those of a column from `from` to before `to`, ascending. */
export interface PositionRange {
  readonly positions: Uint32Array
  readonly from: number
  readonly to: number
}

/** Writes up to `MAX_POSITIONS` positions. */
export function writePositions(writer: BitWriter, { positions, from, to }: PositionRange, length: number): void {
  const count = to - from
  if (count === 0) return
  writeUnary(writer, count - 1)
  const k = riceBits(count, length)
  let last = -1
  for (let i = from; i < to; i += 1) {
    const position = u32At(positions, i)
    const distance = position - last - 1
    last = position
    const quotient = distance >>> k
    const remainder = distance & ((1 << k) - 1)
    if (quotient + 1 + k <= MAX_WIDTH) {
      writeBits(writer, ((1 << quotient) - 1) | (remainder << (quotient + 1)), quotient + 1 + k)
    } else {
      writeUnary(writer, quotient)
      writeBits(writer, remainder, k)
    }
  }
}

/** Reads positions into a column and returns their number. */
export function readPositions(reader: BitReader, positions: Uint32Array, length: number): number {
  const count = Math.min(readUnary(reader, MAX_POSITIONS) + 1, MAX_POSITIONS)
  const k = riceBits(count, length)
  let last = -1
  for (let i = 0; i < count; i += 1) {
    last += 1 + readUnary(reader, MAX_QUOTIENT) * (1 << k) + readBits(reader, k)
    positions[i] = last
  }
  return count
}

/** The k for a number of positions in a chunk of a number of words. */
function riceBits(count: number, length: number): number {
  return Math.min(16, 31 - Math.clz32(Math.max(1, Math.floor(length / (count + 1)))))
}

function writeUnary(writer: BitWriter, value: number): void {
  let remaining = value
  for (; remaining > STEP; remaining -= STEP) writeBits(writer, (1 << STEP) - 1, STEP)
  writeBits(writer, (1 << remaining) - 1, remaining + 1)
}
