import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { ENTRY_NAME, HEAD_PATH, seal, STATIC_VERSION } from '../../../../src/addons/static/layout.ts'
import { createFetch, openStaticIndex } from '../../../../src/addons/static/read/reply.ts'
import type { KeywordResponse } from '../../../../src/core/answer/event.ts'
import type { FilterValues } from '../../../../src/core/search/index/filter.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { BASE, createHost, type StaticHost, TINY, writeIndex } from '../../../support/static-index.ts'

const CHUNKS = chunksOf(page('routing', { '': 'Routes.', Dynamic: 'Dynamic routes.' }, { lang: 'en' }), page('de', { '': 'Routes.' }, { lang: 'de' }))
const host = createHost(await writeIndex(CHUNKS))
const entry: unknown = JSON.parse(String(host.files.get(ENTRY_NAME)))
const endpoint = '/api/ask'
const fetch = (url: string) => host.fetch(url)

type Deps = Parameters<typeof createFetch>[0]
type Service = Deps['service']
const DEPS = { entry, base: BASE, endpoint, fetch, service: null }
const replies = (given: Partial<Deps> = {}) => createFetch({ ...DEPS, ...given })
const posted = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })
const post = async (body: object, service: Service = null) => {
  const response = await replies({ service })(endpoint, posted(body))
  return { status: response.status, body: await read<KeywordResponse>(response) }
}

/** The JSON of a response. */
async function read<T>(response: Response): Promise<T> {
  const value: T = JSON.parse(await response.text())
  return value
}

test('a search is replied to as a service replies, from the index', async () => {
  const { status, body } = await post({ query: 'dynmic routes', mode: 'keyword', detail: true }, async () => assert.fail('no request'))
  const results = JSON.parse(JSON.stringify(createSearcher(CHUNKS).search('dynmic routes', { limit: 10 })))
  assert.equal(status, 200)
  assert.deepEqual(body, { results, query: 'dynmic routes', model: '', mode: 'keyword', notice: 'Did you mean dynamic?' })
})

test('ten sections come at first, twenty where all are wanted, and a reply says if there may be more', async () => {
  const pages = Array.from({ length: 25 }, (_, i) => page(`p${i}`, { '': i < 12 ? 'Lamps and chairs.' : i < 22 ? 'Chairs.' : 'Tables.' }))
  const other = createHost(await writeIndex(chunksOf(...pages)))
  const search = replies({ entry: JSON.parse(String(other.files.get(ENTRY_NAME))), fetch: (url) => other.fetch(url) })
  for (const [query, all, count, more] of [
    ['chairs', false, 10, true], ['chairs', true, 20, undefined],
    ['lamps', true, 12, undefined], ['tables', false, 3, undefined],
  ] as const) {
    const reply = await search(endpoint, posted({ query, mode: 'keyword', all }))
    const body = await read<KeywordResponse & { readonly more?: true }>(reply)
    assert.deepEqual([body.results.length, body.more], [count, more], query)
  }
})

test('a search keeps to its filter, and a filter of another shape is refused', async () => {
  const { body } = await post({ query: 'routes', mode: 'keyword', filter: { lang: 'de' } })
  assert.deepEqual(body.results.map(({ url }) => url), ['/de/'])
  assert.equal((await post({ query: 'routes', mode: 'keyword', filter: { language: 'de' } })).status, 400)
  assert.equal((await post({ mode: 'keyword' })).status, 400)
})

test('the values of filters are those of the index', async () => {
  for (const [at, url] of [[endpoint, `${endpoint}/filters`], [`${endpoint}/`, `${endpoint}/filters/`]] as const) {
    const response = await replies({ endpoint: at })(url)
    assert.deepEqual((await read<FilterValues>(response)).lang, ['de', 'en'])
  }
  const other = await replies()(`${endpoint}/other-filters`)
  assert.deepEqual(await read(other), { suggestions: [] })
})

test('a question goes to the service, and to the index where that fails or is not there', async () => {
  const stream = new Response('data: x', { headers: { 'content-type': 'text/event-stream' } })
  const ask = replies({ service: async () => stream })
  assert.equal(await (await ask(endpoint, posted({ query: 'dynamic?', mode: 'agentic' }))).text(), 'data: x')
  const failures: readonly Service[] = [null, async () => new Response('', { status: 502 }), () => Promise.reject(new TypeError())]
  for (const service of failures) {
    const { body } = await post({ query: 'dynamic', mode: 'agentic' }, service)
    assert.deepEqual([body.mode, body.warning, body.results.length], ['keyword', 'The service can’t be reached.', 1])
  }
})

test('a service that limits questions is heard', async () => {
  const limited = replies({ service: async () => new Response('{}', { status: 429 }) })
  assert.equal((await limited(endpoint, posted({ query: 'dynamic', mode: 'agentic' }))).status, 429)
})

test('suggestions come from the service; without one there are none', async () => {
  const suggestions = async (service: Service) => (await replies({ service })(endpoint)).json()
  assert.deepEqual(await suggestions(null), { suggestions: [] })
  assert.deepEqual(await suggestions(async () => Response.json({ suggestions: ['Why?'] })), { suggestions: ['Why?'] })
})

test('an index that can’t be used is an error with its reason', async (t) => {
  t.mock.method(console, 'warn', () => undefined)
  const response = await replies({ entry: { version: 99 } })(endpoint, posted({ query: 'dynamic', mode: 'keyword' }))
  assert.deepEqual([response.status, (await read<{ error: string }>(response)).error], [503, 'The search index has format 99; this page reads 8. Reload the page.'])
})

test('a query in letters of other languages is for the module of all languages, where there is one', async () => {
  const full = 'data:text/javascript,export const createFetch = (deps) => async () => Response.json({ model: deps.endpoint })//'
  const replyTo = async (query: string, base: string) => {
    const search = replies({ entry: { ...Object(entry), fullScript: 'search-0.js' }, base })
    const response = await search(endpoint, posted({ query, mode: 'keyword' }))
    return { status: response.status, model: (await read<KeywordResponse>(response)).model }
  }
  assert.deepEqual(await replyTo('маршруты', full), { status: 200, model: endpoint })
  assert.deepEqual(await replyTo('경로', full), { status: 200, model: endpoint })
  assert.deepEqual(await replyTo('routes', BASE), { status: 200, model: '' })
  assert.equal((await replyTo('маршруты', 'data:text/javascript,throw 0//')).status, 503)
})

const OLD = chunksOf(page('routing', { '': 'Routes of pages.', Dynamic: 'Dynamic routes have brackets.' }))
const NEW = chunksOf(page('routing', { '': 'Routes of pages.', Static: 'Static routes have names.' }))
const [old, next] = [await writeIndex(OLD, TINY), await writeIndex(NEW, TINY)]
const HTML = '<!doctype html><title>Home</title>'

const open = ({ fetch }: StaticHost) => openStaticIndex({ base: BASE, fetch })
const titlesOf = async (index: ReturnType<typeof open>, query: string) => {
  return (await index.search(query)).results.map(({ heading, title }) => heading ?? title)
}
const partsOf = ({ files }: StaticHost, kind: string) => [...files.keys()].filter((path) => path.includes(`/${kind}/`))

test('openStaticIndex() reads each file once, the entry first', async () => {
  const host = createHost(old)
  const index = open(host)
  assert.deepEqual((await index.search('dynamic routes')).results, createSearcher(OLD).search('dynamic routes'))
  await index.search('dynamic routes')
  assert.equal(host.requests[0], ENTRY_NAME)
  assert.equal(new Set(host.requests).size, host.requests.length)
})

test('openStaticIndex() searches the new index when a deploy took the parts of the old one away', async () => {
  const host = createHost(old)
  const index = open(host)
  assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
  host.deploy(next)
  assert.deepEqual(await titlesOf(index, 'static names'), ['Static'])
  assert.deepEqual(await titlesOf(index, 'brackets'), [])
  assert.equal(host.requests.filter((path) => path === ENTRY_NAME).length, 2)
})

test('openStaticIndex() reads the entry anew in the middle of a query', async () => {
  const host = createHost(old)
  const index = openStaticIndex({
    base: BASE,
    fetch: (url) => {
      if (url.includes('/f/') && url.includes(old.build)) host.deploy(next)
      return host.fetch(url)
    },
  })
  assert.deepEqual((await titlesOf(index, 'routes')).includes('Static'), true)
})

/** Damages of a file, and of a host. */
const DAMAGES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array | string>> = {
  'is cut': (bytes) => bytes.slice(0, -1),
  'is empty': () => new Uint8Array(0),
  'is a page with status 200': () => HTML,
  'has another byte': (bytes) => bytes.map((byte, i) => (i === bytes.length - 3 ? byte ^ 1 : byte)),
  'begins otherwise': (bytes) => Uint8Array.from([0, ...bytes]),
}

for (const [name, damage] of Object.entries(DAMAGES)) {
  for (const kind of ['t', 'f']) {
    test(`openStaticIndex() asks once more for a part of ${kind} that ${name}, and then rejects`, async () => {
      const host = createHost(old)
      const whole = new Map(host.files)
      for (const path of partsOf(host, kind)) host.files.set(path, damage(host.files.get(path) as Uint8Array))
      const index = open(host)
      await assert.rejects(index.search('dynamic'), { message: 'A part of the search index can’t be reached.' })
      const [first = ''] = host.requests.filter((path) => path.includes(`/${kind}/`))
      assert.equal(host.requests.filter((path) => path === first).length, 2)
      // The same index searches on when its host is well again.
      for (const [path, file] of whole) host.files.set(path, file)
      assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
    })
  }
}

test('openStaticIndex() does not take another part of its own', async () => {
  const host = createHost(old)
  const [first = '', second = ''] = partsOf(host, 't')
  host.files.set(first, host.files.get(second)!)
  await assert.rejects(open(host).search('d'), { message: /^A part of/ })
})

test('openStaticIndex() gets by with one failed request for each file', async () => {
  const host = createHost(old)
  const failed = new Set<string>()
  const index = openStaticIndex({
    base: BASE,
    fetch: async (url) => {
      if (failed.has(url)) return host.fetch(url)
      failed.add(url)
      throw new TypeError('Failed to fetch')
    },
  })
  assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
})

const SEALED = Buffer.from(seal(new TextEncoder().encode('{}'), HEAD_PATH, deflateSync)).toString('base64')
/** Entries that can't be used. */
const ENTRIES: readonly (readonly [string, RegExp])[] = [
  [HTML, /^There is no search index at its address\.$/],
  ['{}', /^There is no search index/],
  ['null', /^There is no search index/],
  [JSON.stringify({ version: STATIC_VERSION, build: '../other', head: '' }), /^There is no search index/],
  [JSON.stringify({ version: STATIC_VERSION + 1 }), new RegExp(`^The search index has format ${STATIC_VERSION + 1}; this page reads ${STATIC_VERSION}\\. Reload the page\\.$`)],
  [JSON.stringify({ version: STATIC_VERSION, build: old.build, head: '' }), /^The search index is damaged\.$/],
  [JSON.stringify({ version: STATIC_VERSION, build: old.build, head: 'é' }), /^The search index is damaged\.$/],
  [JSON.stringify({ version: STATIC_VERSION, build: old.build, head: SEALED }), /^The search index is damaged\.$/],
]
for (const [entry, message] of ENTRIES) {
  test(`openStaticIndex() says what is wrong with the entry ${entry.slice(0, 60)}`, async () => {
    const host = createHost(old)
    const good = host.files.get(ENTRY_NAME)!
    host.files.set(ENTRY_NAME, entry)
    const index = open(host)
    await assert.rejects(index.search('dynamic'), { message })
    host.files.set(ENTRY_NAME, good)
    assert.deepEqual(await titlesOf(index, 'dynamic'), ['Dynamic'])
  })
}

test('openStaticIndex() says so where there is no index', async () => {
  const host = createHost(old)
  host.files.clear()
  await assert.rejects(open(host).search('dynamic'), { message: 'The search index can’t be reached.' })
})
