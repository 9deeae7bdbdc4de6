import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decodeSection, documentId, EMPTY_TALLY, NO_PAGES, pageHash, tallyWith, tallyWithout, toDocuments, withoutPage,
  withPage,
} from '../../../src/addons/store/document.ts'
import type { StoredSection } from '../../../src/addons/store/store.ts'
import type { Chunk } from '../../../src/core/content/chunk.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import { createReadTerms } from '../../../src/core/search/build/collection.ts'
import { chunk, chunksOf, page } from '../../support/chunk.ts'

const PAGE = page('guides/routing', { 'Static routes': 'Run `astro dev --host` and\n\n```sh\nnpm run build\n```' })

async function sections(): Promise<StoredSection[]> {
  const graph = await extractGraph([PAGE])
  const nodes = new Map(graph.sections.map((node) => [node.id, node]))
  return chunksOf(PAGE).map((chunk) => ({ chunk, node: nodes.get(chunk.id) ?? null }))
}

test('documents give back the sections that they were made of, through JSON', async () => {
  const given = await sections()
  const documents = await toDocuments(given, createReadTerms())
  const read = documents.map((document) => decodeSection(JSON.parse(JSON.stringify(document)), 'hit'))
  assert.deepEqual(read, given)
})

test('documents carry what reads sort and filter by', async () => {
  const [intro, section] = await toDocuments(await sections(), createReadTerms())
  assert.deepEqual([intro?.is_intro, intro?.order, intro?.group, intro?.lang], [true, 0, 'guides', ''])
  assert.deepEqual([section?.is_intro, section?.order, section?.page_key], [false, 1, 'guides\u0001routing'])
  assert.equal(section?.page_hash, intro?.page_hash)
})

test('documentId() is the id, or a hash where engines refuse its length', async () => {
  assert.equal(await documentId('guides/routing#static'), 'guides/routing#static')
  assert.match(await documentId('é'.repeat(257)), /^sha256:[0-9a-f]{64}$/)
})

test('the hash of a site does not depend on the order of its pages, and loses a page that is taken out', async () => {
  const [first, ...others] = await sections()
  assert.ok(first !== undefined)
  const [a, b] = [await pageHash([first]), await pageHash(others)]
  assert.equal(withPage(withPage(NO_PAGES, a), b), withPage(withPage(NO_PAGES, b), a))
  assert.equal(withoutPage(withPage(withPage(NO_PAGES, a), b), a), withPage(NO_PAGES, b))
  assert.equal(withoutPage(withPage(NO_PAGES, a), a), NO_PAGES)
})

const documentsOf = (id: string, given: Partial<Chunk> = {}) =>
  toDocuments([{ chunk: chunk(`the words of ${id}`, { id, page: id, ...given }), node: null }], createReadTerms())

test('tallyWith() lists the values of filters in order, each once, whatever the order of the pages', async () => {
  const pages = [await documentsOf('b', { group: 'Reference', lang: 'fr' }), await documentsOf('a', { group: 'Guides', lang: 'de' }), await documentsOf('c', { group: 'Guides', lang: 'de', weight: 2 })]
  const tally = pages.reduce(tallyWith, EMPTY_TALLY)
  assert.deepEqual([tally.filterValues.group, tally.filterValues.lang], [['Guides', 'Reference'], ['de', 'fr']])
  assert.deepEqual([tally.languages, tally.counts.sections, tally.isWeighted], [['de', 'fr'], 3, true])
})

test('tallyWithout() takes a page out of the counts and the hash', async () => {
  const [first, second] = [await documentsOf('a'), await documentsOf('b')]
  const { counts, contentHash } = tallyWithout(tallyWith(tallyWith(EMPTY_TALLY, first), second), second[0]!)
  const alone = tallyWith(EMPTY_TALLY, first)
  assert.deepEqual([counts, contentHash], [alone.counts, alone.contentHash])
})

test('tallyWith() takes a page without sections for nothing', () => {
  assert.equal(tallyWith(EMPTY_TALLY, []), EMPTY_TALLY)
})
