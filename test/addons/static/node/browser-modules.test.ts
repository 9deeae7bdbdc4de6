/** The modules as pages load them: their weight, that they load, and that the search finds what the service finds. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { readOverlay } from '../../../../src/addons/overlay/node/overlay-file.ts'
import { LANGUAGE_MODULES } from '../../../../src/addons/overlay/text/languages.ts'
import { ENGLISH } from '../../../../src/addons/overlay/text/strings.ts'
import { readBrowserModules } from '../../../../src/addons/static/node/browser-modules.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { temporaryFolder } from '../../../support/site.ts'
import { createModuleSearch, TINY, writeIndex } from '../../../support/static-index.ts'

const modules = await readBrowserModules()
const overlay = new TextDecoder().decode(modules.overlay)
const folder = await temporaryFolder()

/** Bytes, with gzip's best compression. */
for (const [name, module, maxWeight] of [
  ['overlay', overlay, 18_000],
  ['search for English', modules.englishSearch, 30_000],
  ['search for all languages', modules.search, 35_000],
] as const) {
  test(`the ${name} is within its weight`, () => {
    const weight = gzipSync(module, { level: 9 }).length
    assert.ok(weight <= maxWeight, `${weight} bytes`)
  })
}

for (const [kind, text] of [['built', overlay], ['joined', (await readOverlay()) ?? '']] as const) {
  test(`the ${kind} overlay is one module, which loads where there is no page and does nothing`, async () => {
    // Imports but of languages and of the search in a static index, markup, and code made of text have no place in it.
    assert.doesNotMatch(text, /\bimport\s*[*{'"]|\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|\beval\b|new Function|document\.write/)
    assert.match(text, /ask-overlay/)
    // Pages use these names.
    for (const name of Object.keys(ENGLISH)) assert.ok(text.includes(`${name}:`), name)
    const imported = [...text.matchAll(/import\(['"]\.\/([^'"]+)['"]\)/g)].map(([, path]) => path)
    assert.deepEqual(imported.sort(), [...LANGUAGE_MODULES.keys()])
    const file = join(folder, `${kind}.mjs`)
    await writeFile(file, text)
    assert.equal(execFileSync(process.execPath, [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }), '')
  })
}

test('the overlay has its texts in other languages', async () => {
  const file = join(folder, 'de.mjs')
  await writeFile(file, LANGUAGE_MODULES.get('overlay/de.js') ?? '')
  const { STRINGS } = await import(pathToFileURL(file).href)
  assert.deepEqual(Object.keys(STRINGS), Object.keys(ENGLISH))
})

for (const name of ['englishSearch', 'search'] as const) {
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
      assert.deepEqual(await search(query), service.find(query, { limit: 10 }), query)
    }
  })
}
