import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../src/core/base/errors.ts'
import { contentHash } from '../../src/core/content/chunk.ts'
import { extractGraph } from '../../src/core/graph-builder/rules/extract.ts'
import { decodePrebuilt } from '../../src/core/prebuilt/prebuilt.ts'
import { createService, EMPTY_GRAPH, movedWarning, type ServiceSources, STALE_WARNING } from '../../src/core/service.ts'
import { chunk, chunksOf, page } from '../support/chunk.ts'
import { prebuiltOf } from '../support/prebuilt.ts'

const PAGES = [page('guides/routing', { 'Static routes': 'Routes are files.' }), page('index', { Install: 'Run the installer.' })]
const CHUNKS = chunksOf(...PAGES)
/** Sections of two pages by id, with the headings above them. */
const PARENTS = {
  guide: [], 'guide#routes': [], 'guide#dynamic': ['Routes'], 'guide#rest': ['Routes', 'Dynamic'], 'guide#pages': [],
  other: [],
}
const NESTED = Object.entries(PARENTS).map(([id, parents]) => {
  return chunk('', { id, page: id.split('#')[0]!, heading: id.split('#')[1] ?? null, parents })
})

function serviceOf(sources: Partial<ServiceSources>) {
  const lines: string[] = []
  const parts = { content: async () => CHUNKS, graph: async () => null, makeGraph: async () => EMPTY_GRAPH, ...sources }
  return { service: createService({ ...parts, model: '', canAnswer: false, log: (line) => lines.push(line) }), lines }
}

test('createService() loads nothing before the first call', () => {
  serviceOf({ content: () => assert.fail('content was loaded'), graph: () => assert.fail('the graph was loaded') })
})

test('createService() loads content once for any number of searches and sections', async () => {
  let loads = 0
  const { service } = serviceOf({ content: async () => ((loads += 1), CHUNKS) })
  const best = async (query: string) => (await service.search(query, 5)).results[0]?.id
  const [chunks, ...found] = await Promise.all([service.chunks('index'), best('static routes'), best('installer')])
  assert.deepEqual([chunks.length, ...found], [2, 'guides/routing#static-routes', 'index#install'])
  await Promise.all([best('files'), service.chunks('guides/routing')])
  assert.equal(loads, 1)
})

test('createService() searches with the queries of a graph that could not be read at first', async () => {
  const made = await extractGraph(PAGES)
  const committed = { ...made, sections: made.sections.map((section) => ({ ...section, queries: ['cron'] })) }
  let reads = 0
  const graph = async () => ((reads += 1) === 1 ? Promise.reject(new AskError('file', 'Too many open files')) : committed)
  const { service } = serviceOf({ graph })
  const found = async () => (await service.search('cron', 5)).results.length
  assert.deepEqual([await found(), (await service.glossary()).terms, await found() > 0, reads], [0, made.glossary, true, 2])
})

test('createService() gives a live section with its subsections', async () => {
  const { service } = serviceOf({ content: async () => NESTED })
  const below = async (id: string) => (await service.chunks(id)).map((chunk) => chunk.id)
  for (const [id, ...rest] of [
    ['guide', 'guide#routes', 'guide#dynamic', 'guide#rest', 'guide#pages'],
      ['guide#routes', 'guide#dynamic', 'guide#rest'],
    ['guide#dynamic', 'guide#rest'], ['guide#pages'], ['other'],
  ] as const) assert.deepEqual(await below(id), [id, ...rest])
  assert.deepEqual(await below('nowhere'), [])
})

test('createService() gives the Markdown of one section, null where it has none', async () => {
  const code = page('code', { '': 'Call `run()`.', Below: 'More.' })
  const { service } = serviceOf({ content: async () => chunksOf(code) })
  assert.deepEqual([await service.markdown('code'), await service.markdown('nowhere')], ['Call `run()`.', null])
  const { service: failing } = serviceOf({ content: () => Promise.reject(new AskError('content', 'No folder')) })
  assert.equal(await failing.markdown('code'), null)
})

test('createService() searches and shows content that was built before, with the hash it was built with', async () => {
  const { service } = serviceOf({ content: async () => decodePrebuilt(await prebuiltOf(CHUNKS)) })
  assert.deepEqual(await service.search('static routes', 5), await serviceOf({}).service.search('static routes', 5))
  assert.deepEqual(await service.chunks('index'), CHUNKS.slice(2))
  assert.equal(await service.contentHash(), await contentHash(CHUNKS))
})

test('createService() tries content again after a failure', async () => {
  const loads = [Promise.reject(new AskError('content', 'There is no collection "docs"')), CHUNKS]
  const { service } = serviceOf({ content: async () => loads.shift() ?? assert.fail('loaded again') })
  await assert.rejects(service.search('routes', 5), /no collection/)
  assert.equal((await service.search('static routes', 5)).results[0]!.id, 'guides/routing#static-routes')
})

test('createService() gives empty reads, in the right shapes, without a graph', async () => {
  const { service } = serviceOf({})
  const lists = [await service.suggestions(), await service.glossary(), await service.sections(null)]
  assert.deepEqual(lists, [[], { terms: [] }, { sections: [] }])
  assert.deepEqual(await service.overview(), { overview: '', context: '' })
  assert.deepEqual([await service.section('index'), await service.term('route')], [null, null])
})

test('createService() makes a missing graph, once and on the first read', async () => {
  let made = 0
  const { service, lines } = serviceOf({ makeGraph: async () => ((made += 1), extractGraph(PAGES)) })
  await service.warm()
  assert.equal(made, 0)
  assert.equal((await service.section('index#install'))!.url, '/#install')
  await service.glossary()
  assert.equal(made, 1)
  assert.deepEqual(lines, [])
})

test('createService() reads from the graph', async () => {
  const graph = await extractGraph(PAGES)
  const { service } = serviceOf({ graph: async () => graph })
  assert.equal((await service.section('index#install'))!.url, '/#install')
  assert.equal((await service.sections('guides')).sections.length, 2)
  assert.equal((await service.overview()).overview, graph.overview)
  assert.equal(await service.suggestions(), graph.suggestions)
})

test('createService() searches although the graph can not be read', async () => {
  const graph = () => Promise.reject(new AskError('graph-format', 'version must be 3'))
  const { service, lines } = serviceOf({ graph })
  assert.equal((await service.search('installer', 5)).results.length, 1)
  await assert.rejects(service.glossary(), /version must be 3/)
  assert.deepEqual(lines, [])
})

test('createService() warns once of a graph that is older than the content', async () => {
  const graph = { ...(await extractGraph(PAGES)), contentHash: 'sha256:old' }
  const { service, lines } = serviceOf({ graph: async () => graph })
  await service.search('routes', 5)
  await service.search('files', 5)
  assert.deepEqual(lines, [STALE_WARNING])
})

/** The same content under another base. */
const MOVED = CHUNKS.map((chunk) => ({ ...chunk, url: `/docs${chunk.url}` }))
const MOVED_WARNING = movedWarning({ id: 'guides/routing', inGraph: '/guides/routing/', inContent: '/docs/guides/routing/' })

test('createService() serves the addresses of the content, and warns once of a graph with others', async () => {
  const made = await extractGraph(PAGES)
  for (const content of [async () => MOVED, async () => decodePrebuilt(await prebuiltOf(MOVED, made))]) {
    const { service, lines } = serviceOf({ content, graph: async () => made })
    const id = 'guides/routing#static-routes'
    const [node, { sections }, { overview }] = await Promise.all([service.section(id), service.sections('guides'), service.overview()])
    assert.deepEqual([node!.url, node!.sources[0]!.url], [`/docs/guides/routing/#static-routes`, `/docs/guides/routing/#static-routes`])
    assert.deepEqual(sections.map(({ url }) => url), ['/docs/guides/routing/', '/docs/guides/routing/#static-routes'])
    assert.match(overview, /\(\/docs\/guides\/routing\/\)/)
    assert.equal(await service.section(id), node, 'the same object every time')
    await service.search('routes', 1)
    assert.deepEqual(lines, [MOVED_WARNING])
  }
})

test('createService() serves the addresses of the graph while the content cannot be read', async () => {
  const made = await extractGraph(PAGES)
  const loads = [null, MOVED]
  const content = async () => loads.shift() ?? assert.fail('no content yet')
  const { service, lines } = serviceOf({ content, graph: async () => made })
  assert.equal((await service.section('index'))!.url, '/')
  assert.equal((await service.section('index'))!.url, '/docs/')
  assert.deepEqual(lines, [MOVED_WARNING])
})

test('createService().warm() rejects with the failure of a load', async () => {
  const { service } = serviceOf({ content: () => Promise.reject(new AskError('content', 'There is no folder docs')) })
  await assert.rejects(service.warm(), /no folder docs/)
})
