/** MCP over HTTP: messages and batches, and slow calls as streams. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../src/core/base/errors.ts'
import { isObject, type JsonObject } from '../../../src/core/base/json.ts'
import { checkHeaders, replyForm } from '../../../src/core/http/mcp.ts'
import { type Request, RpcError } from '../../../src/core/mcp/protocol.ts'
import { createSseParser } from '../../../src/core/sse/event-stream.ts'
import {
  type Changes, createTestHandler, JSON_HEADERS, neutral, post as postOf, type Sent, TRANSPORTS,
} from '../../support/http.ts'
import { MODERN } from '../../support/mcp.ts'
import { ANSWER, DONE, gate, scriptedAnswering, SEARCH, SOURCES, token } from '../../support/scripted-answerer.ts'
import { failing } from '../../support/service.ts'

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

test('MCP over HTTP shows no path of the server, and the log has it once', async () => {
  const lines: string[] = []
  const broken = new AskError('graph-format', '/srv/kg.json: The text is cut', { cause: new AskError('graph-format', 'The text is cut') })
  const service = { overview: failing(broken), pages: failing(new AskError('file', 'There is no folder /srv/docs')) }
  const batch = [ask('tools/call', { name: 'overview' }), ask('resources/list'), ask('tools/call', { name: 'overview' })]
  const { text } = await post(batch, { service, log: (line) => lines.push(line) })
  assert.match(text, /"text":"The text is cut\. Run `ask kg build`.*"message":"The content or the graph of this service can't be loaded\."/)
  assert.ok(!text.includes('/srv'))
  assert.deepEqual(lines, [`A call over MCP failed: ${broken.message}`, 'A call over MCP failed: There is no folder /srv/docs'])
})

test('a fault that a read has met is logged once, also where a call over MCP meets it', async () => {
  const lines: string[] = []
  const service = { overview: failing(new AskError('graph-format', 'The text is cut')) }
  const handle = createTestHandler({ service, log: (line) => lines.push(line) })
  await handle(neutral({ method: 'GET', target: '/api/ask/overview' }))
  const body = JSON.stringify(ask('tools/call', { name: 'overview' }))
  await handle(neutral({ method: 'POST', target: '/api/ask/mcp', headers: HEADERS, body }))
  assert.deepEqual(lines, ['GET /api/ask/overview failed: The text is cut'])
})

test('MCP over HTTP gives equal replies on every transport', async (t) => {
  const sent = [ask('initialize', { protocolVersion: '2025-11-25' }), ask('tools/call', { name: 'section_get', arguments: { id: 'guide/intro#setup' } })]
  const requests = sent.map((value) => ({ method: 'POST', target: '/api/ask/mcp', headers: HEADERS, body: JSON.stringify(value) }))
  const seen = await Promise.all(TRANSPORTS.map(({ open }) => Promise.all(requests.map(async (one) => {
    const { status, rest } = await open(createTestHandler(), one, t)
    return [status, await rest()]
  }))))
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
  await checkRefused('['.repeat(500_000), 400, [-32700, null])
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
  const modern = await post([ask('ping', { _meta: MODERN })])
  assert.match(modern.text, /^\[\{"jsonrpc":"2.0","id":7,"error":\{"code":-32600,"message":"[^"]*only revision 2025-03-26 has batches"\}\}\]$/)
})

/** A call of `answer`; with a token where progress is wanted. */
function callOfAnswer(query: string, headers: Readonly<Record<string, string>>, progressToken?: string): Sent {
  const params = { name: 'answer', arguments: { query }, ...(progressToken !== undefined && { _meta: { progressToken } }) }
  return { ...postOf({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }, headers), target: '/api/ask/mcp' }
}

/** Every message of a streamed reply, and its comments. */
async function streamed(sent: Sent, changes: Changes, onText = (_text: string): void => undefined): Promise<{ readonly messages: readonly JsonObject[]; readonly text: string }> {
  const { headers, body } = await createTestHandler(changes)(neutral(sent))
  assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(headers['x-accel-buffering'], 'no')
  assert.ok(typeof body === 'object' && body !== null)
  const messages: JsonObject[] = []
  const parser = createSseParser()
  let text = ''
  for await (const piece of body) {
    text += piece
    onText(text)
    for (const { event, data } of parser.push(new TextEncoder().encode(String(piece)))) {
      const value: unknown = JSON.parse(data)
      assert.ok(event === 'message' && isObject(value))
      messages.push(value)
    }
  }
  return { messages, text }
}

/** A clock that advances five seconds at each call, so that all progress is due. */
function hurried(): () => number {
  let atMs = 0
  return () => (atMs += 5_000)
}

function dataOf(reply: JsonObject | undefined): JsonObject {
  const result = reply?.['result']
  assert.ok(isObject(result) && isObject(result['structuredContent']), JSON.stringify(reply))
  return result['structuredContent']
}

test('answer over HTTP gives the whole answer as JSON to a client that wants no progress', async () => {
  const { body } = await createTestHandler({ answering: scriptedAnswering() })(neutral(callOfAnswer('slashes', HEADERS)))
  assert.deepEqual(dataOf(JSON.parse(String(body))), {
    answer: 'Set `always`', sources: [{ url: '/routing/#slashes', title: 'Routing' }],
    searches: ['trailing slashes'], model: 'test-model', mode: 'agentic',
  })
})

test('answer over HTTP streams its progress, and the reply last', async () => {
  const { wait, open } = gate()
  setImmediate(open)
  const answering = scriptedAnswering(() => [SEARCH, wait, SOURCES, token('Set'), DONE])
  const { messages, text } = await streamed(callOfAnswer('slashes', HEADERS, 't1'), { answering, now: hurried() })
  assert.ok(text.startsWith(': ok\n\n'))
  const told = messages.slice(0, -1).map(({ method, params }) => [method, isObject(params) && params['message']])
  const steps = ['Reading: trailing slashes', 'Answering from 1 section', 'Writing the answer']
  assert.deepEqual(told, steps.map((step) => ['notifications/progress', step]))
  assert.equal(messages.at(-1)?.['id'], 7)
  assert.equal(dataOf(messages.at(-1))['answer'], 'Set')
})

test('answer over HTTP streams to a client that accepts nothing else, with a comment in every silence', async () => {
  const { wait, open } = gate()
  const answering = scriptedAnswering(() => [SEARCH, wait, ...ANSWER])
  const sent = callOfAnswer('slashes', { ...JSON_HEADERS, accept: 'text/event-stream' })
  const { messages, text } = await streamed(sent, { answering, settings: { heartbeatMs: 5 } }, (read) => read.includes(': hb') && open())
  assert.match(text, /^: ok\n\n: hb\n\n/)
  assert.equal(messages.length, 1)
})

test('other tools over HTTP reply in one piece, even where progress is requested', async () => {
  const params = { name: 'search', arguments: { query: 'x' }, _meta: { progressToken: 't1' } }
  const sent = { ...postOf({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }, HEADERS), target: '/api/ask/mcp' }
  const { headers } = await createTestHandler()(neutral(sent))
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
})

test('answer over HTTP shares the limits of each client with POST', async () => {
  const handler = createTestHandler({ answering: scriptedAnswering(), answers: { perMinute: 1 } })
  const ask = async (client: string) => JSON.parse(String((await handler({ ...neutral(callOfAnswer('slashes', HEADERS)), client })).body))
  const { body } = await handler({ ...neutral(postOf({ query: 'slashes' })), client: '203.0.113.7' })
  assert.ok(typeof body === 'object' && body !== null)
  for await (const _piece of body);
  assert.match(String(dataOf(await ask('203.0.113.7'))['warning']), /^At most 1 answer a minute/)
  assert.equal(dataOf(await ask('203.0.113.8'))['mode'], 'agentic')
})

test('answer over HTTP stops when its client leaves', async () => {
  const gone = new AbortController()
  const answering = scriptedAnswering(() => [SEARCH, gate().wait, DONE])
  const { body } = await createTestHandler({ answering })({ ...neutral(callOfAnswer('slashes', HEADERS, 't1')), signal: gone.signal })
  assert.ok(typeof body === 'object' && body !== null && Symbol.asyncIterator in body)
  const pieces = body[Symbol.asyncIterator]()
  await pieces.next()
  const last = pieces.next()
  await new Promise((resolve) => setTimeout(resolve, 5))
  gone.abort()
  await last
  assert.deepEqual(answering.reports.map(({ outcome }) => outcome), ['cancelled'])
  await pieces.return?.()
})

type Headers = Readonly<Record<string, string>>

const GOOD: Headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'search' }
const CALL: JsonObject = { name: 'search', _meta: MODERN }

/** Checks the code that a message is refused with because of its headers, null for none. */
function check(headers: Headers, params: JsonObject, expected: number | null, method = 'tools/call') {
  const message: Request = { type: 'request', id: 1, method, params }
  const run = () => checkHeaders(message, (name) => headers[name] ?? null)
  if (expected === null) run()
  else assert.throws(run, (error) => error instanceof RpcError && error.code === expected, JSON.stringify([headers, params]))
}

test('checkHeaders() demands that the headers of a modern message repeat its values', () => {
  check(GOOD, CALL, null)
  check({ ...GOOD, 'mcp-method': 'tools/list' }, { _meta: MODERN }, null, 'tools/list')
  check({ 'mcp-method': 'tools/call', 'mcp-name': 'search' }, CALL, -32020)
  check({ ...GOOD, 'mcp-protocol-version': '2025-11-25' }, CALL, -32020)
  check({ ...GOOD, 'mcp-method': 'Tools/Call' }, CALL, -32020)
  check({ ...GOOD, 'mcp-method': '' }, CALL, -32020)
  check({ ...GOOD, 'mcp-name': 'overview' }, CALL, -32020)
  const { 'mcp-name': _name, ...nameless } = GOOD
  check(nameless, CALL, -32020)
  const { 'mcp-method': _method, ...methodless } = GOOD
  check(methodless, CALL, -32020)
})

test('checkHeaders() reports a header that differs before an unknown revision', () => {
  const meta = { ...MODERN, 'io.modelcontextprotocol/protocolVersion': 'v999' }
  check(GOOD, { name: 'search', _meta: meta }, -32020)
  check({ ...GOOD, 'mcp-protocol-version': 'v999' }, { name: 'search', _meta: meta }, -32022)
  check(GOOD, { name: 'search', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }, -32602)
  check(GOOD, { name: 'search', _meta: 'x' }, -32602)
})

test('checkHeaders() decodes names that a header can not hold', () => {
  const check64 = (value: string, name: string, expected: number | null) => check({ ...GOOD, 'mcp-name': value }, { name, _meta: MODERN }, expected)
  check64('=?base64?c2VhcmNo?=', 'search', null)
  check64('=?base64?Z3LDtsOfZQ==?=', 'größe', null)
  check64('=?base64?c2VhcmNo?=', 'overview', -32020)
  check64('=?base64?c2VhcmN?=', 'searc', -32020)
  check64('=?base64?/w==?=', '\ufffd', -32020)
  check64('=?base64?***?=', '=?base64?***?=', null)
})

test('checkHeaders() compares the uri of a resource, and leaves a name that is no text to the method', () => {
  check({ ...GOOD, 'mcp-method': 'resources/read', 'mcp-name': 'a:b' }, { uri: 'a:b', _meta: MODERN }, null, 'resources/read')
  check({ ...GOOD, 'mcp-method': 'resources/read', 'mcp-name': 'a:c' }, { uri: 'a:b', _meta: MODERN }, -32020, 'resources/read')
  check({ ...GOOD, 'mcp-name': '5' }, { name: 5, _meta: MODERN }, null)
})

test('checkHeaders() accepts legacy messages of known revisions, and names the missing part of a modern one', () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) check({ 'mcp-protocol-version': version }, {}, null)
  check({}, {}, null)
  check({ 'mcp-protocol-version': '2026-07-28' }, {}, -32602)
  check({ 'mcp-protocol-version': '2026-07-28' }, {}, null, 'initialize')
  check({ 'mcp-protocol-version': 'v999' }, {}, -32600)
})

test('replyForm() is JSON for clients that accept it, and a stream for those that accept nothing else', () => {
  for (const accept of [null, '', '*/*', 'application/json', 'text/event-stream, application/json;q=0.5', 'APPLICATION/*']) assert.equal(replyForm(accept), 'json')
  for (const accept of ['text/event-stream', 'text/*', 'text/html, text/event-stream;q=1', 'application/json;q=0, text/event-stream']) assert.equal(replyForm(accept), 'stream')
  for (const accept of ['text/html', 'application/xml', ',', 'text/event-stream; Q=0.000', 'application/json ; q=0']) assert.equal(replyForm(accept), null)
})
