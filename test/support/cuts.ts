/** The ways in which tests cut a stream: whole, in pieces of a few sizes, and up to 200 times at random with empty pieces among them. */
import { rounds } from './fuzz.ts'
import { createRandom } from './random.ts'

const SIZES = [1, 2, 3, 5, 7, 64]
const RANDOM_CUTS = rounds(200)
/** Ways in all. */
export const CUTS = 1 + SIZES.length + RANDOM_CUTS
/** Pieces of a random cut are at most this part of the whole, or a few bytes. */
const PARTS = 8

/** The same bytes, cut in each way. */
export function* cuts(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  yield [bytes]
  for (const size of SIZES) yield cut(bytes, () => size)
  const random = createRandom(bytes.length)
  const most = Math.max(9, bytes.length / PARTS)
  for (let round = 0; round < RANDOM_CUTS; round += 1) yield cut(bytes, () => random.below(most))
}

function cut(bytes: Uint8Array, size: () => number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieces.at(-1)!.length) pieces.push(bytes.subarray(at, at + size()))
  return pieces
}
