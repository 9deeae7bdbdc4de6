import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTRY_NAME } from '../../../../src/addons/static/layout.ts'
import { createFetch } from '../../../../src/addons/static/read/reply.ts'
import type { KeywordResponse } from '../../../../src/core/answer/events/event.ts'
import type { FilterValues } from '../../../../src/core/search/index/filter.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import { chunksOf, page } from '../../../support/chunk.ts'
import { BASE, createHost, writeIndex } from '../../../support/static-index.ts'

const CHUNKS = chunksOf(page('routing', { '': 'Routes.', Dynamic: 'Dynamic routes.' }, { lang: 'en' }), page('de', { '': 'Routes.' }, { lang: 'de' }))
const host = createHost(await writeIndex(CHUNKS))
const entry: unknown = JSON.parse(String(host.files.get(ENTRY_NAME)))
const endpoint = '/api/ask'
const fetch = (url: string) => host.fetch(url)

type Service = Parameters<typeof createFetch>[0]['service']
const post = async (body: object, service: Service = null) => {
  const response = await createFetch({ entry, base: BASE, endpoint, fetch, service })(endpoint, { method: 'POST', body: JSON.stringify(body) })
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
  const search = createFetch({ entry: JSON.parse(String(other.files.get(ENTRY_NAME))), base: BASE, endpoint, fetch: (url) => other.fetch(url), service: null })
  for (const [query, all, count, more] of [
    ['chairs', false, 10, true],
    ['chairs', true, 20, undefined],
    ['lamps', true, 12, undefined],
    ['tables', false, 3, undefined],
  ] as const) {
    const body = await read<KeywordResponse & { readonly more?: true }>(await search(endpoint, { method: 'POST', body: JSON.stringify({ query, mode: 'keyword', all }) }))
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
    const response = await createFetch({ entry, base: BASE, endpoint: at, fetch, service: null })(url)
    assert.deepEqual((await read<FilterValues>(response)).lang, ['de', 'en'])
  }
  const other = await createFetch({ entry, base: BASE, endpoint, fetch, service: null })(`${endpoint}/other-filters`)
  assert.deepEqual(await read(other), { suggestions: [] })
})

test('a question goes to the service, and to the index where that fails or is not there', async () => {
  const answered = await createFetch({ entry, base: BASE, endpoint, fetch, service: async () => new Response('data: x', { headers: { 'content-type': 'text/event-stream' } }) })(
    endpoint, { method: 'POST', body: JSON.stringify({ query: 'dynamic?', mode: 'agentic' }) })
  assert.equal(await answered.text(), 'data: x')
  const failures: readonly Service[] = [null, async () => new Response('', { status: 502 }), () => Promise.reject(new TypeError())]
  for (const service of failures) {
    const { body } = await post({ query: 'dynamic', mode: 'agentic' }, service)
    assert.deepEqual([body.mode, body.warning, body.results.length], ['keyword', 'The service can’t be reached.', 1])
  }
})

test('a service that limits questions is heard', async () => {
  const response = await createFetch({ entry, base: BASE, endpoint, fetch, service: async () => new Response('{}', { status: 429 }) })(
    endpoint, { method: 'POST', body: JSON.stringify({ query: 'dynamic', mode: 'agentic' }) })
  assert.equal(response.status, 429)
})

test('suggestions come from the service; without one there are none', async () => {
  const suggestions = async (service: Service) => (await createFetch({ entry, base: BASE, endpoint, fetch, service })(endpoint)).json()
  assert.deepEqual(await suggestions(null), { suggestions: [] })
  assert.deepEqual(await suggestions(async () => Response.json({ suggestions: ['Why?'] })), { suggestions: ['Why?'] })
})

test('an index that can’t be used is an error with its reason', async (t) => {
  t.mock.method(console, 'warn', () => undefined)
  const broken = createFetch({ entry: { version: 99 }, base: BASE, endpoint, fetch, service: null })
  const response = await broken(endpoint, { method: 'POST', body: '{"query":"dynamic","mode":"keyword"}' })
  assert.deepEqual([response.status, (await read<{ error: string }>(response)).error], [503, 'The search index has format 99; this page reads 6. Reload the page.'])
})

test('a query in letters of other languages is for the module of all languages, where there is one', async () => {
  const full = 'data:text/javascript,export const createFetch = (deps) => async () => Response.json({ model: deps.endpoint })//'
  const replyTo = async (query: string, base: string) => {
    const deps = { entry: { ...Object(entry), fullScript: 'search-0.js' }, base, endpoint, fetch, service: null }
    const response = await createFetch(deps)(endpoint, { method: 'POST', body: JSON.stringify({ query, mode: 'keyword' }) })
    return { status: response.status, model: (await read<KeywordResponse>(response)).model }
  }
  assert.deepEqual(await replyTo('маршруты', full), { status: 200, model: endpoint })
  assert.deepEqual(await replyTo('경로', full), { status: 200, model: endpoint })
  assert.deepEqual(await replyTo('routes', BASE), { status: 200, model: '' })
  assert.equal((await replyTo('маршруты', 'data:text/javascript,throw 0//')).status, 503)
})
