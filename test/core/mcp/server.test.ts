/** The MCP server without a transport, its reports of progress, and pages as its resources. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AskError } from '../../../src/core/base/errors.ts'
import { VERSION } from '../../../src/core/base/version.ts'
import type { PageSource } from '../../../src/core/graph/knowledge.ts'
import { createProgress } from '../../../src/core/mcp/server.ts'
import { graph } from '../../support/graph.ts'
import { createTestServer, knowledgeOf, listIn, MODERN, request, resultOf } from '../../support/mcp.ts'

const server = createTestServer()

/** The error that a request is refused with. */
async function failureOf(method: string, params: Record<string, unknown> = {}, over = server) {
  const reply = await request(over, method, params)
  assert.ok('error' in reply && reply.id === 7, JSON.stringify(reply))
  return reply.error
}

/** Checks the code a request is refused with. */
async function checkRefused(method: string, params: Record<string, unknown>, expected: number, over = server) {
  const { code, message } = await failureOf(method, params, over)
  assert.equal(code, expected, message)
}

const modern = (params: Record<string, unknown> = {}) => ({ ...params, _meta: MODERN })

test('initialize gives the identity of the server, in the revision of the client', async () => {
  const result = await resultOf(createTestServer({ title: 'Acme  \n docs' }), 'initialize', { protocolVersion: '2025-06-18', capabilities: { elicitation: {} } })
  assert.equal(result['protocolVersion'], '2025-06-18')
  assert.deepEqual(result['capabilities'], { tools: {} })
  assert.deepEqual(result['serverInfo'], { name: 'ask', title: 'Acme docs documentation', version: VERSION })
  assert.match(String(result['instructions']), /the Acme docs documentation/)
  assert.ok(String(result['instructions']).length < 2_000, 'hosts cut instructions')
  assert.ok(!('resultType' in result))
  const { serverInfo } = await resultOf(createTestServer({ title: 'x'.repeat(500) }), 'initialize', { protocolVersion: '2025-06-18' })
  assert.deepEqual(serverInfo, { name: 'ask', title: `${'x'.repeat(100)} documentation`, version: VERSION })
  assert.match(String((await resultOf(server, 'initialize', { protocolVersion: '2025-06-18' }))['instructions']), /from this documentation\. /)
})

test('initialize needs a revision, but no particular one', async () => {
  for (const protocolVersion of ['someday', '2026-07-28']) {
    assert.equal((await resultOf(server, 'initialize', { protocolVersion }))['protocolVersion'], '2025-11-25')
  }
  await checkRefused('initialize', {}, -32602)
  await checkRefused('initialize', { protocolVersion: 3 }, -32602)
})

test('the legacy era has ping, and asks for _meta in server/discover', async () => {
  assert.deepEqual(await resultOf(server, 'ping'), {})
  await checkRefused('server/discover', {}, -32602)
})

test('the modern era has server/discover, and marks the results that may be cached', async () => {
  const result = await resultOf(server, 'server/discover', modern())
  assert.equal(result['resultType'], 'complete')
  assert.deepEqual(result['supportedVersions'], ['2026-07-28'])
  assert.deepEqual(result['capabilities'], { tools: {} })
  assert.deepEqual([result['ttlMs'], result['cacheScope']], [3_600_000, 'public'])
  assert.deepEqual(result['_meta'], { 'io.modelcontextprotocol/serverInfo': { name: 'ask', title: 'Documentation', version: VERSION } })
})

test('the modern era has no handshake, no ping and no method that tools do not need', async () => {
  for (const method of ['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen', 'constructor']) await checkRefused(method, modern(), -32601)
  for (const method of ['resources/list', 'prompts/list', 'completion/complete', '__proto__', '']) await checkRefused(method, {}, -32601)
})

test('the revision is checked with every modern request', async () => {
  await checkRefused('tools/list', { _meta: { ...MODERN, 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } }, -32022)
  const unknown = { _meta: { ...MODERN, 'io.modelcontextprotocol/protocolVersion': 'x'.repeat(1_000) } }
  const { code, data } = await failureOf('no/such', unknown)
  assert.deepEqual([code, data], [-32022, { supported: ['2026-07-28'], requested: 'x'.repeat(100) }])
  for (const capabilities of [undefined, null, [], 'x']) {
    await checkRefused('tools/list', { _meta: { ...MODERN, 'io.modelcontextprotocol/clientCapabilities': capabilities } }, -32602)
  }
  await checkRefused('tools/list', { _meta: 1 }, -32602)
})

test('tools/list is one page, the same in both eras', async () => {
  const legacy = await resultOf(server, 'tools/list')
  const { tools, resultType, ttlMs, cacheScope, ...rest } = await resultOf(server, 'tools/list', modern({ cursor: null }))
  assert.deepEqual(legacy, { tools })
  assert.deepEqual([resultType, ttlMs, cacheScope], ['complete', 3_600_000, 'public'])
  assert.deepEqual(Object.keys(rest), ['_meta'])
  await checkRefused('tools/list', { cursor: 'x' }, -32602)
  await checkRefused('tools/list', modern({ cursor: '' }), -32602)
})

test('tools/call refuses params that are no call of a tool', async () => {
  for (const name of [undefined, 3, 'no_such_tool', 'constructor']) await checkRefused('tools/call', { name }, -32602)
  for (const args of [[], 'x']) await checkRefused('tools/call', { name: 'overview', arguments: args }, -32602)
  await checkRefused('tools/call', modern({ name: 'x'.repeat(5_000) }), -32602)
})

test('tools/call accepts absent and null arguments, and those that a host passes on as text', async () => {
  for (const args of [undefined, null, '{}', {}]) {
    const { structuredContent } = await resultOf(server, 'tools/call', { name: 'overview', arguments: args })
    assert.deepEqual(structuredContent, { overview: 'An overview.', context: 'A context.' })
  }
})

test('tools/call marks a modern result as complete, a tool error too', async () => {
  const done = await resultOf(server, 'tools/call', modern({ name: 'overview' }))
  assert.deepEqual(Object.keys(done), ['resultType', 'content', 'structuredContent', '_meta'])
  const failed = await resultOf(server, 'tools/call', modern({ name: 'section_get', arguments: { id: 'nowhere' } }))
  assert.deepEqual([failed['resultType'], failed['isError']], ['complete', true])
  assert.ok(!('ttlMs' in done) && !('structuredContent' in failed))
})

test('a defect becomes an internal error without detail, and a line for the owner', async () => {
  const lines: string[] = []
  const source = { knowledge: async () => Promise.reject(new TypeError('secret')), origin: null, ask: null }
  const broken = createTestServer({ source, log: (line) => lines.push(line) })
  const failure = await failureOf('tools/call', { name: 'overview' }, broken)
  assert.deepEqual(failure, { code: -32603, message: 'Internal error' })
  assert.match(lines.join(), /secret/)
})

/** Reports at these milliseconds, and gives back those that were sent. */
function check(meta: unknown, at: readonly number[]) {
  const sent: unknown[] = []
  let now = 0
  const report = createProgress({ _meta: meta }, (_method, params) => sent.push([now, params['progressToken'], params['progress']]), () => now)
  for (now of at) report('x')
  return sent
}

test('createProgress() is silent for two seconds, then reports once a second with a rising number', () => {
  assert.deepEqual(check({ progressToken: 't' }, [0, 1_999, 2_000, 2_001, 2_999, 3_000, 9_000]), [[2_000, 't', 1], [3_000, 't', 2], [9_000, 't', 3]])
  assert.deepEqual(check({ progressToken: 0 }, [2_000]), [[2_000, 0, 1]])
})

test('createProgress() needs a token to report to', () => {
  for (const meta of [undefined, null, 'x', {}, { progressToken: null }, { progressToken: 1.5 }, { progressToken: {} }]) {
    assert.deepEqual(check(meta, [5_000]), [])
  }
  createProgress({ _meta: { progressToken: 't' } }, null, () => 0)('x')
})

test('VERSION is that of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  assert.ok(typeof manifest === 'object' && manifest !== null && 'version' in manifest && manifest.version === VERSION)
})

const slugs = ['index', 'guides/größe & maß', '__proto__', ...Array.from({ length: 247 }, (_, i) => `p/${i}`)]
const pages: PageSource = {
  async pages(after, limit) {
    const start = after === null ? 0 : slugs.indexOf(after) + 1
    if (start === 0 && after !== null) return null
    return slugs.slice(start, start + limit).map((slug) => ({ slug, title: `Title of ${slug}`, group: slug.startsWith('p/') ? 'Pages' : null }))
  },
  pageMarkdown: async (slug) => (slugs.includes(slug) ? `# ${slug}\n` : null),
}
const serverOf = (given: PageSource = pages) => createTestServer({ source: { knowledge: async () => knowledgeOf(graph()), origin: null, ask: null, pages: async () => given } })
const site = serverOf()

test('resources are declared in both eras, and only where page text is at hand', async () => {
  const about = [await resultOf(site, 'initialize', { protocolVersion: '2025-06-18' }), await resultOf(site, 'server/discover', modern())]
  assert.deepEqual(about.map(({ capabilities }) => capabilities), [{ tools: {}, resources: {} }, { tools: {}, resources: {} }])
  await checkRefused('resources/list', {}, -32601)
})

test('resources/list gives all pages in parts', async () => {
  const seen: unknown[] = []
  let cursor: unknown
  const sizes: number[] = []
  do {
    const part = await resultOf(site, 'resources/list', cursor === undefined ? {} : { cursor })
    const resources = listIn(part, 'resources')
    sizes.push(resources.length)
    seen.push(...resources.map(({ name }) => name))
    cursor = part['nextCursor']
  } while (cursor !== undefined)
  assert.deepEqual([sizes, seen], [[100, 100, 50], slugs])
  const [first, second] = listIn(await resultOf(site, 'resources/list'), 'resources')
  assert.deepEqual(first, { uri: 'ask:///index', name: 'index', title: 'Title of index', mimeType: 'text/markdown' })
  assert.equal(second?.['uri'], 'ask:///guides/gr%C3%B6%C3%9Fe%20%26%20ma%C3%9F')
})

test('every resource that is listed can be read, in both eras', async () => {
  for (const { uri, name } of listIn(await resultOf(site, 'resources/list'), 'resources')) {
    const { contents } = await resultOf(site, 'resources/read', { uri })
    assert.deepEqual(contents, [{ uri, mimeType: 'text/markdown', text: `# ${String(name)}\n` }])
  }
  const result = await resultOf(site, 'resources/read', modern({ uri: 'ask:///index' }))
  assert.deepEqual([result['resultType'], result['ttlMs'], result['cacheScope']], ['complete', 60_000, 'public'])
  assert.deepEqual((await resultOf(site, 'resources/templates/list', modern()))['resourceTemplates'], [])
})

test('an unknown resource has the code of its era, and never empty contents', async () => {
  for (const uri of ['ask:///none', 'https://acme.dev/', 'ask:///%', '', 'ask:///index/']) {
    await checkRefused('resources/read', { uri }, -32002, site)
    const { code, data } = await failureOf('resources/read', modern({ uri }), site)
    assert.deepEqual([code, data], [-32602, { uri }])
  }
  for (const uri of [undefined, 3, null]) await checkRefused('resources/read', { uri }, -32602, site)
})

test('a cursor that the server has not given is refused', async () => {
  for (const cursor of ['', '0', '50', '300', '-100', '1e2', 100, {}, 'x']) {
    await checkRefused('resources/list', { cursor }, -32602, site)
  }
})

test('a page that is too long for one resource is cut, and says so', async () => {
  const long = serverOf({ ...pages, pageMarkdown: async () => 'ä'.repeat(600_000) })
  const [content] = listIn(await resultOf(long, 'resources/read', { uri: 'ask:///index' }), 'contents')
  assert.match(String(content?.['text']), /…\n\n\(truncated: \d+ of 600000 characters shown\. Find the rest with search\.\)\n$/)
  assert.ok(Buffer.byteLength(String(content?.['text'])) < 1_000_200)
})

test('content that can\'t be read fails the request with the reason', async () => {
  const broken = serverOf({ ...pages, pages: async () => Promise.reject(new AskError('content', 'No pages in docs')) })
  const { code, message } = await failureOf('resources/list', {}, broken)
  assert.deepEqual([code, message], [-32603, 'No pages in docs'])
})
