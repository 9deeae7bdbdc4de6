/**
 * `ask serve` over the repository's own docs: every reply is one that
 * openapi.yaml describes, to the last header and field.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { document, errorsOf, resolve } from './schemas.mjs'
import { serve } from './server.mjs'

/** Far more than it takes. */
const START_LIMIT_MS = 120_000
/** Many at once, so that they come faster than the limit is refilled: ten a second. */
const POSTS_AT_ONCE = 100
const MAX_ROUNDS = 100

let service

before(async () => {
  service = await serve()
}, { timeout: START_LIMIT_MS })

after(async () => assert.equal(await service?.stop(), 0, '`ask serve` stops with 0'))

/** Sends a request to a documented path, and holds the reply against its operation. */
async function check(path, expected, { method = 'GET', target = path, operation = method, ...init } = {}) {
  const send = init.headers?.host === undefined ? fetch : fetchAs
  return checkReply(await send(service.origin + target, { method, ...init }), path, expected, { method, target, operation })
}

/** Holds a reply against the operation of a documented path. */
async function checkReply(response, path, expected, { method, target, operation }) {
  const text = await response.text()
  const said = `${method} ${target} ${response.status} ${text.slice(0, 200)}`
  assert.equal(response.status, expected, said)
  const { headers = {}, content } = resolve(document.paths[path][operation.toLowerCase()].responses[response.status])
  for (const [name, ref] of Object.entries(headers)) checkHeader(name, resolve(ref), response.headers.get(name), said)
  if (content === undefined) return assert.equal(text, '', said)
  const type = response.headers.get('content-type').split(';')[0]
  const { schema } = content[type] ?? assert.fail(`${said}: ${type} is not documented`)
  const value = type === 'application/json' ? JSON.parse(text) : text
  assert.equal(errorsOf(schema, value), '', said)
  return { value, headers: response.headers }
}

/** A fetch that sends the `Host` header it is given. */
async function fetchAs(url, { method, headers }) {
  const [reply] = await once(request(url, { method, headers, agent: false }).end(), 'response')
  const pieces = await reply.toArray()
  return new Response(Buffer.concat(pieces), { status: reply.statusCode, headers: reply.headers })
}

function checkHeader(name, { schema, required }, value, said) {
  if (value === null) return assert.ok(!required, `${said}: ${name} is missing`)
  assert.equal(errorsOf(schema, schema.type === 'integer' ? Number(value) : value), '', `${said}: ${name}`)
}

const posting = (value, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof value === 'string' ? value : JSON.stringify(value),
})

test('every read is as documented, and so is the 304 behind it', async () => {
  const fixed = Object.keys(document.paths).filter((path) => !path.includes('{') && document.paths[path].get?.responses['304'])
  for (const path of fixed) {
    const { headers } = await check(path, 200)
    // Health has no tag: only any copy fits it.
    await check(path, 304, { headers: { 'if-none-match': headers.get('etag') ?? '*' } })
  }
})

test('every section is as documented, in its group as well', async () => {
  const { sections } = (await check('/api/ask/sections', 200)).value
  assert.ok(sections.length > 5)
  for (const { id } of sections) {
    await check('/api/ask/sections/{id}', 200, { target: `/api/ask/sections/${encodeURIComponent(id)}` })
  }
  for (const group of new Set(sections.map((section) => section.group ?? ''))) {
    await check('/api/ask/sections', 200, { target: `/api/ask/sections?group=${encodeURIComponent(group)}` })
  }
})

test('every term is as documented, by its aliases as well', async () => {
  const { terms } = (await check('/api/ask/glossary', 200)).value
  for (const name of terms.flatMap(({ term, aliases }) => [term, ...aliases])) {
    await check('/api/ask/glossary/{term}', 200, { target: `/api/ask/glossary/${encodeURIComponent(name)}` })
  }
})

test('every search is as documented', async () => {
  const { sections } = (await check('/api/ask/sections', 200)).value
  for (const { title, heading } of sections) {
    const { value } = await check('/api/ask', 200, posting({ query: heading ?? title, mode: 'keyword' }))
    assert.ok(value.results.length > 0, `nothing found for ${heading ?? title}`)
  }
  for (const body of [{ query: '' }, { query: 'zzzz' }, { query: 'page' }, { query: 'page', mode: 'agentic' }]) {
    await check('/api/ask', 200, posting(body))
  }
})

const manyHeaders = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`x-${at}`, 'x']))

test('every refusal is as documented', async () => {
  const post = (expected, init) => check('/api/ask', expected, init)
  await check('/api/ask/sections/{id}', 404, { target: '/api/ask/sections/nothing' })
  await check('/api/ask/glossary/{term}', 404, { target: '/api/ask/glossary/nothing' })
  for (const [path, operations] of Object.entries(document.paths)) {
    const [operation] = Object.keys(operations)
    await check(path, 405, { method: 'DELETE', target: path.replace(/\{.*\}/, 'x'), operation })
    const method = operation.toUpperCase()
    await check(path, 421, { method, target: path.replace(/\{.*\}/, 'x'), headers: { host: 'evil.test' } })
    await check(path, 431, { method, target: path.replace(/\{.*\}/, 'x'), headers: manyHeaders })
    if (operations.get) await check(path, 400, { target: `${path.replace(/\{.*\}/, 'x')}?${'x'.repeat(3_000)}` })
  }
  await check('/api/ask/sections/{id}', 400, { target: '/api/ask/sections/%zz' })
  const bodies = ['', '[]', '{"query":1}', '{"query":"x","mode":"x"}', { query: 'x'.repeat(1_001) }]
  for (const body of bodies) await post(400, posting(body))
  await post(413, posting('x'.repeat(70_000)))
  await post(415, posting('x', { 'content-type': 'text/plain' }))
})

test('MCP answers and refuses as documented', async () => {
  const call = (method, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
  const mcp = (expected, init) => check('/api/ask/mcp', expected, init)
  await mcp(200, posting(call('tools/list')))
  await mcp(200, posting(call('tools/call', { name: 'overview', arguments: {} })))
  await mcp(200, posting(call('tools/list'), { accept: 'text/event-stream' }))
  await mcp(202, posting({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  await mcp(400, posting('x'))
  await mcp(403, posting(call('tools/list'), { origin: 'https://evil.test' }))
  await mcp(406, posting(call('tools/list'), { accept: 'text/html' }))
  await mcp(413, posting(' '.repeat(1_100_000)))
  await mcp(415, posting('x', { 'content-type': 'text/plain' }))
})

test('the limit of requests is as documented', async () => {
  // Only requests that a proxy forwards are limited: a client that connects directly over loopback has no limits.
  const send = () => fetch(`${service.origin}/api/ask`, posting({ query: '' }, { 'x-forwarded-for': '203.0.113.7' }))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const replies = await Promise.all(Array.from({ length: POSTS_AT_ONCE }, send))
    const limited = replies.find(({ status }) => status === 429)
    for (const reply of replies) if (reply !== limited) await reply.arrayBuffer()
    if (limited) return void await checkReply(limited, '/api/ask', 429, { method: 'POST', target: '/api/ask', operation: 'POST' })
  }
  assert.fail('no request was refused')
})
