/** Random collections in static form, whole and in many small parts: every search finds what the service finds. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBrowserModules } from '../../../../src/addons/static/node/browser-modules.ts'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { tableRows } from '../../../../src/core/content/structure/encoding.ts'
import { createSearcher, type Findable } from '../../../../src/core/search/searcher.ts'
import { readFolder } from '../../../../src/node.ts'
import { rounds } from '../../../support/fuzz.ts'
import { collection } from '../../../support/index-samples.ts'
import { createRandom, type Random } from '../../../support/random.ts'
import { needsShared, sharedPath } from '../../../support/shared.ts'
import { searchIn, TINY, writeIndex } from '../../../support/static-index.ts'
import { createModuleSearch } from '../../../support/static-module.ts'

const PIECES = [
  'route', 'routes', 'routing', 'rout', 'dynamic', 'dynmic', 'createServer', 'create', 'server', '--host', 'the', 'site',
  'sites', 'siteroute', 'é', '漢字', '😀', ' ', ' ', ' ', '"', ' -', '. ',
]
const FILTERS = [{}, { group: 'Guides' }, { group: '', lang: 'de' }]

function findables(random: Random, size: number): Findable[] {
  return collection(random, size).map((chunk) => ({ ...chunk, url: `/${chunk.page}/` }))
}

test('static search equals the service, over random collections and queries', async () => {
  const random = createRandom(17)
  for (let round = 0; round < rounds(30, 60); round += 1) {
    const chunks = findables(random, random.below(40))
    const service = createSearcher(chunks)
    const indexes = [await writeIndex(chunks), await writeIndex(chunks, TINY)]
    const searches = await Promise.all(indexes.map(searchIn))
    for (let i = 0; i < 20; i += 1) {
      const query = random.text(PIECES, 6)
      const options = { filter: random.pick(FILTERS), limit: random.pick([1, 10, 20]), marks: true, phrases: true }
      const expected = service.find(query, options)
      // Both a reader who has other parts already, and one who has none.
      for (const search of [...searches, await searchIn(indexes[1]!)]) {
        assert.deepEqual(await search.search(query, options), expected, `${round}: ${query}`)
      }
    }
  }
})

const readDocs = once(async () => {
  const { pages } = await readFolder(sharedPath('corpora/astro-docs'))
  const chunks = chunkPages(pages)
  return { chunks, service: createSearcher(chunks, { rowsOf: tableRows }), index: await writeIndex(chunks) }
})

/** The same promise for every call: the docs are read and written once for the tests of this file. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

test('static search equals the service, over the judged queries, whole, with typos, cut, and typed', needsShared('corpora/astro-docs'), async () => {
  const { service, index } = await readDocs()
  const visit = await searchIn(index)
  const random = createRandom(5)
  for (const name of ['astro', 'astro-typo', 'astro-prefix']) {
    const lines = readFileSync(sharedPath(`corpora/judged/${name}.queries.jsonl`), 'utf8').trim().split('\n')
    const queries = lines.map((line): string => JSON.parse(line).text)
    for (const query of queries.slice(0, rounds(Math.ceil(queries.length / 8), queries.length))) {
      for (const typed of [query, query.slice(0, random.below(query.length)), `"${query.split(' ').slice(0, 2).join(' ')}"`]) {
        const { results, notice } = await visit.search(typed, { limit: 10 })
        assert.deepEqual(results, service.search(typed, { limit: 10 }), typed)
        assert.equal(notice, service.notice(typed), typed)
      }
    }
  }
})

test('the module for the page equals the service, over judged queries', needsShared('corpora/astro-docs'), async () => {
  const { service, index } = await readDocs()
  const { englishSearch } = await readBrowserModules()
  const search = await createModuleSearch(englishSearch, index)
  for (const name of ['astro', 'astro-typo', 'astro-prefix']) {
    const lines = readFileSync(sharedPath(`corpora/judged/${name}.queries.jsonl`), 'utf8').trim().split('\n')
    for (const line of lines.slice(0, rounds(60, lines.length))) {
      const query: string = JSON.parse(line).text
      assert.deepEqual(await search(query), service.find(query, { limit: 10 }), query)
    }
  }
})

test('static search equals the service, over random queries of the docs', needsShared('corpora/astro-docs'), async () => {
  const { chunks, service, index } = await readDocs()
  const visit = await searchIn(index)
  const random = createRandom(41)
  /** A word of the docs, sometimes cut or with a letter left out. */
  const draw = () => {
    const word = random.pick(random.pick(chunks).text.split(/\s+/))
    const at = random.below(word.length || 1)
    return random.pick([word, word, word, word.slice(0, at), word.slice(0, at) + word.slice(at + 1)])
  }
  for (let round = 0; round < rounds(40, 10_000); round += 1) {
    const words = Array.from({ length: 1 + random.below(4) }, draw).join(' ')
    const query = random.pick([words, words, words, `"${words}"`, `${draw()} -${words}`])
    const { results, notice } = await visit.search(query, { limit: 10 })
    assert.deepEqual(results, service.search(query, { limit: 10 }), query)
    assert.equal(notice, service.notice(query), query)
  }
})
