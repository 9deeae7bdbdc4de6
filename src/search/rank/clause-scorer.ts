/**
 * Clauses as scorers: a postings cursor for each alternative, and upper bounds of the clause's contribution to any
 * chunk.
 */
import { f64At, u16At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import {
  type BlockMax, type PostingCursor, blockMaxWithin, currentChunk, hasHeading, hasTitle, isWithin, maxScoreOf,
  openPostings, seek,
} from '../index/posting-list.ts'
import type { ScorePosting } from '../index/score.ts'
import type { Clause } from '../query/clause.ts'
import type { IndexReader } from './index-reader.ts'
import { ACCUMULATORS, type Accumulators, COVERAGE, HEADING, SCORE, TITLE, blockBuffer } from './workspace.ts'

/** Contribution of one or more clauses to a chunk. */
export interface Contribution {
  /** Sum over the clauses of the best score of their alternatives. */
  score: number
  /** Sum over the clauses of the best coverage of the alternatives that the chunk has; 0 when it has none. */
  coverage: number
  /** The same of the alternatives that the heading has. */
  heading: number
  /** The same of the alternatives that the title has. */
  title: number
}

/** A scorer of one alternative: its postings cursor and its weights. */
export interface TermScorer {
  readonly cursor: PostingCursor
  readonly weight: number
  readonly coverage: number
}

/** A scorer of one clause. */
export interface ClauseScorer {
  readonly terms: readonly TermScorer[]
  /** Upper bound of its score in any chunk. */
  readonly maxScore: number
  /** Upper bound of the joint contribution of it and all later scorers to any chunk of the current range. */
  readonly remainingBound: Contribution
  /** The same of the later scorers alone. */
  readonly laterBound: Readonly<Contribution>
}

/** The contribution of no clause. */
export const NO_CONTRIBUTION: Readonly<Contribution> = { score: 0, coverage: 0, heading: 0, title: 0 }

/**
 * Scorers of the clauses that any chunk has, the highest bounds first. Scores are summed up in this order, too, so
 * that a chunk's sum is the same to the last bit when it is looked up by itself. They are valid until the same reader
 * opens others.
 */
export function openScorers({ index, workspace }: IndexReader, clauses: readonly Clause[]): ClauseScorer[] {
  let lists = 0
  const bounded = clauses.filter(({ alternatives }) => alternatives.length > 0).map(({ alternatives }) => {
    const terms = alternatives.map(({ term, weight, coverage }): TermScorer => {
      return { cursor: openPostings(index, term, blockBuffer(workspace, lists++)), weight, coverage }
    })
    const bound = { ...NO_CONTRIBUTION }
    for (const term of terms) raiseBound(bound, term, term.cursor.listMax)
    return { terms, maxScore: bound.score }
  })
  let laterBound = NO_CONTRIBUTION
  const lastFirst = bounded.sort((a, b) => b.maxScore - a.maxScore).reverse().map((scorer): ClauseScorer => {
    const remainingBound = { ...NO_CONTRIBUTION }
    const linked = { ...scorer, remainingBound, laterBound }
    laterBound = remainingBound
    return linked
  })
  return lastFirst.reverse()
}

/** Ordinals, `end` exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Computes the `remainingBound` of each scorer for a range. Ranges must ascend from call to call. */
export function boundScorers(scorers: readonly ClauseScorer[], { start, end }: Range): void {
  for (const { terms, remainingBound, laterBound } of [...scorers].reverse()) {
    const bound = { ...NO_CONTRIBUTION }
    for (const term of terms) {
      if (isWithin(term.cursor, end)) raiseBound(bound, term, blockMaxWithin(term.cursor, start, end))
    }
    remainingBound.score = laterBound.score + bound.score
    remainingBound.coverage = laterBound.coverage + bound.coverage
    remainingBound.heading = laterBound.heading + bound.heading
    remainingBound.title = laterBound.title + bound.title
  }
}

/** The accumulators of one chunk, from `at` on. */
interface Target {
  readonly sums: Accumulators
  readonly at: number
  readonly scorePosting: ScorePosting
}

/** Adds a clause's contribution to one chunk. Chunks must ascend from call to call. */
export function addClause({ terms }: ClauseScorer, ordinal: number, { sums, at, scorePosting }: Target): void {
  let score = 0
  let coverage = 0
  let heading = 0
  let title = 0
  for (const term of terms) {
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

/** Adds to an accumulator. */
export function addAt(accumulators: Accumulators, at: number, value: number): void {
  accumulators[at] = f64At(accumulators, at) + value
}

/** The contribution that accumulators hold from an offset on. */
export function contributionAt(sums: Accumulators, at: number): Contribution {
  return {
    score: f64At(sums, at + SCORE),
    coverage: f64At(sums, at + COVERAGE),
    heading: f64At(sums, at + HEADING),
    title: f64At(sums, at + TITLE),
  }
}

/** Sums up the contributions of clauses to single chunks, which must ascend from call to call. */
export function createChunkScorer(reader: IndexReader, clauses: readonly Clause[]): (ordinal: number) => Contribution {
  const { scorePosting } = reader
  const scorers = openScorers(reader, clauses)
  const sums = new Float64Array(ACCUMULATORS)
  return function scoreChunk(ordinal) {
    sums.fill(0)
    for (const scorer of scorers) addClause(scorer, ordinal, { sums, at: 0, scorePosting })
    return contributionAt(sums, 0)
  }
}

/** Raises bounds to the highest contribution of postings with such metadata; 0 means no postings. */
function raiseBound(bound: Contribution, { weight, coverage }: TermScorer, blockMax: BlockMax): void {
  if (blockMax === 0) return
  const score = weight * maxScoreOf(blockMax)
  if (score > bound.score) bound.score = score
  if (coverage > bound.coverage) bound.coverage = coverage
  if (hasHeading(blockMax) && coverage > bound.heading) bound.heading = coverage
  if (hasTitle(blockMax) && coverage > bound.title) bound.title = coverage
}
