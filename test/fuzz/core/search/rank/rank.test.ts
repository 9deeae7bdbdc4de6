import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ACCUMULATORS, boundScorers, createChunkScorer, openScorers,
} from '../../../../../src/core/search/rank/clause-scorer.ts'
import { createRank } from '../../../../../src/core/search/rank/rank.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'
import { buildColumns, readerOf, resolve, site } from '../../../../support/search-index.ts'

test('createRank() has bounds above every score, of all chunks and of those of a window', () => {
  const random = createRandom(11)
  const words = ['cache', 'store', 'page', 'the', 'editor', 'lamp', 'desks', 'purging']
  const text = (most: number) => Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(' ')
  for (let round = 0; round < rounds(50); round += 1) {
    const index = buildColumns(site(...Array.from({ length: 20 }, () => `${text(3)} | ${text(4)} | ${text(30)}`)))
    const { clauses } = resolve(index, text(6))
    const rank = createRank(index, clauses)
    const reader = readerOf(index)
    const scorers = openScorers(reader, clauses)
    const bounds = new Float64Array(ACCUMULATORS * (scorers.length + 1))
    boundScorers(scorers, 0, bounds)
    const scoreChunk = createChunkScorer(reader.scorePosting, scorers)
    for (let ordinal = 0; ordinal < 20; ordinal += 1) {
      const { contribution, pathCoverage } = scoreChunk(ordinal)
      const score = contribution.coverage === 0 ? 0 : rank.score(ordinal, contribution)
      const ofPath = rank.pathScore(ordinal, pathCoverage)
      assert.ok(score >= 0 && score <= rank.upperBound(bounds, 0, reader.leastTitleIdf[0]!))
      assert.ok(ofPath >= 0 && score + ofPath <= rank.maxScore)
    }
  }
})
