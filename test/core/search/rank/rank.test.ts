import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Searchable } from '../../../../src/core/search/index/inverted-index.ts'
import { coordination } from '../../../../src/core/search/rank/rank.ts'
import { rulesOf } from '../../../support/rules.ts'
import { buildColumns, search, site } from '../../../support/search-index.ts'

/** Ids of the first two hits. */
function check(chunks: readonly Searchable[], query: string, expected: string) {
  assert.equal(search(buildColumns(chunks), query, { limit: 2 }).map(({ id }) => id).join(' '), expected)
}

const FILLER = Array.from({ length: 20 }, (_, i) => `Page ${i} | | filler word${i}`)

test('createRank() puts a text with all of a long question above a heading of one of its words', () => {
  const text = 'A | | purge the cache of one page when an editor saves it'
  check(site(text, 'B | Cache | x', ...FILLER), 'purge cache page editor saves ', '0 1')
})

for (const [name, run] of rulesOf('createRank()', check, [
  ['puts the heading that says the query above texts that say it more often',
    [site('A | | cache store cache store cache store', 'B | The cache store | nothing', ...FILLER), 'cache store ', '1 0']],
  ['prefers a heading of just the words over one with more',
    [site('A | Cache store sizes for large sites | x', 'B | Cache store | x', ...FILLER), 'store cache ', '1 0']],
  ['wants all words of a short query',
    [site('A | | lamp lamp lamp lamp', 'B | | a lamp on a desk', ...FILLER), 'lamp desk ', '1 0']],
])) test(name, run)

test('coordination() lets long queries be content with a part', () => {
  assert.deepEqual([0, 1, 4, 8, 40].map(coordination), [4, 4, 1, 0.5, 0.1])
})
