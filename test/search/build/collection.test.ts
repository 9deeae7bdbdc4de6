import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBatchReader, joinBatches } from '../../../src/search/build/batch.ts'
import type { CollectionTerms } from '../../../src/search/build/text-columns.ts'
import type { InvertedIndex, Searchable } from '../../../src/search/index/inverted-index.ts'
import { docFreq } from '../../../src/search/index/posting-list.ts'
import { stringsOf } from '../../../src/search/strings/front-coded-dictionary.ts'
import { findString } from '../../../src/search/strings/lower-bound.ts'
import { QUERIES, collection } from '../../support/index-samples.ts'
import { createRandom } from '../../support/random.ts'
import { buildColumns, search } from '../../support/search-index.ts'

/** The terms of a whole index, as a store gives them: by string. */
function termsOf(whole: InvertedIndex): CollectionTerms {
  const words = stringsOf(whole.terms).map((term) => ({ word: term, term }))
  return {
    size: whole.size,
    averages: whole.averages,
    languages: stringsOf(whole.languages),
    docFreq: (term) => docFreq(whole, findString(whole.terms, term)),
    words,
  }
}

/** The index of some chunks with the statistics of all. */
function indexOfPart(part: readonly Searchable[], whole: InvertedIndex): InvertedIndex {
  const { read, dictionaries } = createBatchReader()
  return joinBatches([read(part)], dictionaries, termsOf(whole)).index
}

test('an index of some chunks gives them the scores of the whole collection', () => {
  const random = createRandom(11)
  const chunks = collection(random, 120).map((chunk, i) => ({ ...chunk, id: `${i}`, page: `${i}`, lang: null }))
  const whole = buildColumns(chunks)
  const part = chunks.filter((_, i) => i % 3 === 0)
  const ids = new Set(part.map(({ id }) => id))
  const index = indexOfPart(part, whole)
  let compared = 0
  for (const query of QUERIES) {
    const expected = search(whole, query, { limit: 120 }).filter(({ id }) => ids.has(id))
    const found = search(index, query, { limit: 120 })
    assert.deepEqual(found.map(({ id }) => id), expected.map(({ id }) => id), query)
    found.forEach(({ score }, i) => assert.ok(Math.abs(score - expected[i]!.score) < 1e-9 * score, query))
    compared += found.length
  }
  assert.ok(compared > 100)
})

test('an index of no chunks knows the words of its collection', () => {
  const whole = buildColumns([{ id: 'a', page: 'a', title: 'Routing', text: 'The routes of a site.' }])
  const index = indexOfPart([], whole)
  assert.deepEqual(stringsOf(index.terms), stringsOf(whole.terms))
  assert.equal(docFreq(index, findString(index.terms, 'rout')), 1)
  assert.deepEqual(search(index, 'routes'), [])
})

test('an index with statistics from outside asks for no term whose number it does not need', () => {
  const asked = new Set<string>()
  const { read, dictionaries } = createBatchReader()
  const batch = read([{ id: 'a', page: 'a', title: 'Routing', heading: 'Static files', text: 'Many other words.' }])
  joinBatches([batch], dictionaries, {
    size: 10, averages: Float64Array.of(1, 1, 1, 1, 1), languages: ['en'], words: [],
    docFreq: (term) => {
      asked.add(term)
      return 1
    },
  })
  assert.deepEqual([...asked].sort(), ['file', 'rout', 'static'])
})
