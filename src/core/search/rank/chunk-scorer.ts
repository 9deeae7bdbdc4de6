/** Clause scorers -> their contribution to single chunks, which are looked up in the posting lists. */
import { u16At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import { currentChunk } from '../index/posting-list.ts'
import type { ScorePosting } from '../index/score.ts'
import {
  type ClauseScorer, type ChunkSums, type Contribution, NO_CONTRIBUTION, addClause, contributionAt, rewindScorers,
} from './clause-scorer.ts'
import { ACCUMULATORS } from './workspace.ts'

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

/** The contributions to a chunk that was looked up. */
export interface ChunkMatch {
  readonly contribution: Contribution
  /** Coverage by the heading path, its title and heading together. */
  readonly pathCoverage: number
}

/** A chunk without any of the words. */
export const NO_MATCH: ChunkMatch = { contribution: NO_CONTRIBUTION, pathCoverage: 0 }

/** Looks up single chunks, which must ascend from call to call. */
export type ScoreChunk = (ordinal: number) => ChunkMatch

/** A chunk scorer. It moves the cursors of the scorers back to the start. */
export function createChunkScorer(scorePosting: ScorePosting, scorers: readonly ClauseScorer[]): ScoreChunk {
  const chunk: ChunkSums = { sums: new Float64Array(ACCUMULATORS), at: 0, scorePosting }
  rewindScorers(scorers)
  return function scoreChunk(ordinal) {
    chunk.sums.fill(0)
    for (const scorer of scorers) addClause(scorer, ordinal, chunk)
    return { contribution: contributionAt(chunk.sums, 0), pathCoverage: headingPathCoverage(scorers, ordinal) }
  }
}
