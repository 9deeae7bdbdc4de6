import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../../src/core/search/build/build.ts'
import type { Index } from '../../../../../src/core/search/index/inverted-index.ts'
import {
  ACCUMULATORS, boundScorers, COVERAGE, createChunkScorer, openScorers,
} from '../../../../../src/core/search/rank/clause-scorer.ts'
import { explain } from '../../../../../src/core/search/rank/explain.ts'
import { createRank } from '../../../../../src/core/search/rank/rank.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { collection, randomQuery } from '../../../../support/index-samples.ts'
import { createRandom } from '../../../../support/random.ts'
import { buildColumns, docs, readerOf, resolve, search, site } from '../../../../support/search-index.ts'

test('search() answers any string', () => {
  const random = createRandom(13)
  const ascii = ['routes', 'dev', 'x1', ' ', '-', ' -', '--', '"', '"', ' -', '.', '@', '/', "'", '(', '\\', '\u0000']
  const pieces = [...ascii, 'é', '漢字', 'กา', '😀', '\ud83d', '\udc00', '\u0301']
  const odd = { id: 'odd', page: 'odd', title: '\ud800', heading: '"\u0301', text: '漢字 😀 \udc00' }
  const index = buildIndex([...docs, odd])
  for (let round = 0; round < rounds(5_000); round += 1) {
    const query = random.text(pieces, 12)
    for (const { score } of search(index, query)) assert.ok(score > 0 && Number.isFinite(score), JSON.stringify(query))
  }
  for (const unit of ['a', 'a ', '漢', '😀', 'a-', '"', '\u0301']) search(index, unit.repeat(rounds(200_000)))
})

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
      const chunk = scoreChunk(ordinal)
      const score = chunk.sums[COVERAGE] === 0 ? 0 : rank.score(ordinal, chunk)
      const ofPath = rank.pathScore(ordinal, chunk.pathCoverage)
      assert.ok(score >= 0 && score <= rank.upperBound(bounds, 0))
      assert.ok(ofPath >= 0 && score + ofPath <= rank.maxScore)
    }
  }
})

function near(a: number, b: number) {
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)), `${a} ${b}`)
}

test('explain() gives the score of search(), as the sum of its parts', () => {
  const random = createRandom(7)
  for (let round = 0; round < rounds(40); round += 1) {
    const chunks = collection(random, 1 + random.below(12)).map((chunk) => ({ ...chunk, page: `${random.below(3)}` }))
    const index = buildIndex(chunks)
    for (let ask = 0; ask < 5; ask += 1) checkParts(chunks.map(({ id }) => id), index, randomQuery(random))
  }
})

function checkParts(ids: readonly string[], some: Index, query: string) {
  const hits = new Map(search(some, query, { limit: Infinity }).map(({ id, score }) => [id, score]))
  for (const id of ids) {
    const { score, text, heading, title, name, path, lift, words } = explain(some, query, id)!
    // More than three of a page are not found.
    if (hits.has(id)) assert.equal(score, hits.get(id))
    else assert.deepEqual([path, lift], [0, 0])
    near(text + heading + title + name + path + lift, score)
    assert.ok(path >= 0 && lift >= 0, `${path} ${lift}`)
    // Worked out as the search does it, so a chunk of another name gets exactly nothing.
    assert.ok(name === 0 || name >= 1, `${name}`)
    assert.ok(text <= words.reduce((sum, word) => sum + word.score, 0) + 1e-9)
    for (const word of words) near(word.score, word.best?.fields.reduce((sum, field) => sum + field.score, 0) ?? 0)
  }
}
