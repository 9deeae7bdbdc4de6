import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDocuments } from '../../../src/addons/store/document.ts'
import { EMPTY_TALLY, tallyWith, tallyWithout } from '../../../src/addons/store/tally.ts'
import type { Chunk } from '../../../src/core/content/chunk.ts'
import { createReadTerms } from '../../../src/core/search/build/collection.ts'
import { chunk } from '../../support/chunk.ts'

const page = (id: string, given: Partial<Chunk> = {}) =>
  toDocuments([{ chunk: chunk(`the words of ${id}`, { id, page: id, ...given }), node: null }], createReadTerms())

test('tallyWith() lists the values of filters in order, each once, whatever the order of the pages', async () => {
  const pages = [await page('b', { group: 'Reference', lang: 'fr' }), await page('a', { group: 'Guides', lang: 'de' }), await page('c', { group: 'Guides', lang: 'de', weight: 2 })]
  const tally = pages.reduce(tallyWith, EMPTY_TALLY)
  assert.deepEqual([tally.filterValues.group, tally.filterValues.lang], [['Guides', 'Reference'], ['de', 'fr']])
  assert.deepEqual([tally.languages, tally.counts.sections, tally.isWeighted], [['de', 'fr'], 3, true])
})

test('tallyWithout() takes a page out of the counts and the hash', async () => {
  const [first, second] = [await page('a'), await page('b')]
  const { counts, contentHash } = tallyWithout(tallyWith(tallyWith(EMPTY_TALLY, first), second), second[0]!)
  const alone = tallyWith(EMPTY_TALLY, first)
  assert.deepEqual([counts, contentHash], [alone.counts, alone.contentHash])
})

test('tallyWith() takes a page without sections for nothing', () => {
  assert.equal(tallyWith(EMPTY_TALLY, []), EMPTY_TALLY)
})
