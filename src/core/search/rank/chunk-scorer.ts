/** Clause scorers -> their contribution to single chunks, which are looked up in the posting lists. */
import type { ScorePosting } from '../index/score.ts'
import {
  type ChunkSums, type ClauseScorer, type Contribution, NO_CONTRIBUTION, addClause, contributionAt, rewindScorers,
} from './clause-scorer.ts'
import { headingPathCoverage } from './heading-path.ts'
import { ACCUMULATORS } from './workspace.ts'

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
