import assert from 'node:assert/strict'
import { test } from 'node:test'
import { READY_RESULTS } from '../../../../src/addons/static/ready.ts'
import { tableRows } from '../../../../src/core/content/structure/encoding.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import type { Findable } from '../../../../src/core/search/show/view.ts'
import { chunk, chunksOf, page } from '../../../support/chunk.ts'
import { searchIn, TINY, writeIndex } from '../../../support/static-index.ts'

const PAGES = [
  page('collections', {
    '': 'Content collections hold Markdown and data files.',
    'Defining collections': 'Call `defineCollection` for each folder. `createServer` is not part of it.',
    'Querying collections': 'A query gives the entries of a collection:\n\n```js\ngetCollection("blog")\n```\n\nSort them yourself.',
  }, { title: 'Content collections', group: 'Guides', lang: 'en' }),
  page('view-transitions', {
    '': 'Animate the way from one page to the next.',
    'Set up': 'View transitions are set up in the head of a page.',
    '=>': 'An arrow.',
  }, { title: 'View transitions', group: 'Guides', lang: 'en', version: '2' }),
  page('de/sammlungen', { '': 'Sammlungen von Inhalten.', 'Server': 'Der Server sammelt Seiten und Inhaltsverzeichnisse.' }, { title: 'Sammlungen', lang: 'de' }),
  ...['v1', 'v10', 'v9'].map((version) => page(`${version}/install`, {
    '': 'Install the otter with its installer.', 'On Linux': `Take the package${version === 'v1' ? ' of old' : ''}.`,
  }, { lang: 'en', version, group: version, ...(version === 'v9' && { isDefaultVersion: true }) })),
  page('ru', { '': 'Маршруты и страницы сайта.', '路由': '漢字 の 設定' }, { title: 'Маршруты' }),
]
const CHUNKS: readonly Findable[] = chunksOf(...PAGES)
const service = createSearcher(CHUNKS, { rowsOf: tableRows })
const index = await writeIndex(CHUNKS)
/** The same in many parts. */
const cutIndex = await writeIndex(CHUNKS, TINY)
/** The same with two or three keys in a part. */
const finestIndex = await writeIndex(CHUNKS, { ...TINY, terms: 8 })

async function check(query: string, options: Parameters<typeof service.search>[1] = {}): Promise<void> {
  const expected = service.find(query, options)
  for (const written of [index, cutIndex]) assert.deepEqual(await (await searchIn(written)).search(query, options), expected, query)
}

const QUERIES = [
  'content collections', 'collections', 'colle', 'c', 'co', 'contnt colections', 'viewtransitions', 'setup', 'set up',
  'createServer', 'create server', 'getCollection', '=>', '', '  ', 'nothing like it', 'asdfghjklqwertz', '"view transitions"',
  '"transitions view"', 'collections -markdown', 'collections -"data files"', '"set up" page', 'сайт', 'маршруты', 'маршрутов', '漢字', '設',
  'Verzeichnis', 'verzeichnisse anlegen', 'install otter', 'inst', 'o', 'package -old', '"the package" linux', 'server', 'sammlung', 'Sammlungen von Inhalten', 'view transtions set up in the head of a pge',
  'how do I define a collection of Markdown files and then query all of its entries in a page', '😀', '\ud800', 'the',
]

for (const query of QUERIES) {
  test(`a static search finds for ${JSON.stringify(query)} what the service finds`, () => check(query))
}

test('a static search shows marks, and keeps to limits and filters, as the service does', async () => {
  await check('collections', { marks: true })
  await check('collections', { limit: 1 })
  await check('of', { limit: 50, perPage: Infinity })
  await check('collection of pages', { perPage: 1 })
  await check('server', { filter: { lang: 'de' } })
  await check('view', { filter: { version: '2', group: 'Guides' } })
  await check('view', { filter: { version: '3' } })
  assert.deepEqual((await searchIn(index)).filterValues(), service.filterValues())
})

test('a static search shows one of several copies, also among precomputed results', async () => {
  const found = service.find('i', { limit: READY_RESULTS })
  assert.deepEqual(found.results.find(({ id }) => id === 'v9/install')?.alsoIn, ['v1', 'v10'])
  assert.deepEqual(await (await searchIn(finestIndex)).search('i', { limit: READY_RESULTS }), found)
  await check('install', { filter: { version: 'v1' } })
})

test('a static search has the rows and code of snippets', async () => {
  const table = chunksOf(page('table', { '': '| Option | Meaning |\n|---|---|\n| `base` | The base path of the site. |' }))
  const code = [...table, chunk('Before.\n\n```js\nconst port = 8787\n```\n\nAfter the port.')]
  const search = await searchIn(await writeIndex(code))
  for (const query of ['base path', 'port', 'option']) {
    assert.deepEqual((await search.search(query)).results, createSearcher(code, { rowsOf: tableRows }).search(query))
  }
})

test('a static search over no section, or one, finds what there is', async () => {
  assert.deepEqual(await (await searchIn(await writeIndex([]))).search('routes'), { results: [], notice: null, completions: [] })
  const one = [chunk('Routes are static.')]
  assert.deepEqual((await (await searchIn(await writeIndex(one))).search('routes')).results, createSearcher(one).search('routes'))
})

test('a static search that is aborted loads nothing more', async () => {
  await assert.rejects((await searchIn(index)).search('collections', { signal: AbortSignal.abort() }), { name: 'AbortError' })
})

for (const [query, waits] of [
  ['collections', false], ['view c', true], ['view-s', true], ['view qu', false], ['contnt', false], ['kollections', false], ['colectoinz', true],
] as const) {
  test(`a static search for ${JSON.stringify(query)} ${waits ? 'waits for a pause' : 'is answered'} while a reader types`, async (t) => {
    const pauses: unknown[] = []
    t.mock.method(globalThis, 'setTimeout', (finish: () => void, ms: number) => {
      pauses.push(ms)
      queueMicrotask(finish)
    })
    const { results } = await (await searchIn(finestIndex)).search(query, { signal: new AbortController().signal })
    assert.deepEqual(results, service.search(query))
    assert.equal(pauses.length > 0, waits)
  })
}
