/** Length of a chunk in words, all fields with lengths together: its positions are packed by it. */
import { u16At } from '../../text/column.ts'
import { MEASURED_FIELDS } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'

/** Gives the words of a chunk in all fields with lengths. */
export type DocumentLength = (chunk: number) => number

/** Reads the lengths of an index's chunks. */
export function createDocumentLength({ lengths }: Pick<InvertedIndex, 'lengths'>): DocumentLength {
  const chunkCount = lengths.length / MEASURED_FIELDS.length
  return function documentLength(chunk) {
    let words = 0
    for (let at = chunk; at < lengths.length; at += chunkCount) words += u16At(lengths, at)
    return words
  }
}
