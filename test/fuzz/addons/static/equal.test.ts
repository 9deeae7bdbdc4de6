/** Random collections in static form, whole and in many small parts: every search finds what the service finds. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBrowserModules } from '../../../../src/addons/static/node/browser-modules.ts'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { tableRows } from '../../../../src/core/content/structure/encoding.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import { readFolder } from '../../../../src/node.ts'
import { rounds } from '../../../support/fuzz.ts'
import { collection, randomQuery } from '../../../support/index-samples.ts'
import { createRandom } from '../../../support/random.ts'
import { needsShared, sharedPath } from '../../../support/shared.ts'
import { createModuleSearch, searchIn, TINY, writeIndex } from '../../../support/static-index.ts'

const FILTERS = [{}, { group: 'Guides' }, { group: '', lang: 'de' }]

test('static search equals the service, over random collections and queries', async () => {
  const random = createRandom(17)
  for (let round = 0; round < rounds(30, 60); round += 1) {
    const chunks = collection(random, random.below(40)).map((chunk) => ({ ...chunk, url: `/${chunk.page}/` }))
    const service = createSearcher(chunks)
    const indexes = [await writeIndex(chunks), await writeIndex(chunks, TINY)]
    const searches = await Promise.all(indexes.map(searchIn))
    for (let i = 0; i < 20; i += 1) {
      const query = randomQuery(random)
      const options = { filter: random.pick(FILTERS), limit: random.pick([1, 10, 20]), marks: true, phrases: true }
      const expected = service.find(query, options)
      // Both a reader who has other parts already, and one who has none.
      for (const search of [...searches, await searchIn(indexes[1]!)]) {
        assert.deepEqual(await search.search(query, options), expected, `${round}: ${query}`)
      }
    }
  }
})

/** The queries of the three judged sets of these docs: a part of each set, all in `npm run long`. */
function judgedQueries(part: (all: number) => number): string[] {
  return ['astro', 'astro-typo', 'astro-prefix'].flatMap((name) => {
    const lines = readFileSync(sharedPath(`corpora/judged/${name}.queries.jsonl`), 'utf8').trim().split('\n')
    return lines.slice(0, rounds(part(lines.length), lines.length)).map((line): string => JSON.parse(line).text)
  })
}

let docs: ReturnType<typeof read> | null = null
/** Read and written once for the tests of this file. */
const readDocs = () => (docs ??= read())

async function read() {
  const chunks = chunkPages((await readFolder(sharedPath('corpora/astro-docs'))).pages)
  return { service: createSearcher(chunks, { rowsOf: tableRows }), index: await writeIndex(chunks) }
}

test('static search equals the service, over the judged queries, whole, with typos, cut, and typed', needsShared('corpora/astro-docs'), async () => {
  const { service, index } = await readDocs()
  const visit = await searchIn(index)
  const random = createRandom(5)
  for (const query of judgedQueries((all) => Math.ceil(all / 8))) {
    for (const typed of [query, query.slice(0, random.below(query.length)), `"${query.split(' ').slice(0, 2).join(' ')}"`]) {
      const { results, notice } = await visit.search(typed, { limit: 10 })
      assert.deepEqual({ results, notice }, { results: service.search(typed, { limit: 10 }), notice: service.notice(typed) }, typed)
    }
  }
})

test('the module for the page equals the service, over judged queries', needsShared('corpora/astro-docs'), async () => {
  const { service, index } = await readDocs()
  const { englishSearch } = await readBrowserModules()
  const search = await createModuleSearch(englishSearch, index)
  for (const query of judgedQueries(() => 60)) assert.deepEqual(await search(query), service.find(query, { limit: 10 }), query)
})
