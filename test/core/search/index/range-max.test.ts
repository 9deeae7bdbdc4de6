import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEADING_MASK, TITLE_MASK } from '../../../../src/core/search/index/field.ts'
import {
  WINDOW_BITS, createRaiseRanges, maxScoreOf, mayBeInHeading, mayBeInTitle, rangeBits,
} from '../../../../src/core/search/index/range-max.ts'
import { MAX_TERM_SCORE } from '../../../../src/core/search/index/score.ts'

/** The bound of a posting with these counts and score; raised from another. */
function bound(counts: number, score: number, before = 0) {
  const ranges = Uint16Array.of(before)
  const posting = { chunks: Uint32Array.of(0), counts: Uint16Array.of(counts), from: 0, to: 1 }
  createRaiseRanges(() => score)(ranges, WINDOW_BITS, posting)
  return ranges[0]!
}

test('a bound is at least the score, and little more', () => {
  for (let score = 0.05; score < MAX_TERM_SCORE; score += 0.01) {
    const most = maxScoreOf(bound(1, score))
    assert.ok(most >= score && most <= 1.021 * score, `${score}: ${most}`)
  }
  assert.equal(maxScoreOf(bound(1, MAX_TERM_SCORE)), MAX_TERM_SCORE)
  assert.equal(maxScoreOf(0), 0)
})

test('a bound is that of all postings of a range: the highest score, and whether any is of a heading or title', () => {
  const [a, b] = [bound(HEADING_MASK, 3), bound(TITLE_MASK, 1)]
  assert.deepEqual([a, b].map(mayBeInHeading), [true, false])
  assert.deepEqual([a, b].map(mayBeInTitle), [false, true])
  const both = bound(TITLE_MASK, 1, a)
  assert.equal(both, bound(HEADING_MASK, 3, b))
  assert.ok(mayBeInHeading(both) && mayBeInTitle(both))
  assert.equal(maxScoreOf(both), maxScoreOf(a))
})

test('rangeBits() gives frequent terms the smallest ranges, and rare terms few', () => {
  assert.equal(rangeBits(100_000, 50_000), WINDOW_BITS)
  assert.equal(rangeBits(100, 100), WINDOW_BITS)
  for (const docFreq of [129, 500, 2_000]) assert.ok(100_000 >>> rangeBits(100_000, docFreq) <= docFreq / 8)
})
