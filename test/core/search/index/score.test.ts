import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELDS, HEADING_MASK, TITLE_MASK } from '../../../../src/core/search/index/field.ts'
import {
  createRaiseRanges, createScorePosting, idf, MAX_TERM_SCORE, maxScoreOf, mayBeInHeading, mayBeInTitle, rangeBits,
  WINDOW_BITS,
} from '../../../../src/core/search/index/score.ts'
import { buildColumns } from '../../../support/search-index.ts'

const index = buildColumns([
  { id: 'a', page: 'a', title: 'One', heading: 'Two words', parents: ['Up'], text: 'short text' },
  { id: 'b', page: 'b', title: 'One', heading: 'Two words', parents: ['Up'], text: 'a text that is as long as can be' },
])
const scorePosting = createScorePosting(index)

/** The formula of the header, word for word. */
function formula(counts: number, chunk: number): number {
  let rest = counts
  let score = 0
  FIELDS.forEach(({ weight, k1, b, bits }, field) => {
    const tf = (rest % 2 ** bits) / 2
    rest = Math.floor(rest / 2 ** bits)
    const ratio = b === 0 ? 0 : index.lengths[field * 2 + chunk]! / index.averages[field]!
    if (tf > 0) score += (weight * tf) / (tf + k1 * (1 - b + b * ratio))
  })
  return score
}

test('createScorePosting() follows the formula', () => {
  const unused = FIELDS.findIndex(({ name }) => name === 'code')
  for (let counts = 0; counts <= 0xffff; counts += 7) {
    if (((counts >> 5) & 7) > 0) continue
    for (const chunk of [0, 1]) assert.ok(Math.abs(scorePosting(counts, chunk) - formula(counts, chunk)) < 1e-12)
  }
  assert.equal(index.averages[unused], 0)
})

test('createScorePosting() stays below the greatest score of a term', () => {
  assert.ok(scorePosting(0xffff, 0) < MAX_TERM_SCORE)
})

test('idf() falls with the number of chunks and stays above 0', () => {
  const values = [0, 1, 2, 3].map((chunks) => idf(3, chunks))
  assert.deepEqual([...values].sort((a, b) => b - a), values)
  assert.ok(values[3]! > 0)
  assert.equal(values[1], Math.log(1 + 2.5 / 1.5))
  assert.equal(idf(3, 99), values[3])
})

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
