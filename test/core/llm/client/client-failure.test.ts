import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorCode } from '../../../../src/core/base/errors.ts'
import type { ModelOptions } from '../../../../src/core/llm/settings.ts'
import { collectGarbage } from '../../../support/garbage.ts'
import { ask, CANARY_KEY, chatDelta, chatTurn, modelAt, QUESTION } from '../../../support/model-client.ts'
import { type ModelServer, modelServer, refusal, repeat, type Scripted } from '../../../support/model-server.ts'
import { until } from '../../../support/until.ts'

const HALF = chatDelta('Half')

/** Timers that keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** Resolves when no reply is open any more. */
async function settled(server: ModelServer): Promise<void> {
  for (let turn = 0; turn < 1_000 && server.underWay() > 0; turn += 1) await new Promise(setImmediate)
  assert.equal(server.underWay(), 0)
}

interface Expected extends ModelOptions {
  readonly code?: ErrorCode
  readonly message: RegExp
  /** The text before the failure. */
  readonly text?: string
  readonly timeoutMs?: number
}

/** Checks that a reply ends in one error, with the connection closed and no timer left. */
function check(name: string, reply: Scripted, { code = 'model', message, text = '', timeoutMs, ...options }: Expected) {
  test(`stream() fails with a message where ${name}`, async (t) => {
    const server = await modelServer(t, [reply])
    const before = timers()
    const asked = await ask(modelAt(server.url, options), timeoutMs === undefined ? {} : { timeoutMs })
    assert.deepEqual([asked.error?.code, asked.text], [code, text], asked.error?.message)
    assert.match(asked.error?.message ?? '', message)
    assert.equal(timers(), before)
    await settled(server)
  })
}

check('the connection is reset before the headers', 'reset', { message: /^The model at 127\.0\.0\.1:\d+ can't be reached: the connection was cut$/ })
check('the connection is closed before the headers', 'close', { message: /can't be reached: the connection was cut$/ })
check('the body is reset', { body: [HALF], ending: 'reset' }, { text: 'Half', message: /the connection was cut$/ })
check('the body is closed in the middle', { body: [HALF], ending: 'cut' }, { text: 'Half', message: /the connection was cut$/ })
check('a body of no length ends early', { body: [HALF], isCloseDelimited: true }, { text: 'Half', message: /cut short/ })
check('a stream ends without an end of the turn', { body: [HALF] }, { text: 'Half', message: /cut short/ })
check('a stream says nothing', { body: [] }, { message: /cut short/ })
check('the body is no gzip', { headers: { 'content-encoding': 'gzip' }, body: [HALF] }, { message: /its compressed reply is broken$/ })
check('the body is shorter than it says', { headers: { 'content-length': '999' }, body: [HALF], ending: 'cut' }, { text: 'Half', message: /the connection was cut$/ })
check('there are no headers', 'silent', { firstByteMs: 20, code: 'model-timeout', message: /^The model at 127\.0\.0\.1:\d+ sent nothing for 0\.02 s$/ })
check('there is no body', { ending: 'stall' }, { firstByteMs: 20, code: 'model-timeout', message: /sent nothing for 0\.02 s$/ })
check('a stream falls silent', { body: [HALF], ending: 'stall' }, { text: 'Half', idleMs: 20, code: 'model-timeout', message: /sent nothing for 0\.02 s$/ })
check('a stream of comments has no end', { body: repeat(': keep-alive\n\n', 5) }, { timeoutMs: 200, code: 'model-timeout', message: /sent no complete reply in time$/ })
check('a stream has no end', { body: repeat(`data: ${'x'.repeat(65_536)}\n`) }, { message: /more than \d+ characters$/ })
check('comments have no end', { body: repeat(`: ${'x'.repeat(65_536)}\n\n`) }, { message: /answers with more than 16 MiB$/ })
check('a line is very long', { body: ['data: ', 'x'.repeat(10_485_760), '\n\n'] }, { message: /more than \d+ characters$/ })
check('a whole reply is very long', { headers: { 'content-type': 'application/json' }, body: ['["', ...Array(20).fill('x'.repeat(1_048_576))] }, { message: /more than/ })
check('an event is broken', { body: [HALF, 'data: {"choices":[{"del\n\n'] }, { text: 'Half', message: /\w/ })
check('whole JSON is broken', { headers: { 'content-type': 'application/json' }, body: ['{"choices":['] }, { message: /\w/ })
check('a web page answers', { headers: { 'content-type': 'text/html; charset=utf-8' }, body: ['<!doctype html><p>Welcome'] }, { message: /answers with a web page, not with a model's reply: is LLM_BASE_URL/ })
check('a web page answers after white space, without end', { headers: { 'content-type': 'text/plain' }, body: ['\n', ' <'], ending: 'stall' }, { message: /answers with a web page, not/ })
check('there is nothing to read', { status: 204 }, { message: /answers without a body/ })
check('the server redirects', { status: 307, headers: { location: 'https://other.example/?a=b' }, ending: 'stall' }, { message: /redirects \(307\): set LLM_BASE_URL to the final address$/ })
check('the key is rejected', refusal(401, { error: { message: `Incorrect API key provided: ${CANARY_KEY}.` } }), { code: 'model-key', message: /401.*\[redacted\]; is LLM_API_KEY the key of this provider\?$/ })
check('the key comes back in a stream', { body: [`event: error\ndata: {"error":"bad ${CANARY_KEY}"}\n\n`] }, { message: /bad \[redacted\]/ })
check('there is no such route', refusal(404, { detail: 'Not Found' }), { code: 'model-request', message: /404: Not Found; is LLM_BASE_URL complete\? It often ends in \/v1$/ })
check('there is a page for others', refusal(405, ''), { code: 'model-request', message: /405; is LLM_BASE_URL complete/ })
check('a proxy wants a password', { status: 407 }, { message: /can't be reached: fetch refuses its reply; does a proxy on the way demand a password \(407\)\?$/ })
check('there is no such model', refusal(404, { error: 'model "m-1" not found' }), { code: 'model-request', message: /404: model "m-1" not found; is LLM_MODEL a model of this server\?$/ })
check('the name of the model is none', refusal(400, { error: { message: 'm-1 is not a valid model ID' } }), { code: 'model-request', message: /ID; is LLM_MODEL a model/ })
check('no provider has the model', refusal(400, { error: { message: "The requested model 'm-1' is not supported by any provider you have enabled" } }), { code: 'model-request', message: /enabled; is LLM_MODEL a model/ })
check('the error reply is a web page', { status: 502, headers: { 'content-type': 'text/html' }, body: ['<h1>Bad Gateway</h1>'] }, { message: /502/ })
check('the error reply is nested without sense', { status: 500, body: [`{"error":{"message":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`] }, { message: /^The model's server answers 500/ })
check('the error reply has no end', { status: 500, body: repeat('x'.repeat(65_536)) }, { message: /^The model's server answers 500$/ })

test('stream() limits the time for the body of an error reply', { timeout: 30_000 }, async (t) => {
  const server = await modelServer(t, [{ status: 429, body: ['{"error":'], ending: 'stall' }])
  const { error } = await ask(modelAt(server.url, {}, { errorBodyMs: 20 }))
  assert.deepEqual([error?.code, error?.message], ['model-busy', 'The model\'s server answers 429'])
  await settled(server)
})

test('stream() names the reason for an address that can\'t be reached', async () => {
  const message = async (url: string) => (await ask(modelAt(url))).error?.message
  // No system gives this port to a server that has none of its own.
  assert.equal(await message('http://127.0.0.1:4'), "The model at 127.0.0.1:4 can't be reached: connection refused")
  assert.equal(await message('http://127.0.0.1:6666'), 'The model at 127.0.0.1:6666 can\'t be reached: fetch refuses this port as unsafe; use another')
  assert.match((await message('http://nowhere.invalid')) ?? '', /: no such host$|: the host name can't be looked up$/)
})

test('stream() shows no header that an error of fetch repeats', async () => {
  const rejecting: typeof fetch = (_, init) => Promise.reject(new TypeError(`Headers.append: ${JSON.stringify(init?.headers)} is an invalid header value`))
  const { error } = await ask(modelAt('http://127.0.0.1:9', {}, { fetch: rejecting }))
  assert.equal(error?.message, 'The model at 127.0.0.1:9 can\'t be reached: the request failed')
})

/** Checks that a request which the server leaves open ends as soon as it's cancelled, even after a garbage collection. */
function checkAbort(where: string, reply: Scripted) {
  test(`stream() ends at once when it is cancelled ${where}`, async (t) => {
    const server = await modelServer(t, [reply])
    const controller = new AbortController()
    const asked = ask(modelAt(server.url), { signal: controller.signal })
    await until(() => server.requests.length > 0)
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    await collectGarbage()
    controller.abort()
    const { error } = await asked
    assert.deepEqual([error?.code, error?.message], ['cancelled', 'The request to the model was cancelled'])
    await server.requests[0]!.left
  })
}

checkAbort('before the headers', 'silent')
checkAbort('before the body', { ending: 'stall' })
checkAbort('within the body', { body: [HALF], ending: 'stall' })
checkAbort('within an error reply', { status: 500, body: ['{'], ending: 'stall' })

test('stream() ends by its time limits even after a garbage collection', async (t) => {
  const server = await modelServer(t, () => ({ body: [HALF], ending: 'stall' as const }))
  let ended = 0
  const asked = [ask(modelAt(server.url, { idleMs: 300 })), ask(modelAt(server.url), { timeoutMs: 300 })]
  for (const one of asked) void one.then(() => (ended += 1))
  // On a slow machine a time limit may be reached before the request arrives.
  await until(() => server.requests.length + ended === 2)
  await collectGarbage()
  for (const { error } of await Promise.all(asked)) assert.equal(error?.code, 'model-timeout')
  await Promise.all(server.requests.map(({ left }) => left))
})

test('stream() has one time limit for all attempts', { timeout: 60_000 }, async (t) => {
  let clock = 0
  const server = await modelServer(t, (_, ordinal) => {
    clock += 59_500
    return ordinal === 0 ? refusal(503, {}) : 'silent'
  })
  const { error } = await ask(modelAt(server.url, { retries: 1 }, { date: () => clock }), { timeoutMs: 60_000 })
  assert.deepEqual([error?.code, server.requests.length], ['model-timeout', 2])
})

test('stream() sends nothing once it is cancelled', async (t) => {
  const server = await modelServer(t, [])
  const { error } = await ask(modelAt(server.url), { signal: AbortSignal.abort() })
  assert.deepEqual([error?.code, server.requests.length], ['cancelled', 0])
})

test('stream() ends at once when it is cancelled between retries', async (t) => {
  const server = await modelServer(t, [refusal(429, {}, { 'retry-after': '30' })])
  const controller = new AbortController()
  const asked = ask(modelAt(server.url, { retries: 2 }), { signal: controller.signal, timeoutMs: 60_000 })
  // Of a request under way there are more: the one left is that of the wait.
  await until(() => server.requests.length > 0 && timers() === 1)
  controller.abort()
  assert.equal(timers(), 0)
  assert.equal((await asked).error?.code, 'cancelled')
})

test('stream() closes the connection when its iterator is returned', async (t) => {
  const server = await modelServer(t, [{ body: [HALF], ending: 'stall' }])
  for await (const event of modelAt(server.url).stream(QUESTION, { signal: new AbortController().signal, timeoutMs: 60_000 })) {
    assert.equal(event.type, 'text')
    break
  }
  await server.requests[0]!.left
})

test('stream() counts no idle time while no event is requested', async () => {
  const pieces = [HALF, HALF, HALF, chatTurn('')].map((text) => new TextEncoder().encode(text))
  const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(pieces.shift())
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  const model = modelAt('http://127.0.0.1:9', { idleMs: 20 }, { fetch: async () => new Response(body) })
  let taken = 0
  for await (const _ of model.stream(QUESTION, { signal: new AbortController().signal, timeoutMs: 60_000 })) {
    taken += 1
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  assert.equal(taken, 4)
})
