import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldTermsOf } from '../../../../src/core/search/build/field-terms.ts'
import { createReadForwardEntry, fieldLengths } from '../../../../src/core/search/build/forward-entry.ts'
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

test('readForwardEntry() gives the terms that the index of the same chunks has, in as many chunks', () => {
  const index = buildColumns(CHUNKS)
  const readForwardEntry = createReadForwardEntry()
  const frequencies = new Map<string, number>()
  for (const one of CHUNKS) {
    for (const term of new Set(readForwardEntry(one).terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
  }
  assert.deepEqual([...frequencies.keys()].sort(), stringsOf(index.terms))
  for (const [term, frequency] of frequencies) assert.equal(index.lexicon.docFreq(index.lexicon.find(term)), frequency, term)
})

test('fieldLengths() counts the words of fields as the index does', () => {
  const index = buildColumns(CHUNKS)
  const readForwardEntry = createReadForwardEntry()
  const lengths = MEASURED_FIELDS.map((_, field) => CHUNKS.map((one) => fieldLengths(readForwardEntry(one))[field] ?? 0))
  assert.deepEqual(lengths.flat(), [...index.lengths])
})

test('readForwardEntry() gives words without white space, which divides them', () => {
  const readForwardEntry = createReadForwardEntry()
  for (const one of [...CHUNKS, chunk('محمد ﷺ server. \ufe70 \u037a x\ufe70y.\u037az')]) {
    const { terms, words } = readForwardEntry(one)
    assert.equal(new Set(words).size, words.length)
    for (const term of [...terms, ...words]) assert.doesNotMatch(term, /^$|\s/)
  }
})

function fieldsOf(one: Searchable) {
  return fieldTermsOf(createReadForwardEntry()(one))
}

test('fieldTermsOf() gives words in their order, and compounds as a whole after them', () => {
  const { body, heading } = fieldsOf(chunk('Use createServer here.', { heading: 'The reply.send call' }))
  assert.equal(body, 'use creat server here createserv')
  assert.equal(heading, 'the repli send call reply.send')
})

test('fieldTermsOf() keeps code blocks and link texts out of the prose', () => {
  const { body, code, links } = fieldsOf(chunk('Prose.\n\n```\nblock\n```\n\nMore.', { linkTexts: ['link'] }))
  assert.deepEqual([body, code, links], ['prose more', 'block', 'link'])
})
