import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createRedactor } from '../../../../src/core/base/redact.ts'
import { requestHeaders, requestSecrets, retryDelay } from '../../../../src/core/llm/client/client.ts'
import type { Protocol } from '../../../../src/core/llm/model.ts'
import { type ModelOptions, resolveModel } from '../../../../src/core/llm/settings.ts'
import { ask, CANARY_KEY, chatDelta, chatTurn, modelAt, QUESTION } from '../../../support/model-client.ts'
import { frames, modelServer, refusal, type Scripted } from '../../../support/model-server.ts'
import { until } from '../../../support/until.ts'

const OVERLOADED = frames(['error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }])

test('createModel() describes its model without a secret', () => {
  const { name, provider, baseUrl } = modelAt('https://x.openai.azure.com/openai/v1?code=canary')
  assert.deepEqual({ name, provider, baseUrl }, { name: 'm-1', provider: 'azure', baseUrl: 'https://x.openai.azure.com/openai/v1' })
})

test('stream() sends one POST and gives the events as they come', async (t) => {
  const server = await modelServer(t, [{ body: [': wait\n\n', chatDelta('Be'), chatTurn('cause'), 'data: after the end'] }])
  const { text, events } = await ask(modelAt(`${server.url}/v1?tenant=a`, { headers: { 'X-Title': 'Docs' }, extraBody: { seed: 7 } }))
  assert.equal(text, 'Because')
  assert.deepEqual(events.map(({ type }) => type), ['text', 'text', 'end'])
  const [request] = server.requests
  assert.equal(`${request?.method} ${request?.path}`, 'POST /v1/chat/completions?tenant=a')
  assert.equal(request?.headers.authorization, `Bearer ${CANARY_KEY}`)
  assert.equal(request?.headers['x-title'], 'Docs')
  const { model, seed, stream, max_tokens: limit } = server.bodies()[0]!
  assert.deepEqual({ model, seed, stream, limit }, { model: 'm-1', seed: 7, stream: true, limit: 512 })
})

test('stream() sends nothing before it is asked for its first event', async (t) => {
  const server = await modelServer(t, [])
  modelAt(server.url).stream(QUESTION, { signal: new AbortController().signal, timeoutMs: 100 })
  await new Promise(setImmediate)
  assert.equal(server.requests.length, 0)
})

test('stream() works with Responses and Messages as well', async (t) => {
  const recorded = (name: string) => readFileSync(new URL(`../../../data/llm/${name}-01-text.sse`, import.meta.url), 'utf8')
  const server = await modelServer(t, ['re', 'an'].map((name) => ({ body: [recorded(name)] })))
  for (const protocol of ['responses', 'anthropic'] as const) {
    const { text, error } = await ask(modelAt(`${server.url}/v1`, { protocol }))
    assert.deepEqual([text, error], ['Hello', null], protocol)
  }
  assert.deepEqual(server.requests.map(({ path }) => path), ['/v1/responses', '/v1/messages'])
  assert.equal(server.requests[1]?.headers['x-api-key'], CANARY_KEY)
})

test('stream() accepts a whole reply in place of a stream, whatever its content type', async (t) => {
  const body = [JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'Whole' }, finish_reason: 'stop' }] })]
  const types = ['application/json', 'application/json; charset=utf-8', 'text/event-stream, text/event-stream', 'text/plain', 'text/html', 'x']
  const server = await modelServer(t, types.map((type) => ({ headers: { 'content-type': type }, body })))
  for (const type of types) assert.equal((await ask(modelAt(server.url))).text, 'Whole', type)
})

test('stream() accepts a turn that is over, however its stream goes on, and closes the connection', async (t) => {
  const over = chatTurn('ok').replace('data: [DONE]\n\n', '')
  const endless = function* () {
    yield over
    for (;;) yield* [': keep-alive\n\n', 5]
  }
  const replies: readonly Scripted[] = [
    { body: [chatTurn('ok')], ending: 'stall' }, { body: [over], ending: 'stall' }, { body: endless() },
    { body: [over, 5], ending: 'cut' }, { body: [over, 5], ending: 'reset' },
  ]
  for (const reply of replies) {
    const server = await modelServer(t, [reply])
    const { text, error } = await ask(modelAt(server.url, { idleMs: 5_000 }, { trailerMs: 20 }))
    assert.deepEqual([text, error], ['ok', null])
    await until(() => server.underWay() === 0)
  }
})

test('stream() waits for the usage of a turn', async (t) => {
  const over = chatTurn('ok').replace('data: [DONE]\n\n', '')
  const server = await modelServer(t, [{ body: [over, 10, frames({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } }, '[DONE]')] }])
  const { events } = await ask(modelAt(server.url, {}, { trailerMs: 60_000 }))
  assert.deepEqual(events.flatMap((event) => (event.type === 'end' ? [event.usage.input, event.usage.output] : [])), [7, 2])
})

test('stream() retries after transient failures', async (t) => {
  const server = await modelServer(t, [
    'reset',
    refusal(408, {}), refusal(409, {}), refusal(425, {}), refusal(498, {}), refusal(400, {}, { 'x-should-retry': 'true' }),
    refusal(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    refusal(429, { error: { message: 'Slow down' } }, { 'retry-after-ms': '2' }),
    { body: [], ending: 'cut' },
    { body: [chatTurn('ok')] },
  ])
  const { text } = await ask(modelAt(server.url, { retries: 9 }))
  assert.equal(text, 'ok')
  assert.equal(new Set(server.requests.map(({ body }) => body)).size, 1)
})

test('stream() retries as often as the settings allow, and throws the last failure', async (t) => {
  const server = await modelServer(t, () => refusal(503, { error: { message: 'Down' } }))
  const { error } = await ask(modelAt(server.url, { retries: 2 }))
  assert.equal(server.requests.length, 3)
  assert.match(error?.message ?? '', /503.*Down/)
})

test('stream() does not retry permanent failures', async (t) => {
  const rows = [
    refusal(400, { error: { message: 'No' } }), refusal(401, { error: { message: 'No' } }), refusal(404, { error: { message: 'No' } }),
    ...[402, 403, 405, 413, 422].map((status) => refusal(status, {})), refusal(400, {}, { 'x-should-retry': 'perhaps' }),
    ...['insufficient_quota', 'content_filter'].flatMap((code) => [{}, { 'x-should-retry': 'true' }].map((advice) => refusal(429, { error: { message: 'No', code } }, advice))),
    refusal(500, {}, { 'x-should-retry': 'false' }),
    { headers: { 'content-type': 'text/html' }, body: ['<p>'] }, { status: 307, headers: { location: 'https://other.example/' } },
    { body: [chatDelta('Half')], ending: 'cut' as const }, { body: [chatDelta('Half'), OVERLOADED] },
  ]
  const server = await modelServer(t, rows)
  for (const [ordinal] of rows.entries()) {
    assert.ok((await ask(modelAt(server.url, { retries: 3 }))).error !== null)
    assert.equal(server.requests.length, ordinal + 1)
  }
})

test('stream() does not wait longer for a retry than it has time', async (t) => {
  const server = await modelServer(t, [refusal(429, { error: { message: 'Slow down' } }, { 'retry-after': '30' })])
  const { error } = await ask(modelAt(server.url, { retries: 5 }), { timeoutMs: 20_000 })
  assert.deepEqual([error?.code, server.requests.length], ['model-busy', 1])
})

test('stream() has no less time for a retry where the clock was set back by months meanwhile', async (t) => {
  const server = await modelServer(t, [refusal(503, {}), { body: [50, chatTurn('Because.')] }])
  const date = () => 1e12 - server.requests.length * 1e10
  const { text } = await ask(modelAt(`${server.url}/v1`, { retries: 1 }, { date }))
  assert.equal(text, 'Because.')
})

const FAILED = { body: frames(['error', { type: 'error', error: { type: 'api_error', message: 'Internal server error' } }]) }
const INVALID_CALL = { message: 'Failed to call a function.', type: 'invalid_request_error', code: 'tool_use_failed' }

for (const [name, failed, code] of [
  ['a reply begins with an overload', { body: [OVERLOADED] }, 'model-busy'],
  ['the stream of a server reports a failure before any text', FAILED, 'model'],
  ['the model wrote an invalid call', refusal(400, { error: INVALID_CALL }), 'model-request'],
] as const) {
  test(`stream() retries once, unchanged, where ${name}`, async (t) => {
    const server = await modelServer(t, [failed, { body: [chatTurn('ok')] }, failed, failed])
    const model = modelAt(server.url, { retries: 5 })
    assert.deepEqual([(await ask(model)).text, (await ask(model)).error?.code], ['ok', code])
    assert.deepEqual([server.requests.length, new Set(server.requests.map(({ body }) => body)).size], [4, 1])
  })
}

const settingsOf = (options: ModelOptions) => resolveModel({ apiKey: 'canary-key', name: 'm', ...options })!

/** Checks the headers beside those of the content. */
function checkHeaders(options: ModelOptions, protocol: Protocol, expected: Record<string, string>) {
  const { accept, 'content-type': type, ...rest } = requestHeaders(settingsOf(options), protocol)
  assert.deepEqual([accept, type], ['text/event-stream', 'application/json'])
  assert.deepEqual(rest, expected)
}

test('requestHeaders() carries the key as each protocol and host requires', () => {
  checkHeaders({}, 'chat', { authorization: 'Bearer canary-key' })
  checkHeaders({}, 'responses', { authorization: 'Bearer canary-key' })
  checkHeaders({}, 'anthropic', { 'x-api-key': 'canary-key', 'anthropic-version': '2026-10-21' })
  checkHeaders({ baseUrl: 'https://x.openai.azure.com/openai/v1' }, 'responses', { authorization: 'Bearer canary-key', 'api-key': 'canary-key' })
  checkHeaders({ apiKey: 'none', baseUrl: 'http://localhost/v1' }, 'chat', {})
})

test('requestHeaders() lets extra headers replace its own', () => {
  checkHeaders({ headers: { Authorization: 'Basic abc', 'X-Title': 'Docs' } }, 'chat', { authorization: 'Basic abc', 'x-title': 'Docs' })
  checkHeaders({ headers: { 'anthropic-version': '2023-06-01' } }, 'anthropic', { 'x-api-key': 'canary-key', 'anthropic-version': '2023-06-01' })
})

test('requestSecrets() are keys, values of headers and of the address', () => {
  const secrets = requestSecrets(settingsOf({
    baseUrl: 'https://gw.example/v1?code=canary-query&v=2',
    headers: { 'x-gateway': 'Token canary-header', 'x-title': 'Docs' },
  }))
  const redact = createRedactor(secrets)
  assert.equal(redact('canary-key is not Token canary-header, canary-header or canary-query; Docs, 2'), '[redacted] is not [redacted], [redacted] or [redacted]; Docs, 2')
  assert.deepEqual(requestSecrets(settingsOf({ apiKey: 'none', baseUrl: 'http://localhost/v1' })), [''])
})

const NOW = Date.UTC(2026, 10, 20)

/** Checks the delay before a retry, in ms. */
function checkDelay(headers: Record<string, string> | null, expected: number, { retries = 0, random = 0, message = '' } = {}) {
  const delay = retryDelay(headers === null ? null : new Headers(headers), { message, retries, retryMs: 500, now: NOW, random })
  assert.equal(delay, expected, JSON.stringify(headers))
}

test('retryDelay() gives the delay that the server asks for, up to a minute', () => {
  checkDelay({ 'retry-after-ms': '120.5' }, 120.5)
  checkDelay({ 'retry-after-ms': '70', 'retry-after': '3' }, 70)
  checkDelay({ 'retry-after-ms': 'soon', 'retry-after': '3' }, 3_000)
  checkDelay({ 'retry-after': '0.5' }, 500)
  checkDelay({ 'retry-after': '60' }, 60_000)
  checkDelay({ 'retry-after': new Date(NOW + 7_000).toUTCString() }, 7_000)
  checkDelay({}, 3_200, { message: 'The quota is exceeded. Please retry in 3.2s.' })
  checkDelay({ 'retry-after': '1' }, 1_000, { message: 'Please try again in 3s' })
  checkDelay({}, 2_000, { message: 'The rate limit is exceeded. Please retry after 2 seconds.' })
  checkDelay({}, 500, { message: 'Please try again in 450ms' })
  // Nobody waits longer.
  for (const after of ['61', '3600', new Date(NOW + 61_000).toUTCString()]) checkDelay({ 'retry-after': after }, Infinity)
  checkDelay({}, Infinity, { message: 'Rate limit reached. Please try again in 7m12.5s' })
})

test('retryDelay() grows with each retry where the server asks for no usable delay', () => {
  for (const after of ['0', '-1', 'soon', '', new Date(NOW - 7_000).toUTCString()]) {
    checkDelay({ 'retry-after': after }, 500)
  }
  checkDelay(null, 500)
  checkDelay({}, 1_000, { retries: 1 })
  checkDelay({}, 8_000, { retries: 9 })
  checkDelay({}, 750, { retries: 1, random: 0.999999999999999999 })
})

test('stream() waits as long as for a first byte for content after a reply was announced', async (t) => {
  const announced = frames(['response.created', { type: 'response.created', response: {} }])
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] }
  const whole = frames(['response.completed', { type: 'response.completed', response: { status: 'completed', output: [item] } }])
  const server = await modelServer(t, () => ({ body: [announced, 300, whole] }))
  const { text, error } = await ask(modelAt(`${server.url}/v1`, { protocol: 'responses', firstByteMs: 60_000, idleMs: 50 }))
  assert.deepEqual([text, error], ['Yes', null])
})

test('stream() reads on where a server says before the first word that the turn is over', async (t) => {
  const last = (delta: object) => frames({ choices: [{ index: 0, delta, finish_reason: 'stop' }] })
  const server = await modelServer(t, () => ({ body: [last({ reasoning_content: 'Hm' }), 100, last({ content: 'Be' }) + last({ content: 'cause' }), frames('[DONE]')] }))
  const { text, error } = await ask(modelAt(server.url, {}, { trailerMs: 1 }))
  assert.deepEqual([text, error], ['Because', null])
})

test('stream() sends a request again that broke while the model was thinking', async (t) => {
  const thinking = frames({ choices: [{ index: 0, delta: { reasoning_content: 'Hm' } }] })
  for (const begun of [{ body: [thinking, 5], ending: 'reset' }, { body: [thinking] }, { body: [thinking + OVERLOADED] }, { body: [chatDelta('<think>Hm') + OVERLOADED] }] as const) {
    const server = await modelServer(t, [begun, { body: [chatTurn('Yes')] }])
    const { text, error, events } = await ask(modelAt(server.url, { retries: 2 }))
    assert.deepEqual([text, error, server.requests.length], ['Yes', null, 2])
    assert.deepEqual(events.map(({ type }) => type), ['reasoning', 'again', 'text', 'end'])
  }
})

test('stream() hides thinking whose beginning the server has swallowed', async (t) => {
  const server = await modelServer(t, [{ body: [chatDelta('Hm, wait'), chatDelta(', no.</thi'), chatTurn('nk>\n\nYes')] }])
  const { events } = await ask(modelAt(server.url))
  assert.deepEqual(events.slice(0, -1), [{ type: 'text', text: 'Hm, wait' }, { type: 'text', text: ', no.' }, { type: 'retract', mark: '</think>' }, { type: 'text', text: 'Yes' }])
})
