import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Candidate, createTopList } from '../../../../src/core/search/rank/top-list.ts'
import { createRandom } from '../../../support/random.ts'

/** The same, one candidate after the other put in its place. */
function naive(candidates: readonly Candidate[], limit: number, perPage: number): Candidate[] {
  let kept: Candidate[] = []
  for (const candidate of candidates) {
    kept = [...kept, candidate].sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
    const rivals = kept.filter(({ page }) => page === candidate.page)
    if (rivals.length > perPage) kept = kept.filter((one) => one !== rivals.at(-1))
    if (kept.length > limit) kept = kept.slice(0, limit)
  }
  return kept
}

test('createTopList() keeps the best, at most so many of one page', () => {
  const random = createRandom(11)
  for (let round = 0; round < 500; round += 1) {
    const candidates = Array.from({ length: random.below(400) }, (_, ordinal) => {
      return { ordinal, score: random.below(50), page: random.below(9) }
    })
    const limit = random.pick([0, 1, 2, 5, 10, Infinity])
    const perPage = random.pick([0, 1, 2, 3, Infinity])
    const top = createTopList({ limit, perPage, rankOf: () => 0 })
    for (const candidate of candidates) top.offer(candidate)
    assert.deepEqual(top.finish(), naive(candidates, limit, perPage))
  }
})

test('createTopList() keeps the lower ordinal of equals in any order of arrival', () => {
  const top = createTopList({ limit: 2, perPage: 1, rankOf: () => 0 })
  for (const [ordinal, page] of [[5, 0], [4, 1], [3, 0], [2, 2]] as const) top.offer({ ordinal, page, score: 1 })
  assert.deepEqual(top.finish().map(({ ordinal }) => ordinal), [2, 3])
})

test('createTopList() tells the score that a candidate needs', () => {
  const top = createTopList({ limit: 2, perPage: 3, rankOf: () => 0 })
  assert.equal(top.threshold(), -Infinity)
  for (let ordinal = 0; ordinal < 1_000; ordinal += 1) top.offer({ ordinal, page: ordinal, score: ordinal })
  const threshold = top.threshold()
  assert.ok(threshold > 900 && threshold <= top.finish().at(-1)!.score)
  assert.equal(createTopList({ limit: 0, perPage: 1, rankOf: () => 0 }).threshold(), Infinity)
})
