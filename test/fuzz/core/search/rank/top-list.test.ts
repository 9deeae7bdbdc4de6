import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTopList } from '../../../../../src/core/search/rank/top-list.ts'
import { checkGrowth } from '../../../../support/fuzz.ts'

test('createTopList() keeps any number in time little more than proportional', () => {
  checkGrowth(20_000, (pages) => {
    const top = createTopList({ limit: Infinity, perPage: 3, rankOf: () => 0 })
    for (let ordinal = 0; ordinal < 10 * pages; ordinal += 1) {
      top.offer({ ordinal, page: ordinal % pages, score: ordinal % 977 })
    }
    assert.equal(top.finish().length, 3 * pages)
  })
})
