import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { checkEndpoint } from '../../src/doctor/endpoint-check.ts'
import { askService } from '../../src/doctor/endpoint.ts'
import { AskError } from '../../src/base/errors.ts'
import { startServer } from '../../src/node/server/server.ts'
import { createTestHandler } from '../support/http.ts'
import { type Faults, proxy } from '../support/proxy.ts'

const SITE = 'https://docs.example.com'
const ORIGIN_HEADER = 'access-control-allow-origin'
const PAGE = '<!doctype html><title>Docs</title>'

const service = await serve()
const opened = await serve({ settings: { corsOrigins: [SITE] } })

async function serve(changes: Parameters<typeof createTestHandler>[0] = {}): Promise<number> {
  const server = await startServer(createTestHandler(changes), { host: '127.0.0.1', port: 0, limits: { graceMs: 0 } })
  after(() => server.stop())
  return server.port
}

interface Asked extends Faults {
  readonly port?: number
  readonly path?: string
  readonly site?: string
}

/** The findings at a service behind a proxy, as lines: `status message | remedy`. */
async function examine(t: TestContext, { port = service, path = '/api/ask', site, ...faults }: Asked = {}): Promise<string[]> {
  const base = await proxy(t, port, faults)
  const replies = await askService(base + path, { fetch, site: site ?? null })
  const found = checkEndpoint(replies, site ?? null)
  for (const { name, status, remedy } of found) assert.ok(name === 'endpoint' && (status === 'ok' || remedy !== undefined))
  return found.map(({ status, message, remedy = '' }) => `${status} ${message.replaceAll(base, 'BASE')} | ${remedy}`)
}

const OK = 'ok BASE/api/ask is an ask service: model test-model, 2 suggestions | '

/** The one finding, which is a failure. */
async function fails(t: TestContext, asked: Asked, finding: RegExp): Promise<void> {
  const [line, ...more] = await examine(t, asked)
  assert.deepEqual(more, [])
  assert.match(line!, /^fail /)
  assert.match(line!, finding)
}

/** A finding beside that it is a service. */
async function finds(t: TestContext, asked: Asked, finding: RegExp): Promise<void> {
  const [first, line, ...more] = await examine(t, asked)
  assert.deepEqual([first, more], [OK, []])
  assert.match(line!, finding)
}

test('a service behind a proxy that hands all on has nothing to find', async (t) => {
  assert.deepEqual(await examine(t), [OK])
  assert.deepEqual(await examine(t, { port: opened, site: SITE }), [OK])
})

test('a service on the origin of its site needs no CORS', async (t) => {
  const base = await proxy(t, service)
  const { service: replies } = await askService(`${base}/api/ask`, { fetch, site: `${base}/docs` })
  assert.equal(replies?.preflight, null)
})

test('an address that nobody answers says why', async () => {
  const replies = await askService('http://127.0.0.1:1/api/ask', { fetch, site: null })
  const [found] = checkEndpoint(replies, null)
  assert.equal(found?.status, 'fail')
  assert.match(found.message, /^http:\/\/127\.0\.0\.1:1\/api\/ask can't be reached: fetch refuses this port/)
})

test('an address that never answers is given up', async () => {
  const never: typeof fetch = (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  const replies = await askService('http://127.0.0.1/api/ask', { fetch: never, site: null, timeoutMs: 5 })
  assert.match(checkEndpoint(replies, null)[0]!.message, /can't be reached: no reply within 0.005 s$/)
})

test('a path that is cut off on the way is found out', async (t) => {
  await fails(t, { target: (target) => target.replace('/api/ask', '') || '/' }, /something on the way cuts \/api\/ask off its requests \| .*proxy_pass/)
  const page = { status: 200, headers: { 'content-type': 'text/html' }, text: PAGE }
  await fails(t, { target: (target) => target.replace('/api/ask', ''), own: (_, target) => (target === '/api/ask' ? page : null) }, /cuts \/api\/ask off/)
})

test('a service at another path says what it says', async (t) => {
  await fails(t, { path: '/elsewhere' }, /There is a service at BASE\/elsewhere, but not at this path: it says “Not found\.” \| .*--endpoint/)
})

test('replies of something else are told apart', async (t) => {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const cases: readonly [status: number, headers: Record<string, string>, text: string, finding: RegExp][] = [
    [200, html, PAGE, /answers with a web page: the site catches this path .*for every path/],
    [200, {}, PAGE, /answers with a web page: the site catches/],
    [404, html, PAGE, /answers with a web page \(404\) \| .*mounted/],
    [301, { location: 'https://docs.example.com/api/ask' }, '', /redirects \(301\) to https:\/\/docs\.example\.com\/api\/ask \| .*final address/],
    [401, html, PAGE, /refuses requests \(401\) \| .*password/],
    [403, {}, '', /refuses requests \(403\)/],
    [502, html, PAGE, /The proxy at BASE\/api\/ask answers 502: it does not reach the service behind it \| Is the service running/],
    [504, {}, '', /answers 504/],
    [500, {}, '{"error":"It\\nbroke."}', /fails \(500\): “It broke\.” \| The log/],
    [500, {}, '', /answers 500: this is no ask service/],
    [200, { 'content-type': 'application/json' }, '[]', /answers 200, with application\/json of another kind: this is no ask service/],
    [200, {}, '{"model":3}', /answers 200, with something of another kind/],
    [404, {}, '{"error":3}', /answers 404: this is no ask service/],
  ]
  for (const [status, headers, text, finding] of cases) await fails(t, { own: () => ({ status, headers, text }) }, finding)
})

test('an address that wants a slash is asked with it', async (t) => {
  const own = (_: string, target: string) => (target.endsWith('/') ? null : { status: 301, headers: { location: `${target}/` } })
  const [first, slash, ...more] = await examine(t, { own })
  assert.deepEqual([first, more], ['ok BASE/api/ask/ is an ask service: model test-model, 2 suggestions | ', []])
  assert.match(slash!, /^warn The address without a slash .* POST becomes a GET \| .*trailingSlash/)
})

test('headers that are changed on the way are named', async (t) => {
  await finds(t, { headers: { 'content-type': 'text/plain' } }, /^warn BASE\/api\/ask answers JSON as text\/plain \| .*Content-Type/)
  await finds(t, { headers: { 'content-type': undefined } }, /^warn BASE\/api\/ask answers JSON as no type/)
  await finds(t, { headers: { etag: undefined } }, /^warn The replies of BASE\/api\/ask have lost their ETag \| .*If-None-Match/)
  await finds(t, { without: ['if-none-match'] }, /^warn BASE\/api\/ask does not answer 304/)
})

test('ids that are decoded on the way are no harm, refused ones are', async (t) => {
  assert.deepEqual(await examine(t, { target: (target) => target.replace('%2F', '/') }), [OK])
  const own = (_: string, target: string) => (target.includes('%2F') ? { status: 404, text: PAGE } : null)
  await finds(t, { own }, /^warn Section ids with an encoded slash \(%2F\) do not come through .*: it answers 404 \| .*AllowEncodedSlashes/)
})

test('a POST that does not come through is a failure', async (t) => {
  const posts = (status: number, text = '') => ({ own: (method: string) => (method === 'POST' ? { status, text } : null) })
  await finds(t, posts(405), /^fail A search \(POST\) at BASE\/api\/ask is answered 405 \| .*GET only/)
  await finds(t, posts(403, PAGE), /^fail A search \(POST\) at BASE\/api\/ask is answered with a web page \(403\)/)
  await finds(t, posts(429, '{}'), /^warn BASE\/api\/ask has had too many searches from here \(429\) \| .*--trusted-proxies/)
  await finds(t, posts(200, '{}'), /^fail A search/)
  const broken = await serve({ service: { search: async () => { throw new AskError('content', 'The collection "docs" has no page.') } } })
  await finds(t, { port: broken }, /^fail Search at BASE\/api\/ask fails \(500\): “The collection "docs" has no page\.” \| .*ask doctor/)
})

test('pages of another origin have to be let in', async (t) => {
  await finds(t, { site: SITE }, /^fail Pages of https:\/\/docs\.example\.com may not call the service: .*\| .*--cors-origins https:\/\/docs\.example\.com/)
  await finds(t, { port: opened, site: SITE, headers: { [ORIGIN_HEADER]: `${SITE}, ${SITE}` } }, /`Access-Control-Allow-Origin` comes twice/)
  const own = (method: string) => (method === 'OPTIONS' ? { status: 405 } : null)
  await finds(t, { port: opened, site: SITE, own }, /^fail Pages of/)
  assert.deepEqual(await examine(t, { site: SITE, headers: { [ORIGIN_HEADER]: '*' } }), [OK])
})

test('a section that gets no reply, and a search that gets none, are findings of their own', () => {
  const headers = { 'content-type': 'application/json', etag: '"1"' }
  const start = { type: 'reply', status: 200, headers, text: '{"suggestions":[],"model":""}' } as const
  const none = { type: 'none', reason: 'the connection was cut' } as const
  const replies = { address: 'http://x.test/api/ask', addsSlash: false, start, service: { again: none, section: none, search: none, preflight: none }, isStripped: false }
  const lines = checkEndpoint(replies, SITE).map(({ status, message }) => `${status} ${message}`)
  assert.deepEqual(lines.map((line) => line.slice(0, 4)), ['ok h', 'warn', 'warn', 'fail', 'fail'])
  assert.match(lines.join('\n'), /no model, 0 suggestions\n.*304.*\n.*%2F.*cut\nfail A search \(POST\) .* gets no reply: the connection was cut/)
})
