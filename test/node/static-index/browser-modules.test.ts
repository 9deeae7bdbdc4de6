/** The modules as they are bundled for the page: their weight, and that the search finds what the service finds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { readBrowserModules } from '../../../src/node/static-index/browser-modules.ts'
import { createSearcher } from '../../../src/search/searcher.ts'
import { chunksOf, page } from '../../support/chunk.ts'
import { createModuleSearch } from '../../support/static-module.ts'
import { TINY, writeIndex } from '../../support/static-index.ts'

/**
 * Bytes, with brotli's best compression: just under 1 % above what the modules have. Some 30 depend on the path of the
 * checkout, by which names are shortened.
 */
const MAX_WEIGHT = { englishSearch: 24_500, search: 27_800 }

const modules = await readBrowserModules()

for (const name of ['englishSearch', 'search'] as const) {
  test(`${name} is within its weight`, () => {
    const weight = brotliCompressSync(modules[name]).length
    assert.ok(weight <= MAX_WEIGHT[name], `${weight} bytes`)
  })

  test(`${name} finds what the service finds`, async () => {
    const lang = name === 'search' ? 'de' : 'en'
    const chunks = chunksOf(
      page('routing', { '': 'Routes of pages.', Dynamic: 'Dynamic routes have brackets, static routes have names.' }),
      page('servers', { '': 'Call `createServer` of the server.', 'Set up': '| a | b |\n|---|---|\n| one | two |' }, { lang }),
      page('more', { '': `Routen und Seiten. ${name === 'search' ? 'Маршруты, 경로를.' : ''} ${'More words. '.repeat(200)}` }, { lang }),
    )
    const service = createSearcher(chunks)
    const search = await createModuleSearch(modules[name], await writeIndex(chunks, TINY))
    for (const query of ['routes', 'dynmic', 'createServer', '"static routes"', 'rou', 'setup', 'servers -call', 'Seite', 'маршрут', 'brackts nmes', '경로']) {
      assert.deepEqual(await search(query), { results: service.search(query, { limit: 10 }), notice: service.notice(query) }, query)
    }
  })
}

test('the overlay has its texts in other languages', () => {
  const names = ['overlay.js', ...['de', 'es', 'fr', 'ja', 'pt', 'zh'].map((name) => `overlay/${name}.js`)]
  assert.deepEqual([...modules.overlay.keys()].sort(), names.sort())
  for (const bytes of modules.overlay.values()) assert.ok(bytes.length > 0)
})
