import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEADING_MASK, TITLE_MASK } from '../../../../src/core/search/index/field.ts'
import {
  WINDOW_BITS, createRaiseRanges, headingPart, maxScoreOf, rangeBits, titlePart,
} from '../../../../src/core/search/index/range-max.ts'
import { MAX_TERM_SCORE } from '../../../../src/core/search/index/score.ts'

const FIELD_IDF = { headingIdf: Float32Array.of(4, 40, 0.5), titleIdf: Float32Array.of(8, 2.3, 0.5) }

/** The bound of a posting with these counts and score in a chunk, its term with an idf of 2; raised from another. */
function bound(counts: number, chunk: number, score: number, before = 0) {
  const ranges = Uint16Array.of(before)
  const posting = { chunks: Uint32Array.of(chunk), counts: Uint16Array.of(counts), from: 0, to: 1, termIdf: 2 }
  createRaiseRanges(FIELD_IDF, () => score)(ranges, WINDOW_BITS, posting)
  return ranges[0]!
}

test('a bound is at least the score, and little more', () => {
  for (let score = 0.05; score < MAX_TERM_SCORE; score += 0.01) {
    const most = maxScoreOf(bound(1, 0, score))
    assert.ok(most >= score && most <= 1.021 * score, `${score}: ${most}`)
  }
  assert.equal(maxScoreOf(bound(1, 0, MAX_TERM_SCORE)), MAX_TERM_SCORE)
  assert.equal(maxScoreOf(0), 0)
})

test('a bound has the part of a heading and of a title', () => {
  for (const [chunk, heading, title] of [[0, 1 / 2, 1 / 4], [1, 1 / 20, 2 / 2.3]] as const) {
    const both = bound(HEADING_MASK | TITLE_MASK, chunk, 1)
    assert.ok(headingPart(both) >= heading && headingPart(both) <= heading + 1 / 14)
    assert.ok(titlePart(both) >= title && titlePart(both) <= title + 1 / 14)
    assert.equal(headingPart(bound(TITLE_MASK, chunk, 1)), 0)
    assert.equal(titlePart(bound(HEADING_MASK, chunk, 1)), 0)
  }
  // A collection may count the term as less frequent than the index does.
  assert.equal(headingPart(bound(HEADING_MASK, 2, 1)), Infinity)
})

test('a bound is that of all postings of a range, part by part', () => {
  const [a, b] = [bound(HEADING_MASK, 0, 3), bound(TITLE_MASK | HEADING_MASK, 1, 1)]
  const both = bound(TITLE_MASK | HEADING_MASK, 1, 1, a)
  assert.equal(both, bound(HEADING_MASK, 0, 3, b))
  assert.deepEqual([maxScoreOf, headingPart, titlePart].map((part) => part(both)), [maxScoreOf(a), headingPart(a), titlePart(b)])
})

test('rangeBits() gives frequent terms the smallest ranges, and rare terms few', () => {
  assert.equal(rangeBits(100_000, 50_000), WINDOW_BITS)
  assert.equal(rangeBits(100, 100), WINDOW_BITS)
  for (const docFreq of [129, 500, 2_000]) assert.ok(100_000 >>> rangeBits(100_000, docFreq) <= docFreq / 8)
})
