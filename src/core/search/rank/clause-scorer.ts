/**
 * Clauses as scorers: a postings cursor for each alternative, and upper bounds of the clause's contribution to the
 * chunks of a window.
 */
import { f64At, u16At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import { currentChunk, isWithin, type PostingCursor, readWindowMax, rewind, seek } from '../index/posting-list.ts'
import {
  maxScoreOf, mayBeInHeading, mayBeInTitle, type ScorePosting, WINDOW_BITS, windowCount,
} from '../index/score.ts'
import type { Clause } from '../query/clause.ts'
import type { IndexReader } from './index-reader.ts'

/**
 * Columns in which a search adds up the contributions of its clauses: `ACCUMULATORS` numbers for each chunk, next to
 * each other, at these offsets.
 */
export type Accumulators = Float64Array
export const ACCUMULATORS = 4
/** Sum over the clauses of the best score of their alternatives. */
export const SCORE = 0
/** Sum over the clauses of the best coverage of the alternatives that the chunk has; 0 when it has none. */
export const COVERAGE = 1
/** The same of the alternatives that the heading has, and of those that the title has. */
export const HEADING = 2
export const TITLE = 3

/** A scorer of one alternative: its postings cursor, its bounds in each window, and its weights. */
export interface TermScorer {
  readonly cursor: PostingCursor
  readonly windowMax: Uint16Array
  readonly weight: number
  readonly coverage: number
}

export interface ClauseScorer {
  readonly terms: readonly TermScorer[]
  /** Upper bound of its score in any chunk. */
  readonly maxScore: number
}

/**
 * Scorers of the clauses that any chunk has, the highest bounds first. Scores are summed up in this order, too, so that
 * a chunk's sum is the same to the last bit when it is looked up alone.
 */
export function openScorers({ index, raiseRanges }: IndexReader, clauses: readonly Clause[]): ClauseScorer[] {
  const present = clauses.filter(({ alternatives }) => alternatives.length > 0)
  const scorers = present.map(({ alternatives }): ClauseScorer => {
    let maxScore = 0
    const terms = alternatives.map(({ term, weight, coverage }): TermScorer => {
      const windowMax = new Uint16Array(windowCount(index.pages.length))
      const cursor = index.lexicon.open(term)
      readWindowMax(cursor, windowMax, raiseRanges)
      for (let window = 0; window < windowMax.length; window += 1) {
        maxScore = Math.max(maxScore, weight * maxScoreOf(u16At(windowMax, window)))
      }
      return { cursor, windowMax, weight, coverage }
    })
    return { terms, maxScore }
  })
  return scorers.sort((a, b) => b.maxScore - a.maxScore)
}

/** Moves the cursors back to the start, from where chunks ascend again. */
export function rewindScorers(scorers: readonly ClauseScorer[]): void {
  for (const { terms } of scorers) for (const { cursor } of terms) rewind(cursor)
}

/**
 * Bounds of the joint contribution of each scorer and all later ones to any chunk of a window: accumulators for each,
 * and as many zeros at the end.
 */
export function boundScorers(scorers: readonly ClauseScorer[], window: number, bounds: Accumulators): void {
  for (let i = scorers.length - 1; i >= 0; i -= 1) {
    let score = 0
    let coverage = 0
    let heading = 0
    let title = 0
    for (const term of scorers[i]!.terms) {
      const rangeMax = u16At(term.windowMax, window)
      if (rangeMax === 0) continue
      score = Math.max(score, term.weight * maxScoreOf(rangeMax))
      coverage = Math.max(coverage, term.coverage)
      if (mayBeInHeading(rangeMax)) heading = Math.max(heading, term.coverage)
      if (mayBeInTitle(rangeMax)) title = Math.max(title, term.coverage)
    }
    const at = ACCUMULATORS * i
    const next = at + ACCUMULATORS
    bounds[at + SCORE] = f64At(bounds, next + SCORE) + score
    bounds[at + COVERAGE] = f64At(bounds, next + COVERAGE) + coverage
    bounds[at + HEADING] = f64At(bounds, next + HEADING) + heading
    bounds[at + TITLE] = f64At(bounds, next + TITLE) + title
  }
}

/** The accumulators of one chunk, from `at` on. */
export interface ChunkSums {
  readonly sums: Accumulators
  at: number
}

/** The accumulators of one chunk, and the score that is added to them. */
export interface ScoredSums extends ChunkSums {
  readonly scorePosting: ScorePosting
}

/** Adds a clause's contribution to one chunk. Chunks must ascend from call to call. */
export function addClause({ terms }: ClauseScorer, ordinal: number, { sums, at, scorePosting }: ScoredSums): void {
  let score = 0
  let coverage = 0
  let heading = 0
  let title = 0
  for (const term of terms) {
    if (u16At(term.windowMax, ordinal >>> WINDOW_BITS) === 0) continue
    const { cursor } = term
    if (!isWithin(cursor, ordinal + 1) || !seek(cursor, ordinal) || currentChunk(cursor) !== ordinal) continue
    const packed = u16At(cursor.counts, cursor.at)
    score = Math.max(score, term.weight * scorePosting(packed, ordinal))
    coverage = Math.max(coverage, term.coverage)
    if ((packed & HEADING_MASK) !== 0) heading = Math.max(heading, term.coverage)
    if ((packed & TITLE_MASK) !== 0) title = Math.max(title, term.coverage)
  }
  addAt(sums, at + SCORE, score)
  addAt(sums, at + COVERAGE, coverage)
  addAt(sums, at + HEADING, heading)
  addAt(sums, at + TITLE, title)
}

export function addAt(accumulators: Accumulators, at: number, value: number): void {
  accumulators[at] = f64At(accumulators, at) + value
}

/** Fields of the heading path. */
const PATH_MASK = HEADING_MASK | TITLE_MASK

/**
 * Coverage of a query by the heading path of a chunk, which is the title of its page and its own heading: "Suspense ›
 * Events" has all of "suspense events", which neither of the two has. The contribution of the chunk must be the last
 * that these scorers gave.
 */
function headingPathCoverage(scorers: readonly ClauseScorer[], ordinal: number): number {
  let sum = 0
  for (const { terms } of scorers) {
    let most = 0
    for (const { cursor, coverage } of terms) {
      const isHere = coverage > most && currentChunk(cursor) === ordinal
      if (isHere && (u16At(cursor.counts, cursor.at) & PATH_MASK) !== 0) most = coverage
    }
    sum += most
  }
  return sum
}

/**
 * A function that gives the contributions to single chunks, which must ascend from call to call, and the coverage by
 * their heading path. The contributions are valid until the next call. It moves the cursors of the scorers back to the
 * start.
 */
export function createChunkScorer(scorePosting: ScorePosting, scorers: readonly ClauseScorer[]) {
  const chunk: ScoredSums = { sums: new Float64Array(ACCUMULATORS), at: 0, scorePosting }
  rewindScorers(scorers)
  return function scoreChunk(ordinal: number) {
    chunk.sums.fill(0)
    for (const scorer of scorers) addClause(scorer, ordinal, chunk)
    return { sums: chunk.sums, at: 0, pathCoverage: headingPathCoverage(scorers, ordinal) }
  }
}
