/** Every deep link of a real site, checked with the pages that the reader renders. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReader } from '../../../../src/addons/reader/reader.ts'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { createGraphKnowledge } from '../../../../src/core/graph/read.ts'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { isFuzz } from '../../../support/fuzz.ts'
import { graph } from '../../../support/graph.ts'
import { clientOf } from '../../../support/pages.ts'
import { needsShared, sharedPath } from '../../../support/shared.ts'

const CORPUS = 'corpora/astro-docs'

test('every section of a real site has its id once on its page', needsShared(CORPUS), async () => {
  const { pages } = await readFolder(sharedPath(isFuzz ? CORPUS : `${CORPUS}/recipes`))
  const knowledge = createGraphKnowledge(graph(), async (query) => ({ query, results: [] }))
  const site = { title: 'Astro', home: '/', endpoint: '/api/ask', overlay: 'none' } as const
  const reader = createReader(site, { pages, knowledge, suggestions: async () => [], overlay: null, files: new Set() })
  const get = clientOf(reader)
  let sections = 0
  for (const page of pages) {
    const { status, text } = await get(page.url)
    assert.equal(status, 200, page.url)
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!.replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
    assert.equal(new Set(ids).size, ids.length, page.url)
    for (const { url, anchor } of chunkPages([page])) {
      if (anchor === null) continue
      assert.ok(ids.includes(decodeURIComponent(url.slice(url.indexOf('#') + 1))), url)
      sections += 1
    }
  }
  assert.ok(sections > (isFuzz ? 3_000 : 50))
})
