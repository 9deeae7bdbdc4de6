import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import type { Page } from '../../../../src/core/content/page.ts'
import { createPageIndex } from '../../../../src/core/node/watch/page-index.ts'
import { readSite } from '../../../../src/core/read-site.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'

const pagesOf = (files: Readonly<Record<string, string>>): readonly Page[] => {
  return readSite(Object.entries(files).map(([path, text]) => ({ path, text }))).pages
}

test('createPageIndex() gives the search of the pages alone, whatever they were before', () => {
  const { update } = createPageIndex()
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
    const updated = update(pages)
    assert.deepEqual(updated.chunks, chunks)
    for (const query of ['routes', 'start', 'new', 'route in between']) {
      assert.deepEqual(updated.searcher.search(query), createSearcher(chunks).search(query), query)
    }
  }
})

test('createPageIndex() keeps the sections of a page that is the same', () => {
  const { update } = createPageIndex()
  const [before] = update(pagesOf({ 'a.md': 'one', 'b.md': 'two' })).chunks
  const [after, changed] = update(pagesOf({ 'a.md': 'one', 'b.md': 'three' })).chunks
  assert.equal(after, before)
  assert.equal(changed?.text, 'three')
})
