/** A real OpenSearch that is not well: what readers get, and what its owner reads. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ask, createAsk } from '../../../src/index.ts'
import { STALE_WARNING } from '../../../src/core/service.ts'
import { openSearch, type OpenSearchOptions, storeService } from '../../../src/store.ts'
import { resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { createOpenSearch } from '../../../src/addons/store/opensearch/opensearch.ts'
import { createWriter, type StoreWriter } from '../../../src/addons/store/opensearch/writer.ts'
import { page } from '../../support/chunk.ts'
import { freePort } from '../../support/loopback.ts'
import { type Faults, proxy } from '../../support/proxy.ts'
import { type Engine, needsEngine, startEngine } from './engine.ts'
import { eventually } from './eventually.ts'
import { PATIENT_MS } from './shared-engine.ts'
import { graphOfStore, pushSite, siteOf, type TestSite } from './site.ts'

const DEPS = { now: Date.now, random: Math.random }
const BASE = 'http://localhost/api/ask'
const PASSWORD = 'hunter2hunter2'
/** The cluster gives a node up that does not reply for some two seconds. */
const IMPATIENT = [
  'cluster.fault_detection.follower_check.interval: 1s',
  'cluster.fault_detection.follower_check.timeout: 2s',
  'cluster.fault_detection.follower_check.retry_count: 1',
  'cluster.publish.timeout: 5s',
]

interface Reply {
  readonly status: number
  readonly json: { readonly error?: string; readonly mode?: string; readonly warning?: string; readonly results?: readonly { readonly url: string }[] }
}

/** A mounted service with the lines of its log. */
interface Mounted {
  readonly ask: Ask
  readonly lines: readonly string[]
  readonly search: (query?: string, mode?: string) => Promise<Reply>
  readonly get: (path: string) => Promise<Reply>
}

function mount(options: OpenSearchOptions, store = openSearch(options), lines: string[] = []): Mounted {
  const log = (line: string) => void lines.push(line)
  const ask = createAsk({ store, log, model: { apiKey: 'k'.repeat(20), name: 'm', baseUrl: 'http://127.0.0.1:1/v1' } })
  async function send(path: string, init?: RequestInit): Promise<Reply> {
    const reply = await ask.fetch(new Request(BASE + path, init))
    const text = await reply.text()
    assert.doesNotMatch(text, /127\.0\.0\.1|hunter2|_exception|ask-[a-z]/, 'a reply says more than readers may know')
    return { status: reply.status, json: JSON.parse(text) as Reply['json'] }
  }
  const headers = { 'content-type': 'application/json' }
  return {
    ask,
    lines,
    search: (query = 'dynamic routes', mode = 'keyword') => send('', { method: 'POST', headers, body: JSON.stringify({ query, mode }) }),
    get: (path) => send(path),
  }
}

/** The service over an index, whose log is kept. */
function mounted(url: string, index: string, given: Partial<OpenSearchOptions> = {}): Mounted {
  const lines: string[] = []
  const options = { url, index, searchMs: PATIENT_MS, log: (line: string) => void lines.push(line), ...given }
  return mount(options, openSearch(options), lines)
}

async function checkFailure({ search, lines }: Mounted, error: string, line: RegExp): Promise<void> {
  assert.deepEqual(await search(), { status: 500, json: { error } })
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', line)
  assert.doesNotMatch(lines[0] ?? '', /hunter2|dynamic/)
}

function checkFound({ status, json }: Reply): void {
  assert.equal(status, 200, json.error)
  assert.equal(json.results?.[0]?.url, '/guides/routing/#dynamic-routes', JSON.stringify(json))
}

const writerOf = (url: string, index: string, replicas = 0): StoreWriter => {
  const connection = resolveConnection({ url, index, log: () => undefined })
  return createWriter(connection, { shards: 2, replicas }, { ...DEPS, wait: async (ms) => sleep(ms / 20) })
}

async function send(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const reply = await fetch(url + path, { method, ...(body !== undefined && json) })
  return reply.json()
}

const portOf = (url: string) => Number(new URL(url).port)

/** Pages enough for both shards of an index. */
function testSite(): Promise<TestSite> {
  const more = Array.from({ length: 12 }, (_, i) => page(`notes/n${i}`, { '': `Note ${i}.`, More: `The notes of day${i}.` }))
  return siteOf([
    page('guides/routing', { 'Static routes': 'Files are routes.', 'Dynamic routes': 'Names in brackets.' }),
    page('index', { Start: 'Run the program.' }),
    ...more,
  ])
}

describe('two nodes of a real engine', needsEngine, () => {
  let engine: Engine
  let site: TestSite
  let [first, second] = ['', '']

  before(async () => {
    site = await testSite()
    engine = await startEngine({ nodes: 2, settings: IMPATIENT })
    ;[first = '', second = ''] = engine.urls
    await pushSite(writerOf(first, 'ask-copied', 1), site)
    await pushSite(writerOf(first, 'ask-bare'), site)
    await pushSite(writerOf(first, 'ask-solo'), site)
    // A search of this one needs the first node only.
    await send(first, 'PUT', '/ask-solo/_settings', { 'index.routing.allocation.require._name': 'n1' })
    await waitForShards()
  })
  after(() => engine?.stop())

  async function waitForShards(): Promise<void> {
    const query = 'wait_for_nodes=2&wait_for_status=green&wait_for_no_relocating_shards=true&timeout=5s'
    await eventually(async () => {
      // A shard whose place failed several times, as while its node was frozen, is not tried again by itself.
      await send(first, 'POST', '/_cluster/reroute?retry_failed=true')
      const { timed_out: isLate } = (await send(first, 'GET', `/_cluster/health?${query}`)) as { timed_out?: boolean }
      return isLate === false
    })
  }

  test('a node that refuses connections gives way to the next address', async () => {
    const dead = `http://127.0.0.1:${await freePort()}`
    const both = mounted(`${dead},${first}`, 'ask-solo')
    checkFound(await both.search())
    assert.deepEqual(both.lines, [])
    await checkFailure(mounted(dead, 'ask-solo'), 'The search engine can\'t be reached.', /connection refused/)
  })

  test('an index that is not there is a failure whose log line names the command', () =>
    checkFailure(mounted(first, 'ask-nothing'), 'The search index is not there.', /index_not_found_exception.*Write it with `ask index push`/))

  test('an index of another format is refused, also by a process that has read its own', async () => {
    const { generation } = await pushSite(writerOf(first, 'ask-old'), site)
    const clock = { now: 0 }
    const lines: string[] = []
    const connection = resolveConnection({ url: first, index: 'ask-old', searchMs: PATIENT_MS, log: (line) => lines.push(line) })
    const running = mount({ url: first, index: 'ask-old' }, storeService(createOpenSearch(connection, { now: () => clock.now, random: () => 0 })), lines)
    checkFound(await running.search())
    await send(first, 'PUT', `/ask-old-${generation}/_doc/%23meta?routing=%23meta&refresh=true`, { kind: 'meta', format: '0.0' })
    clock.now = 6_000
    for (const service of [running, mounted(first, 'ask-old')]) {
      await checkFailure(service, 'The search index can\'t be used.', /it has the format 0\.0, this version of ask reads .*`ask index push`/)
    }
  })

  test('wrong credentials are a failure that says what to set, right ones pass', async (t) => {
    const right = `Basic ${btoa(`ask:${PASSWORD}`)}`
    const own: Faults['own'] = (_, __, headers) => (headers.authorization === right ? null : { status: 401, text: 'Unauthorized' })
    const url = await proxy(t, portOf(first), { own })
    checkFound(await mounted(url, 'ask-solo', { user: 'ask', password: PASSWORD }).search())
    const wrong = mounted(url, 'ask-solo', { user: 'ask', password: `${PASSWORD}!` })
    await checkFailure(wrong, 'The search engine refuses the credentials of this service.', /status 401\. Set ASK_SEARCH_USER/)
  })

  test('of 100 searches at once 64 are under way, and none fails', async () => {
    let [open, most] = [0, 0]
    const counting: typeof fetch = async (input, init) => {
      open += 1
      most = Math.max(most, open)
      try {
        return await fetch(input, init)
      } finally {
        open -= 1
      }
    }
    const { search } = mounted(first, 'ask-solo', { fetch: counting })
    await search()
    for (const reply of await Promise.all(Array.from({ length: 100 }, () => search()))) checkFound(reply)
    assert.ok(most > 1 && most <= 64, `${most} requests at once`)
  })

  test('no search fails and none is partial while a page is replaced again and again', async () => {
    const { search, lines } = mounted(`${first},${second}`, 'ask-copied')
    const writer = writerOf(first, 'ask-copied')
    const sections = site.pages.get('index') ?? []
    const state = { isDone: false, searches: 0 }
    const load = Promise.all([1, 2].map(async () => {
      for (; !state.isDone; state.searches += 1) checkFound(await search())
    }))
    for (let version = 0; version < 5; version += 1) {
      await writer.replacePage('index', sections.map(({ chunk, node }) => ({ chunk: { ...chunk, text: `Version ${version}.` }, node })))
    }
    state.isDone = true
    await load
    assert.ok(state.searches > 0)
    assert.deepEqual(lines, [])
  })

  test('a graph of other content is warned of, once', async () => {
    const push = await writerOf(first, 'ask-stale').begin()
    for (const sections of site.pages.values()) await push.add(sections)
    await push.finish(graphOfStore(site.graph, 'sha256:other'))
    const { search, get, lines } = mounted(first, 'ask-stale')
    checkFound(await search())
    await get('/overview')
    assert.deepEqual(lines, [STALE_WARNING])
  })

  test('a frozen node costs one search its time, and the next goes to another node', async (t) => {
    const { search, lines } = mounted(`${second},${first}`, 'ask-solo', { searchMs: 3_000 })
    engine.processes[1]?.kill('SIGSTOP')
    try {
      const since = Date.now()
      assert.deepEqual(await search(), { status: 500, json: { error: 'The search engine is too slow.' } })
      t.diagnostic(`failed after ${Date.now() - since} ms`)
      let failures = 1
      await eventually(async () => {
        const { status } = await search()
        failures += status === 200 ? 0 : 1
        return status === 200
      })
      t.diagnostic(`${failures} searches failed, found again after ${Date.now() - since} ms; ${lines.join(' | ')}`)
      assert.match(lines[0] ?? '', /no whole reply within 3 s/)
    } finally {
      engine.processes[1]?.kill('SIGCONT')
    }
    await waitForShards()
  })

  test('copies of shards of a frozen node serve once the cluster has given it up', async (t) => {
    const { search } = mounted(`${first},${second}`, 'ask-copied', { searchMs: 3_000 })
    await eventually(async () => (await search()).status === 200)
    engine.processes[1]?.kill('SIGSTOP')
    const since = Date.now()
    let failures = 0
    try {
      await eventually(async () => {
        const { status } = await search()
        if (status !== 200) failures += 1
        const { number_of_nodes: nodes } = (await send(first, 'GET', '/_cluster/health')) as { number_of_nodes?: number }
        return nodes === 1 && status === 200
      })
      t.diagnostic(`${failures} searches failed in ${Date.now() - since} ms`)
    } finally {
      engine.processes[1]?.kill('SIGCONT')
    }
    await waitForShards()
  })

  test('a node that dies is not noticed where its shards have copies, and leaves a part where they have none', async (t) => {
    const copied = mounted(`${second},${first}`, 'ask-copied')
    const bare = mounted(`${second},${first}`, 'ask-bare')
    const state = { isDone: false, searches: 0, slowest: 0 }
    for (const service of [copied, bare]) checkFound(await service.search())
    const load = Promise.all(['dynamic routes', 'dynamic rotues', 'dynam'].map(async (query) => {
      while (!state.isDone) {
        const since = Date.now()
        checkFound(await copied.search(query))
        state.slowest = Math.max(state.slowest, Date.now() - since)
        state.searches += 1
      }
    }))
    await eventually(() => state.searches > 20)
    engine.processes[1]?.kill('SIGKILL')
    const searches = state.searches
    await Promise.race([load, eventually(() => state.searches > searches + 60)])
    state.isDone = true
    await load
    t.diagnostic(`${state.searches} searches, the slowest ${state.slowest} ms`)
    assert.deepEqual(copied.lines, [])
    await t.test('keyword results are those of the shards that are there, and the log has one line', () => checkPart(bare))
  })

  async function checkPart({ search, get, lines }: Mounted): Promise<void> {
    for (const query of ['notes', 'nots', 'not', 'day3', 'dynamic routes']) {
      const { status, json } = await search(query)
      assert.deepEqual([status, json.mode, json.warning], [200, 'keyword', undefined])
    }
    const { json: { results = [] } } = await search('notes')
    assert.ok(results.length > 0)
    assert.equal(lines.filter((line) => /searched a part of the index only/.test(line)).length, 1)
    const answer = await search('notes', 'agentic')
    assert.deepEqual([answer.status, answer.json.mode], [200, 'keyword'])
    assert.match(answer.json.warning ?? '', /A part of the search index can't be reached/)
    assert.deepEqual(await get('/sections'), { status: 500, json: { error: 'A part of the search index is missing.' } })
    const reads = await Promise.all([...site.pages.keys()].map(async (slug) => get(`/sections/${encodeURIComponent(slug)}`)))
    const statuses = new Set(reads.map(({ status }) => status))
    assert.deepEqual([...statuses].sort(), [200, 500], 'pages of the missing shard, and others')
    for (const { json } of reads) assert.ok(json.error === undefined || json.error === 'A part of the search index is missing.')
    assert.equal((await search('notes')).status, 200, 'failed reads of a shard stop no search')
  }
})

describe('a real engine with a queue of one search', needsEngine, () => {
  let engine: Engine
  before(async () => {
    engine = await startEngine({ settings: ['thread_pool.search.size: 1', 'thread_pool.search.queue_size: 1'] })
    const connection = resolveConnection({ url: engine.urls.join(), index: 'ask-narrow', log: () => undefined })
    await pushSite(createWriter(connection, { shards: 1, replicas: 0 }, { ...DEPS, wait: async (ms) => sleep(ms / 20) }), await testSite())
  })
  after(() => engine?.stop())

  test('a full queue is asked once more, then an error, and is over with the rush', async (t) => {
    const [statuses, sent]: [Map<number, number>, string[]] = [new Map(), []]
    const counting: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
      sent.push(String(init?.body))
      return reply
    }
    const { search, lines } = mounted(engine.urls.join(), 'ask-narrow', { fetch: counting })
    await eventually(async () => (await search()).status === 200)
    const replies: Reply[] = []
    for (let rush = 0; rush < 20 && (statuses.get(429) ?? 0) === 0; rush += 1) {
      replies.push(...await Promise.all(Array.from({ length: 60 }, (_, i) => search(`dynamic routes day${i % 12}`))))
    }
    t.diagnostic(`replies of the engine: ${JSON.stringify([...statuses])}; of ask: ${replies.filter(({ status }) => status === 200).length} of ${replies.length} are 200`)
    assert.ok((statuses.get(429) ?? 0) > 0, 'the queue was never full')
    for (const { status, json } of replies) {
      if (status !== 200) assert.match(json.error ?? '', /^The search engine is (?:overloaded|down)\.$/)
    }
    assert.ok(lines.length <= 2, lines.join('\n'))
    await eventually(async () => (await search()).status === 200)
  })
})
