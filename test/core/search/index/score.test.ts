import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELDS } from '../../../../src/core/search/index/field.ts'
import { MAX_TERM_SCORE, createScorePosting, idf } from '../../../../src/core/search/index/score.ts'
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
