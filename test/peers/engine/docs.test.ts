/** Real docs in a real engine: every read is that of the process, byte for byte, and search is as good. */
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { before, describe, test } from 'node:test'
import { type Ask, createAsk } from '../../../src/core/ask.ts'
import { parseArguments } from '../../../src/cli/command-line/arguments.ts'
import { serveCommand } from '../../../src/cli/commands/serve/serve.ts'
import { createServedSite, createStoreSite } from '../../../src/cli/addons/reader/served-site.ts'
import { type Content, readContent } from '../../../src/cli/source/content.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import type { Handler } from '../../../src/core/http/wire/message.ts'
import { openSearch } from '../../../src/store.ts'
import { resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { createWriter } from '../../../src/addons/store/opensearch/writer.ts'
import { page } from '../../support/chunk.ts'
import { fakeIo } from '../../support/io.ts'
import { neutral, post, type Sent, textOf } from '../../support/http.ts'
import { needsShared } from '../../support/shared.ts'
import { type Engine, needsEngine } from './engine.ts'
import { eventually } from './eventually.ts'
import { JUDGED, judgedSite, meanNdcg, memoryService, readCollection, readQueries } from './judged.ts'
import { PATIENT_MS, shareEngine } from './shared-engine.ts'
import { DOCS, pushSite, siteOf, type TestSite } from './site.ts'

/** One of so many sections is tried. */
const STEP = 25
/**
 * Judged sets: one of `step` queries is tried, and the means may differ by `margin`. Where two sections score the same
 * but for a thousandth, the other one may come first, so the first set needs enough queries for its small margin.
 */
const SAMPLES = [
  { name: 'astro', step: 7, margin: 0.01 }, { name: 'astro-typo', step: 15, margin: 0.02 }, { name: 'astro-prefix', step: 15, margin: 0.02 },
] as const
const ARGS = parseArguments(serveCommand, ['--site-title', 'Docs'])
const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const QUERIES = ['dynamic routes', 'rotuing', 'getStaticPaths', 'how do i deploy to vercel', 'conten', '"server islands"', 'image -remote', 'xyzzy']

describe('docs in a real engine', needsEngine, () => {
  let engine: Engine
  let content: Content
  let site: TestSite
  let [memory, store]: Ask[] = []
  const urlOf = () => engine.urls.join()
  const layout = { shards: 1, replicas: 0 }
  const writerOf = (index: string) => createWriter(resolveConnection({ url: urlOf(), index }), layout, { now: Date.now, random: Math.random })
  const nameOf = (collection: string) => `ask-${collection}-${process.pid}`

  before(async () => {
    engine = await shareEngine()
    content = await readContent(DOCS, ARGS, fakeIo())
    site = await siteOf(content.site.pages)
    await pushSite(writerOf(nameOf('docs')), site)
    const log = (line: string) => assert.fail(line)
    memory = createAsk({ content: async () => content.chunks, graph: async () => site.graph, log })
    store = createAsk({ store: openSearch({ url: urlOf(), index: nameOf('docs'), searchMs: PATIENT_MS }), log })
  })

  /** Compares the replies of both to a request. */
  async function compare(sent: Sent, [first, second] = [memory!.handle, store!.handle]): Promise<string> {
    // The list of a store is streamed: its length is not known, and its tag is of the generation.
    const isList = /^\/api\/ask\/sections(?:$|\?)/.test(sent.target)
    const received = async (handle: Handler) => {
      const { status, headers: { etag, 'content-length': length, ...headers }, body } = await handle(neutral(sent))
      return { status, headers, ...(!isList && { etag, length }), text: await textOf(body) }
    }
    const [expected, found] = await Promise.all([received(first!), received(second!)])
    assert.deepEqual(found, expected, JSON.stringify(sent))
    return found.text
  }

  const some = <T>(items: readonly T[], step = STEP): T[] => items.filter((_, i) => i % step === 0)

  test('every read over HTTP is that of the process', async () => {
    const { sections, glossary } = site.graph
    const groups = [...new Set(sections.flatMap(({ group }) => group ?? []))]
    const lists = ['', ...[...groups, 'nothing'].map((group) => `?group=${encodeURIComponent(group)}`)]
    for (const list of lists) await compare({ target: `/api/ask/sections${list}` })
    for (const path of ['', '/glossary', '/overview', '/filters', '/sections/nothing', '/glossary/nothing']) await compare({ target: `/api/ask${path}` })
    for (const { term, aliases } of some(glossary, 10)) {
      for (const name of [term.toUpperCase(), ...aliases]) await compare({ target: `/api/ask/glossary/${encodeURIComponent(name)}` })
    }
    for (const { id } of some(sections)) await compare({ target: `/api/ask/sections/${encodeURIComponent(id)}` })
  })

  test('a copy of a read still stands until the content changes', async () => {
    const { id } = site.graph.sections[0]!
    for (const path of ['', '/sections', '/sections?group=nothing', `/sections/${encodeURIComponent(id)}`, '/overview', '/filters', '/glossary']) {
      const request = neutral({ target: `/api/ask${path}` })
      const { headers: { etag = '' } } = await store!.handle(request)
      const again = await store!.handle({ ...request, header: (name) => (name === 'if-none-match' ? etag : null) })
      assert.deepEqual([again.status, again.body, again.headers['etag']], [304, null, etag], path)
    }
  })

  test('the first results of a search are those of the process', async () => {
    for (const query of QUERIES) {
      for (const needs of [{ notice: true }, { filter: { group: site.graph.sections[0]!.group ?? '' } }]) {
        assert.deepEqual(await store!.service.search(query, 3, needs), await memory!.service.search(query, 3, needs), query)
      }
    }
  })

  test('parts of compounds find the sections that they find in the process, also on a page that was replaced', async () => {
    const pageOf = (frame: string) => page('fenster', { '': 'Ein Fenster und ein Rahmen.', Einbau: frame, Netz: 'Das Hochspannungsnetzgerät.' }, { lang: 'de' })
    const german = [pageOf('Der Sims.'), page('bank', { '': 'Die Fensterbänke sind breit, die Bank ist schmal.' }, { lang: 'de' })]
    const { replacePage, begin } = writerOf(nameOf('german'))
    await pushSite({ begin }, await siteOf(german))
    const replaced = [pageOf('Der Fensterrahmen aus Holz.'), ...german.slice(1)]
    const { pages, graph } = await siteOf(replaced)
    await replacePage('fenster', pages.get('fenster') ?? [])
    const open = () => createAsk({ store: openSearch({ url: urlOf(), index: nameOf('german'), searchMs: PATIENT_MS }) }).service
    // A process learns of a new page when it reads the meta document again.
    await eventually(async () => (await open().search('Fensterrahmen', 1)).results[0]?.id === 'fenster#einbau')
    const service = open()
    const inMemory = createAsk({ content: async () => chunkPages(replaced), graph: async () => graph }).service
    for (const query of ['Fenster', 'Rahmen', 'Rahmens', 'Bank', 'Netzgerät', 'Netzgeräte', 'Holzfenster', 'Gerät']) {
      assert.deepEqual(await service.search(`${query} `, 5), await inMemory.search(`${query} `, 5), query)
    }
  })

  test('every MCP tool and resource gives what it gives in the process', async () => {
    const id = site.graph.sections.at(-1)!.id
    const group = site.graph.sections.find((section) => section.group !== null)!.group
    const tools = [
      ['overview', {}], ['sections_list', {}], ['sections_list', { group }], ['sections_list', { group: 'nothing' }],
      ['section_get', { id }], ['section_get', { id: `${id}x` }], ['glossary_list', {}], ['glossary_get', { term: 'astro' }],
      ['glossary_get', { term: 'nothing' }], ['search', { query: 'dynamic routes' }], ['search', { query: 'rotuing', limit: 3 }],
      ['answer', { query: 'dynamic routes' }],
    ] as const
    const calls = [
      ...tools.map(([name, args]) => ['tools/call', { name, arguments: args }] as const),
      ['tools/list', {}], ['resources/list', {}], ['resources/templates/list', {}],
    ] as const
    for (const [method, params] of calls) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      assert.match(await compare({ method: 'POST', target: '/api/ask/mcp', headers: MCP_HEADERS, body }), /"result"/, body)
    }
  })

  test('the engine counts the sections of each group', async () => {
    const { sections } = site.graph
    for (const { group, sections: size } of await store!.service.store!.groups()) {
      assert.equal(size, sections.filter((section) => section.group === group).length, String(group))
    }
    assert.equal((await store!.service.store!.groups()).length, new Set(sections.map(({ group }) => group)).size)
  })

  test('the pages of the reader are those of a folder, in HTML and Markdown', async () => {
    const sources = { allowedHosts: [], overlay: null }
    // A store has neither the descriptions of pages nor their files.
    const pages = content.site.pages.map((page) => ({ ...page, description: null }))
    const plain = { ...content, folder: tmpdir(), site: { ...content.site, pages } }
    const served = await createServedSite({ ask: memory!, content: plain, ...sources }, ARGS)
    const sites = [served.handle, createStoreSite({ ask: store!, ...sources }, ARGS).handle]
    for (const { url } of some(pages)) {
      for (const accept of ['text/html', 'text/markdown']) await compare({ target: url, headers: { accept } }, sites)
      await compare({ target: `${url.slice(0, -1)}.md` }, sites)
    }
    for (const target of ['/', '/nothing/', '/_ask/style.css']) await compare({ target, headers: { accept: 'text/html' } }, sites)
  })

  for (const { name, step, margin } of SAMPLES) {
    test(`search is as good as in the process: ${name}`, needsShared(JUDGED), async (t) => {
      const chunks = readCollection('astro')
      if (name === 'astro') await pushSite(writerOf(nameOf('judged')), judgedSite(chunks))
      const open = openSearch({ url: urlOf(), index: nameOf('judged'), searchMs: PATIENT_MS })
      const service = open({ model: '', canAnswer: false, log: () => undefined, now: Date.now })
      const queries = readQueries(name, step)
      const [expected, found] = [await meanNdcg(memoryService(chunks), queries), await meanNdcg(service, queries)]
      t.diagnostic(`${queries.length} queries: ${expected.toFixed(4)} in the process, ${found.toFixed(4)} over the store`)
      assert.ok(Math.abs(found - expected) <= margin, `${found} is not within ${margin} of ${expected}`)
    })
  }
})
