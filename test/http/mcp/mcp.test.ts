import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../src/base/errors.ts'
import { isObject, type JsonObject } from '../../../src/base/json.ts'
import { type Changes, createTestHandler, neutral, TRANSPORTS } from '../../support/http.ts'
import { MODERN } from '../../support/mcp.ts'
import { failing, FOUND, HITS } from '../../support/service.ts'

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const MODERN_HEADERS = { ...HEADERS, 'mcp-protocol-version': '2026-07-28' }

const ask = (method: string, params?: JsonObject) => ({ jsonrpc: '2.0', id: 7, method, ...(params && { params }) })

interface Options extends Changes {
  readonly headers?: Readonly<Record<string, string>>
  readonly target?: string
}

/** The reply to one POST of this value, or of this text as it is. */
async function post(value: unknown, { headers = HEADERS, target = '/api/ask/mcp', ...changes }: Options = {}) {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  const reply = await createTestHandler(changes)(neutral({ method: 'POST', target, headers, body }))
  const text = typeof reply.body === 'string' ? reply.body : ''
  return { ...reply, text, json: text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as JsonObject) : {} }
}

/** Checks status, code and id of the error that a POST is refused with. */
async function checkRefused(value: unknown, status: number, [code, id]: readonly [number, unknown], options: Options = {}) {
  const reply = await post(value, options)
  assert.equal(reply.status, status, reply.text)
  assert.ok(isObject(reply.json['error']) && reply.json['error']['code'] === code && reply.json['id'] === id, reply.text)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
}

/** Data of a tool's result. */
async function call(name: string, args: JsonObject = {}, changes: Changes = {}): Promise<JsonObject> {
  const { json, text } = await post(ask('tools/call', { name, arguments: args }), changes)
  assert.ok(isObject(json['result']) && isObject(json['result']['structuredContent']), text)
  return json['result']['structuredContent']
}

test('MCP over HTTP gives equal replies on every transport', async () => {
  const sent = [ask('initialize', { protocolVersion: '2025-11-25' }), ask('tools/call', { name: 'section_get', arguments: { id: 'guide/intro#setup' } })]
  const requests = sent.map((value) => ({ method: 'POST', target: '/api/ask/mcp', headers: HEADERS, body: JSON.stringify(value) }))
  const seen: unknown[] = []
  for (const { exchange } of TRANSPORTS) seen.push((await exchange(createTestHandler(), requests)).map(({ status, text }) => [status, text]))
  assert.match(JSON.stringify(seen[0]), /"protocolVersion\\":\\"2025-11-25\\".*What guide\/intro#setup says/)
  assert.deepEqual(seen[1], seen[0])
  assert.deepEqual(seen[2], seen[0])
})

test('MCP over HTTP has its own path and allows only POST there', async () => {
  const handle = createTestHandler()
  for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
    const { status, headers, body } = await handle(neutral({ method, target: '/api/ask/mcp', headers: { accept: 'text/event-stream' } }))
    assert.deepEqual([status, headers['allow']], [405, 'POST, OPTIONS'])
    assert.equal(typeof JSON.parse(String(body)).error, 'string')
  }
  assert.equal((await handle(neutral({ method: 'OPTIONS', target: '/api/ask/mcp' }))).status, 204)
})

test('MCP over HTTP gives no session id, and ignores one', async () => {
  const { status, headers } = await post(ask('ping'), { headers: { ...HEADERS, 'mcp-session-id': 'x', 'last-event-id': '5' } })
  assert.equal(status, 200)
  assert.ok(!('mcp-session-id' in headers))
})

test('MCP over HTTP reads the live service, the same as the routes show', async () => {
  assert.deepEqual(await call('glossary_get', { term: 'STÜCK' }), { term: 'Chunk', aliases: ['section', 'Stück'], definition: 'One section of a page.' })
  assert.deepEqual(await call('search', { query: FOUND }), { query: FOUND, results: HITS.slice(0, 8) })
  assert.equal((await call('section_get', { id: '__proto__' }))['id'], '__proto__')
  assert.equal((await call('overview'))['overview'], '# Guide\n- Intro')
})

test('the tool answer over HTTP gives keyword results where the service can not answer', async () => {
  const { results, ...rest } = await call('answer', { query: FOUND })
  assert.ok(Array.isArray(results) && results.length === 20)
  assert.deepEqual(Object.keys(results[0]).sort(), ['group', 'heading', 'snippet', 'title', 'url'])
  assert.deepEqual(rest, {
    query: FOUND,
    model: 'test-model',
    mode: 'keyword',
    warning: 'Answers need a model key, and this server has none (LLM_API_KEY is not set); showing keyword results.',
  })
  assert.deepEqual(await call('answer', { query: ' ' }), { results: [], query: '', model: 'test-model', mode: 'keyword' })
})

test('MCP over HTTP has a result for failures that a model can react to, and an error for defects', async () => {
  const search = ask('tools/call', { name: 'search', arguments: { query: FOUND } })
  const { json } = await post(search, { service: { search: failing(new AskError('content', 'The collection "docs" has no page.')) } })
  assert.deepEqual(json['result'], { content: [{ type: 'text', text: 'The collection "docs" has no page.' }], isError: true })
  const lines: string[] = []
  await checkRefused(search, 200, [-32603, 7], { log: (line) => lines.push(line), service: { search: failing(new Error('secret detail')) } })
  assert.match(lines.join(), /secret detail/)
})

test('MCP over HTTP serves every legacy revision, with its header or without', async () => {
  for (const version of [undefined, '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const { status, json } = await post(ask('tools/list'), { headers: { ...HEADERS, ...(version && { 'mcp-protocol-version': version }) } })
    assert.equal(status, 200)
    assert.ok(isObject(json['result']) && Array.isArray(json['result']['tools']))
  }
  await checkRefused(ask('tools/list'), 400, [-32600, 7], { headers: { ...HEADERS, 'mcp-protocol-version': 'v999' } })
  await checkRefused(ask('no/such'), 200, [-32601, 7])
  await checkRefused(ask('tools/call', { name: 'none' }), 200, [-32602, 7])
})

test('MCP over HTTP serves the modern revision, and says 404 for a method it does not know', async () => {
  const modern = (method: string) => ({ headers: { ...MODERN_HEADERS, 'mcp-method': method } })
  const { json, status } = await post(ask('server/discover', { _meta: MODERN }), modern('server/discover'))
  assert.ok(status === 200 && isObject(json['result']) && json['result']['resultType'] === 'complete')
  await checkRefused(ask('ping', { _meta: MODERN }), 404, [-32601, 7], modern('ping'))
  await checkRefused(ask('ping', { _meta: MODERN }), 400, [-32020, 7], modern('tools/list'))
  await checkRefused(ask('ping'), 400, [-32602, 7], modern('ping'))
})

test('MCP over HTTP accepts notifications and responses with an empty reply', async () => {
  for (const value of [{ jsonrpc: '2.0', method: 'notifications/initialized' }, { jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', method: 'x', params: { _meta: MODERN } }]) {
    const { status, body } = await post(value)
    assert.deepEqual([status, body], [202, null])
  }
  await checkRefused({ jsonrpc: '2.0', method: 'x' }, 400, [-32600, null], { headers: { ...HEADERS, 'mcp-protocol-version': 'v999' } })
})

test('MCP over HTTP refuses bodies that are no message', async () => {
  await checkRefused('{', 400, [-32700, null])
  await checkRefused('', 400, [-32700, null])
  await checkRefused('5', 400, [-32600, null])
  await checkRefused('['.repeat(500_000), 400, [-32600, null])
  await checkRefused('{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, [-32600, null])
  await checkRefused('{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', 400, [-32602, 7])
})

test('MCP over HTTP refuses other content types, larger bodies, and clients that accept neither form', async () => {
  await checkRefused(ask('ping'), 415, [-32600, null], { headers: { 'content-type': 'text/plain' } })
  await checkRefused(ask('ping'), 406, [-32600, null], { headers: { ...HEADERS, accept: 'text/html' } })
  await checkRefused(ask('x'.repeat(1_048_576)), 413, [-32600, null])
  await checkRefused(ask('ping'), 413, [-32600, null], { headers: { ...HEADERS, 'content-length': '1048577' } })
  assert.equal((await post(ask('ping'), { headers: { 'content-type': 'application/json; charset=utf-8' } })).status, 200)
})

test('MCP over HTTP refuses pages of other origins', async () => {
  const from = (origin: string, host: string): Options => ({ headers: { ...HEADERS, origin, host } })
  await checkRefused(ask('ping'), 403, [-32600, null], from('http://evil.test', 'evil.test'))
  await checkRefused(ask('ping'), 403, [-32600, null], from('null', 'localhost:8787'))
  assert.equal((await post(ask('ping'), from('http://localhost:8787', 'localhost:8787'))).status, 200)
  const { headers } = await post(ask('ping'), { ...from('https://app.test', 'localhost'), settings: { corsOrigins: ['https://app.test'] } })
  assert.equal(headers['access-control-allow-origin'], 'https://app.test')
})

test('MCP over HTTP sends an event to a client that accepts nothing else', async () => {
  const { headers, text } = await post(ask('ping'), { headers: { ...HEADERS, accept: 'text/event-stream' } })
  assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(text, 'event: message\ndata: {"jsonrpc":"2.0","id":7,"result":{}}\n\n')
})

test('MCP over HTTP accepts batches only in the revision that has them', async () => {
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const { json, status } = await post([ask('ping'), note, ask('no/such'), 5])
  assert.ok(status === 200 && Array.isArray(json) && json.length === 3)
  assert.equal((await post([note])).status, 202)
  await checkRefused([], 400, [-32600, null])
  await checkRefused(Array.from({ length: 21 }, () => ask('ping')), 400, [-32600, null])
  await checkRefused([ask('ping')], 400, [-32600, null], { headers: { ...HEADERS, 'mcp-protocol-version': '2025-06-18' } })
  await checkRefused([ask('ping', { _meta: MODERN })], 400, [-32600, null])
})
