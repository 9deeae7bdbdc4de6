import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLibrary, type LibrarySources } from '../../../../src/core/answer/tools/library.ts'
import type { Chunk } from '../../../../src/core/content/chunk.ts'
import type { GraphSection } from '../../../../src/core/graph/graph.ts'
import { textHash } from '../../../../src/core/graph/queries.ts'
import type { Filter } from '../../../../src/core/search/index/filter.ts'
import { createService, EMPTY_GRAPH } from '../../../../src/core/service.ts'
import { chunk } from '../../../support/chunk.ts'
import { graph, node } from '../../../support/graph.ts'

const LONG = 'Routes are files with `--static` in them, and `--dynamic` ones are not. '.repeat(30)
const CHUNKS = [
  chunk('All about routes.', { id: 'routing', heading: null, anchor: null, url: '/routing/' }),
  chunk(LONG, { id: 'routing#static', group: 'Guides' }),
  chunk('Wildcards.', { id: 'routing#wild', heading: 'Wildcards', parents: ['Static routes'], url: '/routing/#wild' }),
]
const STATIC = node({
  id: 'routing#static',
  summary: 'Static routes are files.',
  facts: [
    { kind: 'flag', literal: '--static', chunkId: 'routing#static' },
    { kind: 'flag', literal: '--dynamic', chunkId: 'routing#static' },
  ],
  terms: ['static'],
})

function serviceOf(chunks: readonly Chunk[], nodes: readonly GraphSection[] | null = null) {
  return createService({
    content: async () => chunks, graph: async () => (nodes === null ? null : graph({ sections: nodes })),
    makeGraph: async () => EMPTY_GRAPH, model: '', canAnswer: true, log: () => undefined,
  })
}

/** A library over a service with these nodes in its graph; null for no graph. */
function libraryOf(nodes: readonly GraphSection[] | null, changes: Partial<LibrarySources> = {}, filter: Filter = {}) {
  return createLibrary({ ...serviceOf(CHUNKS, nodes), ...changes }, filter, null)
}

const search = (chunks: readonly Chunk[], query: string) => createLibrary(serviceOf(chunks), {}, null).search(query, 5)

test('createLibrary() opens a section with its place, its source and those below it', async () => {
  const opened = await libraryOf(null).open('routing#static')
  const { source, ...section } = opened!.section
  assert.equal(source.text, CHUNKS[1]!.text)
  assert.deepEqual(section, {
    id: 'routing#static', title: 'Routing', heading: 'Static routes', path: 'Routing › Static routes', group: 'Guides',
    url: '/routing/#static', terms: [],
  })
  assert.deepEqual(opened!.below.map(({ path }) => path), ['Routing › Static routes › Wildcards'])
})

test('createLibrary() shows sections of the page at hand first where they match about as well', async () => {
  const twins = ['a', 'b', 'c'].map((page) => chunk(`Set the port of ${page}.`, { id: `${page}#port`, page, url: `/docs/${page}/#port`, heading: 'Port' }))
  const other = chunk('Ports in general.', { id: 'd#boats', page: 'd', url: '/docs/d/#boats', heading: 'Boats' })
  const service = serviceOf([...twins, other])
  const found = async (page: string | null) => {
    return (await createLibrary(service, {}, page).search('set the port', 8)).hits.map(({ id }) => id.split('#')[0]).join('')
  }
  assert.deepEqual(await Promise.all([null, 'c', '/docs/b/', '/docs/b.html', '/docs/b/index.html?x#y', 'd', '/nowhere', 'http://['].map(found)), ['abcd', 'cabd', 'bacd', 'bacd', 'bacd', 'abcd', 'abcd', 'abcd'])
})

test('createLibrary() gives what readers type who want a section, while its text is that of the graph', async () => {
  const { queries } = libraryOf([{ ...STATIC, queries: ['fixed pages'], queriesHash: textHash(LONG) }, { ...node({ id: 'routing#wild' }), queries: ['stars'], queriesHash: '0' }])
  assert.deepEqual(await Promise.all(['routing#static', 'routing#wild', 'routing', 'nothing'].map(queries)), [['fixed pages'], [], [], []])
})

test('createLibrary() opens nothing where no section has the id', async () => {
  assert.equal(await libraryOf(null).open('routing#nothing'), null)
})

test('createLibrary() finds and opens only what its filter admits', async () => {
  const library = libraryOf(null, {}, { group: 'Guides' })
  assert.deepEqual((await library.search('routes', 8)).hits.map(({ id }) => id), ['routing#static'])
  assert.equal(await library.open('routing'), null)
  assert.notEqual(await library.open('routing#static'), null)
})

test('createLibrary() finds sections with their place and terms', async () => {
  const { hits: [hit] } = await libraryOf([STATIC]).search('static', 5)
  assert.equal(hit!.path, 'Routing › Static routes')
  assert.deepEqual(hit!.terms, ['static'])
  assert.match(hit!.snippet(), /^Routes are files/)
})

test('createLibrary() does without a graph that can not be read', async () => {
  const section = async () => Promise.reject(new Error('version must be 3'))
  const library = libraryOf(null, { section })
  assert.equal((await library.open('routing'))!.section.title, 'Routing')
  assert.equal((await library.search('wildcards', 5)).hits[0]!.id, 'routing#wild')
})

test('createLibrary() calls a hit strong that has most of a short query, or enough words of a long one', async () => {
  const strong = async (query: string) => (await libraryOf(null).search(query, 5)).hits.filter(({ isStrong }) => isStrong).map(({ id }) => id)
  assert.deepEqual(await strong('wildcards'), ['routing#wild'])
  assert.deepEqual(await strong('wildcards xylophone'), [])
  assert.deepEqual(await strong('wildcards xylophone marimba vibraphone glockenspiel'), [])
})

test('createLibrary() tells nothing of corrected function words', async () => {
  const chunks = [chunk('A job goes back to the queue.', { id: 'a#b', page: 'a', url: '/a/#b', heading: 'Backoff' })]
  const { missing, corrections } = await search(chunks, 'does backoff')
  assert.deepEqual([missing, corrections], [[], []])
})

test('createLibrary() tells nothing of words of asking, and nothing of parts of names but the whole', async () => {
  const library = libraryOf(null)
  for (const [query, lacking] of [
    ["Could you please tell me whether it supports xylophones, or shouldn't I?", ['xylophones']],
    ['Bitte erklären: funktioniert das Xylophon mit routes?', ['Xylophon']],
    ['Does a worker work on routes?', ['worker']],
    ['What does --no-wildcrads-mode change for routes?', ['--no-wildcrads-mode', 'change']],
  ] as const) {
    const { missing, corrections } = await library.search(query, 5)
    assert.deepEqual([missing, corrections], [lacking, []], query)
  }
})

test('createLibrary() tells the language of its first page where it finds nothing', async () => {
  const langOf = async (text: string, lang: string | null) => {
    const chunks = [chunk(text, { id: 'index', page: 'index', url: '/', heading: null, anchor: null, lang })]
    return (await search(chunks, 'xylophone')).lang
  }
  assert.deepEqual(await Promise.all([langOf('Dies ist ein Server für alle.', null), langOf('Acme', 'fr'), langOf('Acme', null)]), ['de', 'fr', null])
  assert.equal((await libraryOf(null).search('routes', 5)).lang, 'en')
})

test('createLibrary() puts a short section behind the best hit that stands in it', async () => {
  const page = (introduction: string) => [
    chunk('All.', { id: 'a', page: 'a', url: '/a/', heading: null, anchor: null }),
    chunk(introduction, { id: 'a#deploy', page: 'a', url: '/a/#deploy', heading: 'Deploy' }),
    chunk('A rolling swap replaces workers.', { id: 'a#swap', page: 'a', url: '/a/#swap', heading: 'Swap', parents: ['Deploy'] }),
    chunk('A swap of a file.', { id: 'a#file', page: 'a', url: '/a/#file', heading: 'File' }),
  ]
  const idsOf = async (introduction: string, query: string) => (await search(page(introduction), query)).hits.map(({ id }) => id)
  assert.deepEqual(await idsOf('Drain first.', 'rolling swap'), ['a#swap', 'a#deploy', 'a#file'])
  assert.deepEqual(await idsOf('Drain before a swap.', 'rolling swap'), ['a#swap', 'a#deploy', 'a#file'])
  for (const none of ['', 'Drain first. '.repeat(30)]) assert.deepEqual(await idsOf(none, 'rolling swap'), ['a#swap', 'a#file'])
  assert.deepEqual(await idsOf('Drain first.', 'file'), ['a#file'])
})

test('createLibrary() names the words that no section has, in any form', async () => {
  const { hits, missing, corrections } = await libraryOf(null).search('Somebody plays Xylophone wildcrads in xy/z.ts?', 5)
  assert.deepEqual([missing, hits[0]!.lang], [['plays', 'Xylophone', 'xy/z.ts'], 'en'])
  assert.deepEqual(corrections, [{ word: 'wildcrads', readAs: 'wildcards' }])
})
