import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Searchable } from '../../../src/search/index/inverted-index.ts'
import { coordination, createRank } from '../../../src/search/rank/rank.ts'
import { createChunkScorer } from '../../../src/search/rank/clause-scorer.ts'
import { createRandom } from '../../support/random.ts'
import { buildColumns, readerOf, resolve, search } from '../../support/search-index.ts'

/** `title | heading | text` */
function site(...lines: readonly string[]): Searchable[] {
  return lines.map((line, i) => {
    const [title, heading, text] = line.split('|').map((part) => part.trim())
    return { id: `${i}`, page: `${i}`, title: title!, heading: heading || null, text: text! }
  })
}

/** Ids of the first two hits. */
function check(chunks: readonly Searchable[], query: string, expected: string) {
  assert.equal(search(buildColumns(chunks), query, { limit: 2 }).map(({ id }) => id).join(' '), expected)
}

const FILLER = Array.from({ length: 20 }, (_, i) => `Page ${i} | | filler word${i}`)

test('createRank() puts the heading that says the query above texts that say it more often', () => {
  check(site('A | | cache store cache store cache store', 'B | The cache store | nothing', ...FILLER), 'cache store ', '1 0')
})

test('createRank() prefers a heading of just the words over one with more', () => {
  check(site('A | Cache store sizes for large sites | x', 'B | Cache store | x', ...FILLER), 'store cache ', '1 0')
})

test('createRank() puts a text with all of a long question above a heading of one of its words', () => {
  const text = 'A | | purge the cache of one page when an editor saves it'
  check(site(text, 'B | Cache | x', ...FILLER), 'purge cache page editor saves ', '0 1')
})

test('createRank() wants all words of a short query', () => {
  check(site('A | | lamp lamp lamp lamp', 'B | | a lamp on a desk', ...FILLER), 'lamp desk ', '1 0')
})

test('createRank().maxScore is above every score', () => {
  const random = createRandom(11)
  const words = ['cache', 'store', 'page', 'the', 'editor', 'lamp', 'desks', 'purging']
  const text = (most: number) => Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(' ')
  for (let round = 0; round < 50; round += 1) {
    const index = buildColumns(site(...Array.from({ length: 20 }, () => `${text(3)} | ${text(4)} | ${text(30)}`)))
    const { clauses } = resolve(index, text(6))
    const rank = createRank(index, clauses)
    const scoreChunk = createChunkScorer(readerOf(index), clauses)
    for (let ordinal = 0; ordinal < 20; ordinal += 1) {
      const contribution = scoreChunk(ordinal)
      const score = contribution.coverage === 0 ? 0 : rank.score(ordinal, contribution)
      assert.ok(score >= 0 && score <= rank.maxScore)
      assert.ok(score <= rank.upperBound(contribution))
    }
  }
})

test('coordination() lets long queries be content with a part', () => {
  assert.deepEqual([0, 1, 4, 8, 40].map(coordination), [4, 4, 1, 0.5, 0.1])
})
