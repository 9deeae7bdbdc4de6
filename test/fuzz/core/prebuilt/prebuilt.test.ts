import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { decodePrebuilt } from '../../../../src/core/prebuilt/prebuilt.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import { isFuzz } from '../../../support/fuzz.ts'
import { prebuiltOf } from '../../../support/prebuilt.ts'
import { needsShared, sharedPath } from '../../../support/shared.ts'

const CORPUS = 'corpora/astro-docs'

test('decodePrebuilt() reads the Astro docs, and finds the same in them', needsShared(CORPUS), async () => {
  const { pages } = await readFolder(sharedPath(isFuzz ? CORPUS : `${CORPUS}/recipes`))
  const chunks = chunkPages(pages)
  const { searcher } = await decodePrebuilt(await prebuiltOf(chunks))
  const built = createSearcher(chunks)
  for (const query of ['dynamic routes', 'getStaticPaths', 'deploy netlfy', 'enviroment variables']) {
    assert.deepEqual(searcher.search(query), built.search(query))
  }
})
