import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store, StoreMeta } from '../../../src/addons/store/store.ts'
import { type Ask, createAsk } from '../../../src/core/ask.ts'
import { AskError } from '../../../src/core/base/errors.ts'
import { extractGraph } from '../../../src/core/graph-builder/rules/extract.ts'
import { STALE_WARNING } from '../../../src/core/service.ts'
import { storeService } from '../../../src/store.ts'
import { chunksOf, page } from '../../support/chunk.ts'
import { memoryStore } from '../../support/memory-store.ts'

const PAGES = [
  page('index', { '': 'The docs of a site generator called Astro.', Install: 'Run `npm create astro@latest`.' }),
  page('guides/deploy', { '': 'Deploy a site.', Vercel: 'Set `VERCEL_TOKEN` and run `vercel deploy --prod`.' }),
  page('guides/routing', { '': 'Routes are files.', 'Static routes': 'A route is a file in `src/pages`.', 'Dynamic routes': 'Use `[slug].astro`.' }),
  page('reference/cli', { '': 'The command line.', 'astro dev': 'Starts a server. `--port` is 4321.' }),
]
const CHUNKS = chunksOf(...PAGES)
const BASE = 'http://localhost/api/ask'

interface Mounted {
  readonly ask: Ask
  readonly process: Ask
  readonly lines: string[]
}

async function mounted(given: (store: Store) => Partial<Store> = () => ({}), text = () => ''): Promise<Mounted> {
  const graph = await extractGraph(PAGES)
  const store = await memoryStore(CHUNKS, graph, text)
  const lines: string[] = []
  const ask = createAsk({ store: storeService({ ...store, ...given(store) }), log: (line) => lines.push(line) })
  return { ask, process: createAsk({ content: async () => CHUNKS, graph: async () => graph }), lines }
}

async function get(ask: Ask, path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string; etag: string | null }> {
  const reply = await ask.fetch(new Request(BASE + path, { headers }))
  return { status: reply.status, body: await reply.text(), etag: reply.headers.get('etag') }
}

const READS = [
  '', '/glossary', '/glossary/astro', '/glossary/nothing', '/sections', '/sections?group=guides', '/sections?group=nothing',
  '/sections/guides%2Frouting%23static-routes', '/sections/guides/routing', '/sections/nothing', '/overview', '/filters',
]
for (const path of READS) {
  test(`a read of a store is that of the process, byte for byte: GET ${path}`, async () => {
    const { ask, process } = await mounted()
    const [found, expected] = [await get(ask, path), await get(process, path)]
    assert.deepEqual([found.status, found.body], [expected.status, expected.body])
  })
}

test('a search of a store is that of the process, byte for byte', async () => {
  let query = ''
  const { ask, process } = await mounted(() => ({}), () => query)
  for (query of ['routes', 'vercel deploy', 'dynam', '', 'xyzzy', 'rotues']) {
    const request = () => new Request(BASE, { method: 'POST', body: JSON.stringify({ query, detail: true }), headers: { 'content-type': 'application/json' } })
    assert.equal(await (await ask.fetch(request())).text(), await (await process.fetch(request())).text())
  }
})

test('the sections and the Markdown of a page come from the store', async () => {
  const { ask, process } = await mounted()
  for (const id of ['guides/routing', 'guides/routing#static-routes', 'nothing']) {
    assert.deepEqual(await ask.service.chunks(id), await process.service.chunks(id))
    assert.equal(await ask.service.markdown(id), await process.service.markdown(id))
    assert.equal(await ask.service.pageMarkdown(id), await process.service.pageMarkdown(id))
  }
  for (const [after, limit] of [[null, 99], [null, 2], ['index', 1]] as const) {
    assert.deepEqual(await ask.service.pages(after, limit), await process.service.pages(after, limit))
  }
})

test('the list of sections has a tag of its revision, for which the store is not asked again', async () => {
  let lists = 0
  let meta: StoreMeta | null = null
  const { ask } = await mounted((store) => ({
    meta: async () => meta ?? store.meta(),
    summaries(group) {
      lists += 1
      return store.summaries(group)
    },
  }))
  const { etag } = await get(ask, '/sections')
  assert.ok(etag !== null)
  assert.equal((await get(ask, '/sections', { 'if-none-match': etag })).status, 304)
  assert.equal(lists, 1)
  assert.notEqual((await get(ask, '/sections?group=guides')).etag, etag)
  meta = { ...(await (await memoryStore(CHUNKS, await extractGraph(PAGES), () => '')).meta()), revision: 1 }
  assert.notEqual((await get(ask, '/sections')).etag, etag)
})

test('a list that fails at once is an error, and one that fails later is broken off', async () => {
  const failing = (after: number) => mounted((store) => ({
    async *summaries() {
      let count = 0
      for await (const batch of store.summaries(null)) {
        if (count === after) throw new AskError('store', 'The search engine failed.')
        count += 1
        yield batch
      }
    },
  }))
  const atOnce = await failing(0)
  assert.deepEqual(await get(atOnce.ask, '/sections').then(({ status, body }) => [status, JSON.parse(body)]), [500, { error: 'The search engine failed.' }])
  const later = await failing(2)
  const reply = await later.ask.fetch(new Request(`${BASE}/sections`))
  assert.equal(reply.status, 200)
  await assert.rejects(reply.text())
})

test('lists read two batches at once, and a reader who takes none closes the list to nobody', async () => {
  let [reading, most] = [0, 0]
  const { ask } = await mounted((store) => ({
    async *summaries() {
      for await (const batch of store.summaries(null)) {
        reading += 1
        most = Math.max(most, reading)
        await new Promise((resolve) => setTimeout(resolve, 1))
        reading -= 1
        yield batch
      }
    },
  }))
  const slow = await Promise.all([1, 2, 3].map(() => ask.fetch(new Request(`${BASE}/sections`))))
  const bodies = await Promise.all(Array.from({ length: 5 }, () => get(ask, '/sections')))
  assert.deepEqual([new Set(bodies.map(({ body }) => body)).size, bodies[0]?.status], [1, 200])
  assert.ok(most <= 4, `${most} at once: two that begin, and two under way`)
  assert.equal(await slow[0]?.text(), bodies[0]?.body)
  await Promise.all(slow.slice(1).map((reply) => reply.body?.cancel()))
})

test('lists that the store is too slow for are refused: come back later', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { ask } = await mounted((store) => ({
    async *summaries() {
      await held
      yield* store.summaries(null)
    },
  }))
  const lists = Array.from({ length: 67 }, () => ask.fetch(new Request(`${BASE}/sections`)))
  const refused = await Promise.race(lists)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
  assert.deepEqual(await refused.json(), { error: 'Too many lists of sections are being read; try again in 5 s.' })
  release()
  const statuses = await Promise.all(lists.map(async (list) => (await list).status))
  assert.equal(statuses.filter((status) => status === 200).length, 66)
})

test('a list of more entries than memory should hold is refused, and streamed over HTTP', async () => {
  const summary = { id: 'a', title: 'A', heading: null, group: null, url: '/a' }
  const { ask } = await mounted(() => ({
    async *summaries() {
      for (let batch = 0; batch < 3; batch += 1) yield Array(50_000).fill(summary)
    },
  }))
  await assert.rejects(ask.service.sections(null), { code: 'store', message: /more than 100000 entries. Ask for one group/ })
})

test('a graph of other content is warned of, once', async () => {
  const { ask, lines } = await mounted((store) => ({ meta: async () => ({ ...(await store.meta()), graphHash: 'sha256:other' }) }))
  await ask.service.overview()
  await ask.service.glossary()
  assert.deepEqual(lines, [STALE_WARNING])
})

test('a word that was searched before is found once a page that has it is added', async () => {
  const graph = await extractGraph(PAGES)
  const text = () => 'otters'
  const stores = await Promise.all([CHUNKS, [...CHUNKS, ...chunksOf(page('otters', { '': 'The otters.' }))]].map((chunks) => memoryStore(chunks, graph, text)))
  let revision = 0
  const current = () => stores[revision] ?? assert.fail()
  const asked: string[] = []
  const { ask } = await mounted(() => ({
    meta: async () => ({ ...(await current().meta()), revision }),
    frequencies: (terms, signal) => current().frequencies(terms, signal),
    candidates(query, signal) {
      asked.push(query.words.flatMap(({ terms }) => terms.map(({ term }) => term)).join())
      return current().candidates(query, signal)
    },
    intros: (slugs, signal) => current().intros(slugs, signal),
  }), text)
  for (revision of [0, 1]) await ask.service.search('otters', 5)
  assert.deepEqual(asked, ['', 'otter'])
})

test('a store that fails is an Error body, without what only its owner may know', async () => {
  const { ask } = await mounted(() => ({ candidates: () => Promise.reject(new AskError('store', 'The search engine can\'t be reached.')) }))
  const reply = await ask.fetch(new Request(BASE, { method: 'POST', body: '{"query":"x"}', headers: { 'content-type': 'application/json' } }))
  assert.deepEqual([reply.status, await reply.json()], [500, { error: 'The search engine can\'t be reached.' }])
})

test('with a part of the index missing a search gives what there is, and no answer is given', async () => {
  const { ask } = await mounted((store) => ({
    candidates: async (query, signal) => ({ ...(await store.candidates(query, signal)), isPartial: true }),
  }), () => 'routes')
  assert.ok((await ask.service.search('routes', 5)).results.length > 0)
  assert.equal(await ask.service.store?.searchesAll('routes', {}), false)
  await assert.rejects(ask.service.weigh('routes', 5, {}), /part of the search index is missing/)
})

test('no answer is given from counts that lack those of a shard, nor once it is back', async () => {
  const partial = [{ words: new Map<string, number>(), isPartial: true }]
  const candidates = async () => ({ sections: [], isPartial: false })
  const { ask } = await mounted(({ frequencies }) => ({ candidates, frequencies: async (...given) => partial.shift() ?? frequencies(...given) }))
  for (const _ of [1, 2]) await assert.rejects(ask.service.weigh('routes ', 5, {}), /part of the search index is missing/)
})

test('createAsk() takes a store or content, not both', () => {
  const store = () => assert.fail('not opened')
  assert.throws(() => createAsk({ store, content: async () => [] } as never), /store holds content and graph: leave out content/)
})
