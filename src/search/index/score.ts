/**
 * What an occurrence is worth. In a section d, an alternative a of a query word
 * gets BM25 of each field by itself, summed:
 *
 *   s(a, d) = weight(a) * sum over fields f of  w_f * tf / (tf + k1_f * (1 - b_f + b_f * len_f(d) / avg_f))
 *
 * where tf are the term's occurrences in the field, and weight(a) holds its
 * rareness (`clause.ts`). Fields are saturated each by themselves: a word in title
 * and text tells more than one twice in the text. (Robertson and Zaragoza, The
 * Probabilistic Relevance Framework, 2009, call BM25F what saturates after
 * summing; on documentation it finds less.)
 */
import { FIELDS, LIMITS } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'

/** What a term can get at most, as a multiple of its weight: the sum of the fields' weights. */
export const MAX_TERM_SCORE = FIELDS.reduce((sum, { weight }) => sum + weight, 0)

/** Scores postings of one index by their packed counts. */
export type ScorePosting = (counts: number, chunk: number) => number

/** Prepares the constants of each field: k1 * (1 - b + b * len / avg) is `base + slope * len`. */
export function createScorePosting({ lengths, averages }: Pick<InvertedIndex, 'lengths' | 'averages'>): ScorePosting {
  const weights = Float64Array.from(FIELDS, ({ weight }) => weight)
  const bits = Uint8Array.from(FIELDS, (field) => field.bits)
  const limits = Uint16Array.from(LIMITS)
  // Counts are in halves, so the constants are doubled.
  const bases = Float64Array.from(FIELDS, ({ k1, b }) => 2 * k1 * (1 - b))
  const slopes = Float64Array.from(FIELDS, ({ k1, b }, field) => (2 * k1 * b) / (averages[field]! || 1))
  const chunkCount = lengths.length / FIELDS.length
  const first = { limit: limits[0]!, weight: weights[0]!, base: bases[0]!, slope: slopes[0]! }

  return function scorePosting(counts, chunk) {
    // Most postings are of the first field alone.
    if (counts <= first.limit) return (first.weight * counts) / (counts + first.base + first.slope * lengths[chunk]!)
    let score = 0
    let rest = counts
    for (let field = 0; rest !== 0; field += 1) {
      const count = rest & limits[field]!
      rest >>>= bits[field]!
      if (count === 0) continue
      const length = lengths[field * chunkCount + chunk]!
      score += (weights[field]! * count) / (count + bases[field]! + slopes[field]! * length)
    }
    return score
  }
}
