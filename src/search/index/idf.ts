/** Terms of an index: how common one is, what it tells, and one as a meaning of a word. */
import type { InvertedIndex } from './inverted-index.ts'

/** A term that a word of a query may mean. */
export interface Meaning {
  /** Number of the term. */
  readonly term: number
  /** How surely it is meant, above 0; 1 for the word's own term. */
  readonly share: number
}

/**
 * Inverse document frequency of BM25, in the form that is never negative:
 * ln(1 + (C - n + 1/2) / (n + 1/2)) for what is in n of C chunks.
 */
export function rarenessIn(size: number, chunks: number): number {
  const n = Math.min(chunks, size)
  return Math.log(1 + (size - n + 0.5) / (n + 0.5))
}

/** `rarenessIn` an index. */
export function rarenessOf({ pages }: Pick<InvertedIndex, 'pages'>, chunks: number): number {
  return rarenessIn(pages.length, chunks)
}
