/**
 * The length of a text as an index keeps it: its four highest bits, so that it is at most an eighth less. Rankings are
 * the same within the noise of relevance judgments, and lengths take a third less space in files that readers download.
 */

/** Bits of a length that are kept. */
const KEPT_BITS = 4
const LOWEST = 2 ** (KEPT_BITS - 1)

/** The length that is kept, of one of up to 31 bits. */
export function keptLength(length: number): number {
  return lengthOfCode(lengthCode(length))
}

/** A kept length as a number that counts all of them up from 0: below 128 for lengths of 16 bits. */
export function lengthCode(length: number): number {
  const shift = Math.max(0, 32 - KEPT_BITS - Math.clz32(length))
  return LOWEST * shift + (length >>> shift)
}

/** The kept length with a code. */
export function lengthOfCode(code: number): number {
  const shift = Math.max(0, Math.floor(code / LOWEST) - 1)
  return (code - LOWEST * shift) << shift
}
