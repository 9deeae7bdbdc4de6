import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { checkEndpoint } from '../../../../src/addons/setup/doctor/endpoint.ts'
import { AskError } from '../../../../src/core/base/errors.ts'
import { type Changes, createTestHandler } from '../../../support/http.ts'
import { startFor } from '../../../support/loopback.ts'
import { type Faults, proxy } from '../../../support/proxy.ts'

const SITE = 'https://docs.example.com'
const ORIGIN_HEADER = 'access-control-allow-origin'
const PAGE = '<!doctype html><title>Docs</title>'

const service = await serve()
const opened = await serve({ settings: { corsOrigins: [SITE] } })

async function serve(changes?: Changes): Promise<number> {
  return (await startFor({ after }, createTestHandler(changes))).port
}

interface Setup extends Faults {
  readonly port?: number
  readonly path?: string
  readonly site?: string
}

/** The findings at a service behind a proxy, as lines: `status message | remedy`. */
async function examine(t: TestContext, { port = service, path = '/api/ask', site, ...faults }: Setup = {}): Promise<string[]> {
  const base = await proxy(t, port, faults)
  const { checks: found } = await checkEndpoint(base + path, { fetch, site: site ?? null })
  for (const { name, status, remedy } of found) assert.ok(name === 'endpoint' && (status === 'ok' || remedy !== undefined))
  return found.map(({ status, message, remedy = '' }) => `${status} ${message.replaceAll(base, 'BASE')} | ${remedy}`)
}

const OK = 'ok BASE/api/ask is an ask service: model test-model, 2 suggestions | '

/** Expects a failure as the only finding. */
async function fails(t: TestContext, asked: Setup, finding: RegExp): Promise<void> {
  const [line, ...more] = await examine(t, asked)
  assert.deepEqual(more, [])
  assert.match(line!, /^fail /)
  assert.match(line!, finding)
}

/** Expects one finding in addition to the description of the service. */
async function finds(t: TestContext, asked: Setup, finding: RegExp): Promise<void> {
  const [first, line, ...more] = await examine(t, asked)
  assert.deepEqual([first, more], [OK, []])
  assert.match(line!, finding)
}

test('a service behind a transparent proxy has no problems', async (t) => {
  assert.deepEqual(await examine(t), [OK])
  assert.deepEqual(await examine(t, { port: opened, site: SITE }), [OK])
})

test('a service on the origin of its site needs no CORS', async (t) => {
  const methods: string[] = []
  const base = await proxy(t, service, { own: (method) => (methods.push(method), null) })
  const { checks } = await checkEndpoint(`${base}/api/ask`, { fetch, site: `${base}/docs` })
  assert.deepEqual([checks.length, methods.includes('OPTIONS')], [1, false])
})

test('an address without a server gives the reason', async () => {
  const { address, checks: [found] } = await checkEndpoint('http://127.0.0.1:1/api/ask', { fetch, site: null })
  assert.deepEqual([address, found?.status], [null, 'fail'])
  assert.match(found!.message, /^http:\/\/127\.0\.0\.1:1\/api\/ask can't be reached: fetch refuses this port/)
})

test('an address that never replies times out', async () => {
  const never: typeof fetch = (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  const { checks } = await checkEndpoint('http://127.0.0.1/api/ask', { fetch: never, site: null, timeoutMs: 5 })
  assert.match(checks[0]!.message, /can't be reached: no reply within 0.005 s$/)
})

test('a path that a proxy removes is found', async (t) => {
  await fails(t, { target: (target) => target.replace('/api/ask', '') || '/' }, /a proxy removes \/api\/ask from its requests \| .*proxy_pass/)
  const page = { status: 200, headers: { 'content-type': 'text/html' }, text: PAGE }
  await fails(t, { target: (target) => target.replace('/api/ask', ''), own: (_, target) => (target === '/api/ask' ? page : null) }, /removes \/api\/ask from/)
})

test('a service at another path is quoted', async (t) => {
  await fails(t, { path: '/elsewhere' }, /There is a service at BASE\/elsewhere, but not at this path: it says “Not found\.” \| .*--endpoint/)
})

test('replies of other servers are distinguished', async (t) => {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const cases: readonly [status: number, headers: Record<string, string>, text: string, finding: RegExp][] = [
    [200, html, PAGE, /returns a web page: the site handles this path .*for every path/],
    [200, {}, PAGE, /returns a web page: the site handles/],
    [404, html, PAGE, /returns a web page \(404\) \| Is this the base path/],
    [301, { location: 'https://docs.example.com/api/ask' }, '', /redirects \(301\) to https:\/\/docs\.example\.com\/api\/ask \| .*final address/],
    [401, html, PAGE, /refuses requests \(401\) \| .*password/],
    [403, {}, '', /refuses requests \(403\)/],
    [421, {}, '{"error":"This service takes no requests for the host docs.test."}', /The service at BASE\/api\/ask refuses the host of its requests \(421\): “This .* docs\.test\.” \| .*`--allowed-hosts`, `ASK_ALLOWED_HOSTS`/],
    [421, {}, '', /returns 421: it is not an ask service/],
    [502, html, PAGE, /The proxy at BASE\/api\/ask returns 502: it can't reach the service behind it \| Is the service running/],
    [504, {}, '', /returns 504/],
    [500, {}, '{"error":"It\\nbroke."}', /fails \(500\): “It broke\.” \| See the log/],
    [500, {}, '', /returns 500: it is not an ask service/],
    [200, { 'content-type': 'application/json' }, '[]', /returns 200 with unexpected content \(application\/json\): it is not an ask service/],
    [200, {}, '{"model":3}', /returns 200 with unexpected content \(no type\)/],
    [404, {}, '{"error":3}', /returns 404: it is not an ask service/],
  ]
  for (const [status, headers, text, finding] of cases) await fails(t, { own: () => ({ status, headers, text }) }, finding)
})

test('an address that needs a slash gets requests with it', async (t) => {
  const own = (_: string, target: string) => (target.endsWith('/') ? null : { status: 301, headers: { location: `${target}/` } })
  const [first, slash, ...more] = await examine(t, { own })
  assert.deepEqual([first, more], ['ok BASE/api/ask/ is an ask service: model test-model, 2 suggestions | ', []])
  assert.match(slash!, /^warn The address without a slash .* POST into a GET \| .*trailingSlash/)
})

test('headers that a proxy changes are named', async (t) => {
  await finds(t, { headers: { 'content-type': 'text/plain' } }, /^warn BASE\/api\/ask returns JSON with the type text\/plain \| .*Content-Type/)
  await finds(t, { headers: { 'content-type': undefined } }, /^warn BASE\/api\/ask returns JSON with no type/)
  await finds(t, { headers: { etag: undefined } }, /^warn The replies of BASE\/api\/ask have no ETag \| .*If-None-Match/)
  await finds(t, { without: ['if-none-match'] }, /^warn BASE\/api\/ask does not return 304/)
})

test('ids that a proxy decodes do no harm, ids that it refuses do', async (t) => {
  assert.deepEqual(await examine(t, { target: (target) => target.replace('%2F', '/') }), [OK])
  const own = (_: string, target: string) => (target.includes('%2F') ? { status: 404, text: PAGE } : null)
  await finds(t, { own }, /^warn Section ids with an encoded slash \(%2F\) do not reach .*: it returns 404 \| .*AllowEncodedSlashes/)
})

test('a POST that does not reach the service is a failure', async (t) => {
  const posts = (status: number, text = '') => ({ own: (method: string) => (method === 'POST' ? { status, text } : null) })
  await finds(t, posts(405), /^fail A search \(POST\) at BASE\/api\/ask returns 405 \| .*only GET/)
  await finds(t, posts(403, PAGE), /^fail A search \(POST\) at BASE\/api\/ask returns a web page \(403\)/)
  await finds(t, posts(429, '{}'), /^warn BASE\/api\/ask refuses searches from here: too many in the last minute \(429\) \| .*--trusted-proxies/)
  await finds(t, posts(200, '{}'), /^fail A search/)
  const broken = await serve({ service: { search: async () => { throw new AskError('content', 'The collection "docs" has no page.') } } })
  await finds(t, { port: broken }, /^fail Search at BASE\/api\/ask fails \(500\): “The collection "docs" has no page\.” \| .*ask doctor/)
})

test('pages of another origin must be allowed', async (t) => {
  await finds(t, { site: SITE }, /^fail Pages of https:\/\/docs\.example\.com can't call the service: .*\| .*--cors-origins https:\/\/docs\.example\.com/)
  await finds(t, { port: opened, site: SITE, headers: { [ORIGIN_HEADER]: `${SITE}, ${SITE}` } }, /`Access-Control-Allow-Origin` is sent twice/)
  const own = (method: string) => (method === 'OPTIONS' ? { status: 405 } : null)
  await finds(t, { port: opened, site: SITE, own }, /^fail Pages of/)
  assert.deepEqual(await examine(t, { site: SITE, headers: { [ORIGIN_HEADER]: '*' } }), [OK])
})

test('a section and a search without a reply are separate findings', async () => {
  const root = { suggestions: [], model: '' }
  let sent = 0
  const only: typeof fetch = async () => {
    sent += 1
    if (sent > 1) throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })
    return Response.json(root, { headers: { etag: '"1"' } })
  }
  const { address, checks } = await checkEndpoint('http://x.test/api/ask', { fetch: only, site: SITE })
  const lines = checks.map(({ status, message }) => `${status} ${message}`)
  assert.equal(address, 'http://x.test/api/ask')
  assert.deepEqual(lines.map((line) => line.slice(0, 4)), ['ok h', 'warn', 'warn', 'fail', 'fail'])
  assert.match(lines.join('\n'), /no model, 0 suggestions\n.*304.*\n.*%2F.*cut\nfail A search \(POST\) .* gets no reply: the connection was cut/)
})
