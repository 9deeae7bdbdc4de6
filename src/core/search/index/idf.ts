/** Inverse document frequency, and terms that a word of a query may mean. */
import type { InvertedIndex } from './inverted-index.ts'

/** A term that a word of a query may mean. */
export interface TermCandidate {
  /** Number of the term. */
  readonly term: number
  /** Probability-like weight, above 0; 1 for the word's own term. */
  readonly confidence: number
  /** Fraction of the word that a chunk with the term covers. Default: the confidence. */
  readonly covers?: number
}

/**
 * Inverse document frequency of BM25, in the form that is never negative: ln(1 + (C - n + 1/2) / (n + 1/2)) for a
 * term in n of C chunks.
 */
export function idf(size: number, chunks: number): number {
  const n = Math.min(chunks, size)
  return Math.log(1 + (size - n + 0.5) / (n + 0.5))
}

/** The idf of a term in `chunks` chunks of the collection of an index. */
export function idfIn({ collection, pages }: Pick<InvertedIndex, 'collection' | 'pages'>, chunks: number): number {
  return idf(collection?.size ?? pages.length, chunks)
}
