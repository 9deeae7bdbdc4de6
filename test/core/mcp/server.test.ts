/** The MCP server without a transport, and its reports of progress. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { VERSION } from '../../../src/core/base/version.ts'
import { createProgress } from '../../../src/core/mcp/server.ts'
import { graph } from '../../support/graph.ts'
import { callTool, createTestServer, MODERN, request, resultOf } from '../../support/mcp.ts'

const server = createTestServer()

/** Checks the code a request is refused with. */
async function checkRefused(method: string, params: Record<string, unknown>, expected: number) {
  const reply = await request(server, method, params)
  assert.ok('error' in reply, JSON.stringify(reply))
  assert.equal(reply.error.code, expected, reply.error.message)
  assert.equal(reply.id, 7)
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
  const reply = await request(server, 'no/such', { _meta: { ...MODERN, 'io.modelcontextprotocol/protocolVersion': 'x'.repeat(1_000) } })
  assert.deepEqual('error' in reply && [reply.error.code, reply.error.data], [-32022, { supported: ['2026-07-28'], requested: 'x'.repeat(100) }])
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
  await checkRefused('tools/call', {}, -32602)
  await checkRefused('tools/call', { name: 3 }, -32602)
  await checkRefused('tools/call', { name: 'no_such_tool' }, -32602)
  await checkRefused('tools/call', { name: 'constructor' }, -32602)
  await checkRefused('tools/call', { name: 'overview', arguments: [] }, -32602)
  await checkRefused('tools/call', { name: 'overview', arguments: 'x' }, -32602)
  await checkRefused('tools/call', modern({ name: 'x'.repeat(5_000) }), -32602)
})

test('tools/call accepts absent and null arguments, and those that a host passes on as text', async () => {
  for (const params of [{ name: 'overview' }, { name: 'overview', arguments: null }, { name: 'overview', arguments: '{}' }, { name: 'overview', arguments: {} }]) {
    assert.deepEqual((await resultOf(server, 'tools/call', params))['structuredContent'], { overview: 'An overview.', context: 'A context.' })
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
  const broken = createTestServer({
    source: { knowledge: async () => Promise.reject(new TypeError('secret')), origin: null, ask: null },
    log: (line) => lines.push(line),
  })
  const reply = await request(broken, 'tools/call', { name: 'overview' })
  assert.deepEqual(reply, { jsonrpc: '2.0', id: 7, error: { code: -32603, message: 'Internal error' } })
  assert.match(lines.join(), /secret/)
})

test('a result stays within the limit of its server', async () => {
  const small = createTestServer({ maxResultBytes: 4_000, graph: graph({ context: 'words '.repeat(5_000) }) })
  const { data, size } = await callTool(small, 'overview')
  assert.ok(size <= 4_000 && data['truncated'] === true)
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
