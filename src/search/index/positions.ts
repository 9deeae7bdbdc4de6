/**
 * Where a term stands in a chunk <-> bits. Words of a chunk have positions from 0
 * on, counted through all its fields (`build.ts`).
 *
 *   number of places - 1   in unary: so many ones and a zero
 *   each place             its distance from the one before, less one, as a Rice code: the quotient by 2^k in unary, then k bits
 *
 * k follows from the number of places and the length of the chunk, which the
 * reader knows: it fits the distances that chance would give. (Rice, Some
 * Practical Universal Noiseless Coding Techniques, 1979.)
 */
import { MAX_WIDTH, readBits, readUnary, writeBits } from '../strings/bits.ts'
import type { BitReader, BitWriter } from '../strings/bits.ts'

/** Most places of one term in one chunk that are kept: what stands there more often is in every phrase. */
export const MAX_PLACES = 4_096
/** Ones that are written at once. */
const STEP = 16
/** Most of a quotient; no distance has more, since chunks have no more words than 2^k times it. */
const MAX_QUOTIENT = 0xffff

/** Positions of one term in one chunk: those of `places` from `from` to before `to`, ascending. */
export interface Places {
  readonly places: Uint32Array
  readonly from: number
  readonly to: number
}

/** Writes 1 to `MAX_PLACES` positions. */
export function writePositions(writer: BitWriter, { places, from, to }: Places, length: number): void {
  const count = to - from
  writeUnary(writer, count - 1)
  const k = riceBits(count, length)
  let last = -1
  for (let i = from; i < to; i += 1) {
    const distance = places[i]! - last - 1
    last = places[i]!
    const quotient = distance >>> k
    const rest = distance & ((1 << k) - 1)
    if (quotient + 1 + k <= MAX_WIDTH) {
      writeBits(writer, ((1 << quotient) - 1) | (rest << (quotient + 1)), quotient + 1 + k)
    } else {
      writeUnary(writer, quotient)
      writeBits(writer, rest, k)
    }
  }
}

/** Reads positions into `places` and tells how many there are. */
export function readPositions(reader: BitReader, places: Uint32Array, length: number): number {
  const count = Math.min(readUnary(reader, MAX_PLACES) + 1, MAX_PLACES)
  const k = riceBits(count, length)
  let last = -1
  for (let i = 0; i < count; i += 1) {
    last += 1 + readUnary(reader, MAX_QUOTIENT) * (1 << k) + readBits(reader, k)
    places[i] = last
  }
  return count
}

/** The k for so many places in a chunk of so many words. */
function riceBits(count: number, length: number): number {
  return Math.min(16, 31 - Math.clz32(Math.max(1, Math.floor(length / (count + 1)))))
}

function writeUnary(writer: BitWriter, value: number): void {
  let left = value
  for (; left > STEP; left -= STEP) writeBits(writer, (1 << STEP) - 1, STEP)
  writeBits(writer, (1 << left) - 1, left + 1)
}
