import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadCollection, createReadTerms } from '../../../../src/core/search/build/collection.ts'
import type { Collection } from '../../../../src/core/search/build/text-columns.ts'
import { MEASURED_FIELDS } from '../../../../src/core/search/index/field.ts'
import type { Searchable } from '../../../../src/core/search/index/inverted-index.ts'
import { chunk } from '../../../support/chunk.ts'
import { collection, QUERIES } from '../../../support/index-samples.ts'
import { createRandom } from '../../../support/random.ts'
import { buildColumns, search } from '../../../support/search-index.ts'

const CHUNKS: readonly Searchable[] = [
  chunk('Call `createServer()` to set up a server.\n\n```js\nconst server = createServer({ port })\n```\n\nThen open it.', {
    heading: 'Create a server', parents: ['Guides', 'Servers'], linkTexts: ['creating servers'],
  }),
  chunk('Ein Server für alle Seiten.', { id: 'de/server', page: 'de/server', heading: null, title: 'Der Server', lang: 'de' }),
  chunk('', { id: 'empty', page: 'empty', heading: null, title: '=>' }),
  ...collection(createRandom(7), 60),
]

test('readTerms() gives the terms that the index of the same chunks has, in as many chunks, and its lengths', () => {
  const index = buildColumns(CHUNKS)
  const readTerms = createReadTerms()
  const frequencies = new Map<string, number>()
  CHUNKS.forEach((one, i) => {
    const { terms, lengths } = readTerms(one)
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    assert.deepEqual(lengths, MEASURED_FIELDS.map((_, field) => index.lengths[field * CHUNKS.length + i]))
  })
  assert.deepEqual([...frequencies.keys()].sort(), index.terms)
  for (const [term, frequency] of frequencies) assert.equal(index.lexicon.docFreq(index.lexicon.find(term)), frequency, term)
})

test('readTerms() gives words without white space, which divides them', () => {
  const readTerms = createReadTerms()
  for (const one of [...CHUNKS, chunk('محمد ﷺ server. \ufe70 \u037a x\ufe70y.\u037az')]) {
    const { terms, words } = readTerms(one)
    assert.equal(new Set(words).size, words.length)
    for (const term of [...terms, ...words]) assert.doesNotMatch(term, /^$|\s/)
  }
})

function fieldsOf(one: Searchable) {
  return createReadTerms()(one).fields
}

test('readTerms() gives words in their order, and compounds as a whole after them', () => {
  const { body, heading } = fieldsOf(chunk('Use createServer here.', { heading: 'The reply.send call' }))
  assert.equal(body, 'use creat server here createserv')
  assert.equal(heading, 'the repli send call reply.send')
})

test('readTerms() keeps code blocks and link texts out of the prose', () => {
  const { body, code, links } = fieldsOf(chunk('Prose.\n\n```\nblock\n```\n\nMore.', { linkTexts: ['link'] }))
  assert.deepEqual([body, code, links], ['prose more', 'block', 'link'])
})

/** The terms of a whole index, as a store gives them: by string. */
function termsOf(whole: ReturnType<typeof buildColumns>): Collection {
  const words = whole.terms.map((term) => ({ word: term, term }))
  return {
    size: whole.size, averages: whole.averages, languages: whole.languages,
    docFreq: (term) => whole.lexicon.docFreq(whole.lexicon.find(term)), words,
  }
}

/** The index of some chunks with the statistics of all. */
function indexOfPart(part: readonly Searchable[], whole: ReturnType<typeof buildColumns>) {
  return createReadCollection()(part).indexIn(termsOf(whole))
}

/** As many as the last step of a search looks at, so that it is the same for all of them. */
const SECTIONS = 20

test('an index of some chunks gives them the scores of the whole collection', () => {
  const random = createRandom(11)
  let compared = 0
  for (let round = 0; round < 6; round += 1) {
    const chunks = collection(random, SECTIONS).map((chunk, i) => ({ ...chunk, id: `${i}`, page: `${i}`, lang: null }))
    const whole = buildColumns(chunks)
    const part = chunks.filter((_, i) => i % 3 === 0)
    const ids = new Set(part.map(({ id }) => id))
    const index = indexOfPart(part, whole)
    for (const query of QUERIES) {
      const expected = search(whole, query).filter(({ id }) => ids.has(id))
      const found = search(index, query)
      assert.deepEqual(found.map(({ id }) => id), expected.map(({ id }) => id), query)
      found.forEach(({ score }, i) => assert.ok(Math.abs(score - expected[i]!.score) < 1e-9 * score, query))
      compared += found.length
    }
  }
  assert.ok(compared > 100)
})

test('an index of some chunks is pruned by bounds of the whole collection', () => {
  // The other words of the last heading are rare among these chunks and in most of the collection.
  const chunks = Array.from({ length: 1_200 }, (_, i): Searchable => {
    if (i === 1_199) return { id: `${i}`, page: `${i}`, title: 'shop', heading: 'lamp desk chair shelf', text: 'sold' }
    const isLamp = i < 800 && i % 4 === 0
    const said = isLamp ? { text: 'lamp lamp lamp and some more words here', linkTexts: ['lamp one'], parents: ['lamp'] } : { text: 'sold' }
    return { id: `${i}`, page: `${i}`, title: 'shop', heading: 'sofa', ...said }
  })
  const docFreqs: Readonly<Record<string, number>> = { lamp: 2_000, desk: 900_000, chair: 900_000, shelf: 900_000, sofa: 900_000 }
  const index = createReadCollection()(chunks).indexIn({
    size: 1_000_000, averages: Float64Array.of(5, 1, 2, 1, 1), languages: ['en'], words: [],
    docFreq: (term) => docFreqs[term] ?? 300,
  })
  const [best] = search(index, 'lamp ', { limit: Infinity })
  assert.equal(best?.id, '1199')
  assert.deepEqual(search(index, 'lamp ', { limit: 1 }), [best])
})

test('an index of no chunks knows the words of its collection', () => {
  const whole = buildColumns([{ id: 'a', page: 'a', title: 'Routing', text: 'The routes of a site.' }])
  const index = indexOfPart([], whole)
  for (const term of whole.terms) assert.equal(index.lexicon.textOf(index.lexicon.find(term)), term)
  assert.equal(index.lexicon.docFreq(index.lexicon.find('rout')), 1)
  assert.deepEqual(search(index, 'routes'), [])
})

test('an index with statistics from outside asks for no term whose number it does not need', () => {
  const asked = new Set<string>()
  createReadCollection()([{ id: 'a', page: 'a', title: 'Routing', heading: 'Static files', text: 'Many other words.' }]).indexIn({
    size: 10, averages: Float64Array.of(1, 1, 1, 1, 1), languages: ['en'], words: [],
    docFreq: (term) => {
      asked.add(term)
      return 1
    },
  })
  assert.deepEqual([...asked].sort(), ['file', 'rout', 'static'])
})
