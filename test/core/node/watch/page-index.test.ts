import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import type { Page } from '../../../../src/core/content/page.ts'
import { createPageIndex } from '../../../../src/core/node/watch/site-tracker.ts'
import { readSite } from '../../../../src/core/read-site.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'

const pagesOf = (files: Readonly<Record<string, string>>): readonly Page[] => {
  return readSite(Object.entries(files).map(([path, text]) => ({ path, text }))).pages
}

test('createPageIndex() gives the search of the pages alone, whatever they were before', () => {
  const { chunksOf, searcherOf } = createPageIndex()
  const versions = [
    { 'b.md': '# Routes\n\nDynamic routes.', 'd.md': '# Deploy\n\nRoutes too.' },
    { 'a.md': '# New\n\nOther routes.', 'b.md': '# Routes\n\nDynamic routes.', 'd.md': '# Deploy\n\nRoutes too.' },
    { 'a.md': '# New\n\nOther routes.', 'b.md': '# Servers\n\n## Start\n\nNo paths.', 'd.md': '# Deploy\n\nRoutes too.' },
    { 'c.md': '# Middle\n\nRoutes in between.', 'd.md': '# Deploy\n\nRoutes too.' },
    {},
    { 'z.md': 'routes' },
  ]
  for (const version of versions) {
    const pages = pagesOf(version)
    const chunks = chunkPages(pages)
    const kept = chunksOf(pages)
    assert.deepEqual(kept, chunks)
    const searcher = searcherOf(kept)
    for (const query of ['routes', 'start', 'new', 'route in between']) {
      assert.deepEqual(searcher.search(query), createSearcher(chunks).search(query), query)
    }
  }
})

test('createPageIndex() keeps the sections of a page that is the same', () => {
  const { chunksOf } = createPageIndex()
  const [before] = chunksOf(pagesOf({ 'a.md': 'one', 'b.md': 'two' }))
  const [after, changed] = chunksOf(pagesOf({ 'a.md': 'one', 'b.md': 'three' }))
  assert.equal(after, before)
  assert.equal(changed?.text, 'three')
})

test('createPageIndex() follows queries of sections that change although their page is the same', () => {
  const { chunksOf, searcherOf } = createPageIndex()
  const chunks = chunksOf(pagesOf({ 'a.md': 'Scheduled tasks.', 'b.md': 'Other.' }))
  assert.deepEqual(searcherOf(chunks).search('cron'), [])
  const expanded = chunks.map((chunk) => (chunk.id === 'a' ? { ...chunk, queries: ['cron job'] } : chunk))
  assert.deepEqual(searcherOf(expanded).search('cron').map(({ id }) => id), ['a'])
  assert.deepEqual(searcherOf(chunks).search('cron'), [])
})
