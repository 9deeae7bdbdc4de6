/**
 * The contributions of a query's clauses to a chunk -> its score:
 *
 *   S(d) = weight(d) * ((coverage(d) / C) ^ (4 / words) * sum(d)
 *        + C * sum over f in heading, title of  c_f * (coverage_f(d) / idf_f(d)) * (coverage_f(d) / C)²)
 *
 * `sum` adds up the words' scores (`score.ts`), `coverage` the idf of the query's words that the chunk has, C is that
 * of all its words (query coverage), and `words` their number (function words count less). With the exponent, a short
 * query requires all of its words, while some are enough for a long question.
 *
 * The second line is for chunks whose heading or title says the same as the query: `coverage_f` counts words in that
 * field alone, `idf_f` adds up that of all the field's words. The first quotient is the part of the heading that the
 * query has, the second the part of the query that the heading has. The square keeps a heading of one common word below
 * a text that has all words of a long question.
 *
 * `weight` is the owner's weight of the section's page, 1 at most (`inverted-index.ts`).
 *
 * The first hits also get weight(d) * C * (coverage_p(d) / C)¹⁶ for their heading path (`clause-scorer.ts`).
 */
import { f32At, f64At } from '../../text/column.ts'
import type { ChunkColumns } from '../index/inverted-index.ts'
import { MAX_TERM_SCORE } from '../index/score.ts'
import type { Clause } from '../query/clause.ts'
import { type Accumulators, type ChunkSums, COVERAGE, HEADING, SCORE, TITLE } from './clause-scorer.ts'

/** Queries of up to this number of words require all of them. */
const SHORT_QUERY_WORDS = 4

/**
 * Weight of a heading, and of a title, that equals the query, as a multiple of the query coverage. Words in titles
 * count by the weights of `index/field.ts`.
 */
const HEADING_WEIGHT = 1
const TITLE_WEIGHT = 1.5
/**
 * Weight of a heading path that has the whole query, as a multiple of the query coverage, and the power of the share
 * that it has: one that lacks a word gets almost nothing.
 */
const PATH_WEIGHT = 1
const PATH_POWER = 16

/** Added to a bound, as a fraction of it, because sums may be rounded differently. */
const ROUNDING = 1e-9

/** The least score that competes, and an upper bound of the contributions that a chunk does not have yet. */
export interface Competition {
  threshold: number
  /** The bound is from `at` on. */
  readonly bounds: Accumulators
  at: number
}

/** The scoring of one query. */
export type Rank = ReturnType<typeof createRank>

/** Prepares the scoring of one query. */
export function createRank({ headingIdf, titleIdf, weights }: ChunkColumns, clauses: readonly Clause[]) {
  const queryCoverage = clauses.reduce((sum, { coverage }) => sum + coverage, 0)
  const exponent = coordination(clauses.reduce((sum, { wordWeight }) => sum + wordWeight, 0))
  const [headingWeight, titleWeight] = [HEADING_WEIGHT * queryCoverage, TITLE_WEIGHT * queryCoverage]
  /** The same over the square of the query coverage: for fields whose idf is not looked up. */
  const [headingFactor, titleFactor] = [HEADING_WEIGHT / queryCoverage, TITLE_WEIGHT / queryCoverage]

  function weightOf(ordinal: number): number {
    return weights.length === 0 ? 1 : f32At(weights, ordinal)
  }

  /** Factor of the words' scores; of a bound of the coverage it is a bound. */
  function coordinationOf(coverage: number): number {
    return Math.min(1, coverage / queryCoverage) ** exponent
  }

  /** Similarity of the query and a field with the given sum of idf, 0 to 1. */
  function similarity(coverage: number, fieldIdf: number): number {
    return Math.min(1, coverage / fieldIdf) * squared(Math.min(1, coverage / queryCoverage))
  }

  function score(ordinal: number, { sums, at }: Readonly<ChunkSums>): number {
    const [heading, title] = [f64At(sums, at + HEADING), f64At(sums, at + TITLE)]
    let total = f64At(sums, at + SCORE) * coordinationOf(f64At(sums, at + COVERAGE))
    if (heading > 0) total += headingWeight * similarity(heading, f32At(headingIdf, ordinal))
    if (title > 0) total += titleWeight * similarity(title, f32At(titleIdf, ordinal))
    return total * weightOf(ordinal)
  }

  /** Score that a heading path with the given coverage adds to a chunk among the first hits. */
  function pathScore(ordinal: number, coverage: number): number {
    if (coverage === 0) return 0
    return PATH_WEIGHT * queryCoverage * Math.min(1, coverage / queryCoverage) ** PATH_POWER * weightOf(ordinal)
  }

  /** False when the score of a chunk can't reach the threshold. */
  function canCompete(
    ordinal: number,
    { sums, at }: Readonly<ChunkSums>,
    { threshold, bounds, at: more }: Competition,
  ): boolean {
    const coverage = f64At(sums, at + COVERAGE) + f64At(bounds, more + COVERAGE)
    const words = (f64At(sums, at + SCORE) + f64At(bounds, more + SCORE)) * coordinationOf(coverage)
    const heading = f64At(sums, at + HEADING) + f64At(bounds, more + HEADING)
    const title = f64At(sums, at + TITLE) + f64At(bounds, more + TITLE)
    const fields = headingFactor * squared(heading) + titleFactor * squared(title)
    // Most chunks end here, before anything is looked up for them.
    if ((words + fields) * (1 + ROUNDING) < threshold) return false
    let total = words
    const ofHeading = f32At(headingIdf, ordinal)
    const ofTitle = f32At(titleIdf, ordinal)
    // A chunk without a heading gets nothing for it.
    if (heading > 0 && ofHeading > 0) total += headingWeight * similarity(heading, ofHeading)
    if (title > 0 && ofTitle > 0) total += titleWeight * similarity(title, ofTitle)
    return total * weightOf(ordinal) * (1 + ROUNDING) >= threshold
  }

  /** Upper bound of the scores of chunks with at most the contributions from `at` on. */
  function upperBound(bounds: Accumulators, at: number): number {
    const words = f64At(bounds, at + SCORE) * coordinationOf(f64At(bounds, at + COVERAGE))
    const heading = Math.min(1, f64At(bounds, at + HEADING) / queryCoverage)
    const title = Math.min(1, f64At(bounds, at + TITLE) / queryCoverage)
    return (words + headingWeight * squared(heading) + titleWeight * squared(title)) * (1 + ROUNDING)
  }

  /** Share of the query that a title has, 0 to 1. */
  function titleShare({ sums, at }: Readonly<ChunkSums>): number {
    const title = f64At(sums, at + TITLE)
    return title === 0 ? 0 : Math.min(1, title / queryCoverage)
  }

  const maxTermScores = clauses.reduce((sum, { alternatives }) => {
    return sum + MAX_TERM_SCORE * alternatives.reduce((most, { weight }) => Math.max(most, weight), 0)
  }, 0)
  const maxScore = maxTermScores + queryCoverage * (HEADING_WEIGHT + TITLE_WEIGHT + PATH_WEIGHT)
  return { score, canCompete, upperBound, titleShare, pathScore, maxScore }
}

function squared(value: number): number {
  return value * value
}

/** The exponent of coverage for a query of a number of words. */
export function coordination(words: number): number {
  return SHORT_QUERY_WORDS / Math.max(words, 1)
}
