/**
 * The score of a posting. In a section d, an alternative a of a query word gets BM25 of each field by itself, summed:
 *
 *   s(a, d) = weight(a) * sum over fields f of  w_f * tf / (tf + k1_f * (1 - b_f + b_f * len_f(d) / avg_f))
 *
 * where tf are the term's occurrences in the field, and weight(a) includes its idf (`clause.ts`). Each field is
 * saturated separately: a word in the title and the text is more evidence than twice in the text. (Robertson and
 * Zaragoza, The Probabilistic Relevance Framework, 2009, call the form that saturates after summing BM25F; on
 * documentation it finds less.)
 */
import { u16At } from '../../text/column.ts'
import { FIELDS, MEASURED_FIELDS } from './field.ts'
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

/** Maximum score of a term as a multiple of its weight: the sum of the fields' weights. */
export const MAX_TERM_SCORE = FIELDS.reduce((sum, { weight }) => sum + weight, 0)

/** Scores postings of one index by their packed counts. */
export type ScorePosting = (counts: number, chunk: number) => number

/** Constants of one field. */
interface FieldConstants {
  /** Mask of the field's count once those before it are shifted out. */
  readonly mask: number
  readonly bits: number
  readonly weight: number
  /** k1 * (1 - b + b * len / avg) is `base + slope * len`; doubled, since counts are in halves. */
  readonly base: number
  readonly slope: number
  /** Offset of the field's lengths. */
  readonly offset: number
}

/** Prepares the constants of each field. */
export function createScorePosting({ lengths, averages }: Pick<InvertedIndex, 'lengths' | 'averages'>): ScorePosting {
  const chunkCount = lengths.length / MEASURED_FIELDS.length
  const [first, ...others] = FIELDS.map(({ weight, k1, b, bits }, field): FieldConstants => ({
    mask: 2 ** bits - 1,
    bits,
    weight,
    base: 2 * k1 * (1 - b),
    slope: (2 * k1 * b) / (averages[field] || 1),
    // A field without lengths has no slope, either.
    offset: b === 0 ? 0 : field * chunkCount,
  }))
  if (first === undefined) return () => 0

  return function scorePosting(counts, chunk) {
    const count = counts & first.mask
    let score = count === 0 ? 0 : (first.weight * count) / (count + first.base + first.slope * u16At(lengths, chunk))
    // Most postings are of the first field alone.
    if (count === counts) return score
    let remaining = counts >>> first.bits
    for (const { mask, bits, weight, base, slope, offset } of others) {
      const next = remaining & mask
      remaining >>>= bits
      if (next !== 0) score += (weight * next) / (next + base + slope * u16At(lengths, offset + chunk))
      if (remaining === 0) break
    }
    return score
  }
}
