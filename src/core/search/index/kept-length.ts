/**
 * The length of a text as an index keeps it: its four highest bits, so that it is at most an eighth less. Rankings are
 * the same within the noise of relevance judgments, and lengths take a third less space in files that readers download.
 */
import { u16At } from '../../text/column.ts'
import { MEASURED_FIELDS } from './field.ts'
import type { IndexColumns } from './inverted-index.ts'

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

/** Gives the words of a chunk in all fields with lengths, by which its positions are packed. */
export type DocumentLength = (chunk: number) => number

/** Reads the lengths of an index's chunks. */
export function createDocumentLength({ lengths }: Pick<IndexColumns, 'lengths'>): DocumentLength {
  const chunkCount = lengths.length / MEASURED_FIELDS.length
  return function documentLength(chunk) {
    let words = 0
    for (let at = chunk; at < lengths.length; at += chunkCount) words += u16At(lengths, at)
    return words
  }
}
