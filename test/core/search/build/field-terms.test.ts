import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadTerms } from '../../../../src/core/search/build/field-terms.ts'
import { MEASURED_FIELDS } from '../../../../src/core/search/index/field.ts'
import type { Searchable } from '../../../../src/core/search/index/inverted-index.ts'
import { stringsOf } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { chunk } from '../../../support/chunk.ts'
import { collection } from '../../../support/index-samples.ts'
import { createRandom } from '../../../support/random.ts'
import { buildColumns } from '../../../support/search-index.ts'

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
  assert.deepEqual([...frequencies.keys()].sort(), stringsOf(index.terms))
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
