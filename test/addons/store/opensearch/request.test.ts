import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'
import { createBreaker, createRequestEngine, type EngineRequest, listDocuments, type RequestEngine } from '../../../../src/addons/store/opensearch/request.ts'
import type { JsonObject } from '../../../../src/core/base/json.ts'
import { readRecorded } from '../../../support/recorded-engine.ts'

const REQUEST: EngineRequest = { method: 'GET', path: '/ask/_doc/secret-words', timeoutMs: 5_000 }
const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
const refused = () => Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })

interface Trial {
  readonly send: ReturnType<typeof sender>
  readonly sent: string[]
  readonly lines: string[]
  readonly clock: { now: number }
}

const sender = (request: RequestEngine) => (sent: EngineRequest) => request(sent, (body, status) => ({ status, json: body }))

/** An engine behind a `fetch` that gives these replies one after another, the last one for ever. */
function trial(replies: readonly (Response | Error | 'never')[], url = 'http://127.0.0.1:1'): Trial {
  const [sent, lines, clock]: [string[], string[], { now: number }] = [[], [], { now: 0 }]
  const fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const reply = replies[Math.min(sent.length, replies.length - 1)]!
    sent.push(String(input))
    if (reply instanceof Error) throw reply
    if (reply !== 'never') return reply.clone()
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  }
  const connection = resolveConnection({ url, index: 'ask', user: 'ask', password: 'hunter2hunter2', fetch, log: (line) => lines.push(line) })
  return { send: sender(createRequestEngine(connection, { now: () => clock.now, random: () => 0 })), sent, lines, clock }
}

async function checkFailure({ send, lines }: Trial, message: RegExp, details: RegExp, request = REQUEST) {
  await assert.rejects(send(request), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'store')
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /127\.0\.0\.1|hunter2/)
    return true
  })
  assert.match(lines.join('\n'), details)
}

test('a node that can\'t be reached gives way to the next, once', async () => {
  const two = trial([refused(), json(200, {})], 'http://127.0.0.1:1,http://127.0.0.1:2')
  await two.send(REQUEST)
  assert.deepEqual(two.sent.map((url) => new URL(url).port), ['1', '2'])
  await checkFailure(trial([refused()]), /can't be reached/, /: GET http:\/\/127\.0\.0\.1:1\/ask\/_doc\/secret-words: connection refused/)
})

test('requests that fail at once at one node go on to the same next node', async () => {
  for (const failure of [refused(), 'never'] as const) {
    const urls: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      urls.push(new URL(String(input)).port)
      if (urls.at(-1) === '2') return json(200, {})
      if (failure instanceof Error) throw failure
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    }
    const connection = resolveConnection({ url: 'http://127.0.0.1:1,http://127.0.0.1:2', index: 'ask', fetch, log: () => undefined })
    const send = sender(createRequestEngine(connection, { now: () => 0, random: () => 0 }))
    const results = await Promise.allSettled([1, 2].map(() => send({ ...REQUEST, timeoutMs: failure === 'never' ? 20 : 5_000 })))
    assert.equal(results.every(({ status }) => status === (failure === 'never' ? 'rejected' : 'fulfilled')), true)
    await send(REQUEST)
    await send(REQUEST)
    assert.deepEqual(urls.slice(-2), ['2', '2'])
  }
})

test('an overloaded engine is asked once more', async () => {
  const busy = json(429, { error: { type: 'rejected_execution_exception', reason: 'queue' } })
  const once = trial([busy, json(200, {})])
  assert.equal((await once.send(REQUEST)).status, 200)
  await checkFailure(trial([busy]), /overloaded/, /rejected_execution_exception/)
  const never = trial([busy])
  await assert.rejects(never.send({ ...REQUEST, retries: false }))
  assert.equal(never.sent.length, 1)
})

test('a frozen node ends with the deadline, and the next request goes to another', async () => {
  const frozen = trial(['never', json(200, {})], 'http://127.0.0.1:1,http://127.0.0.1:2')
  await checkFailure(frozen, /too slow/, /127\.0\.0\.1:1.*: no whole reply within 0.02 s/, { ...REQUEST, timeoutMs: 20 })
  await frozen.send(REQUEST)
  assert.deepEqual(frozen.sent.map((url) => new URL(url).port), ['1', '2'])
  const second = trial([refused(), 'never', json(200, {})], 'http://127.0.0.1:1,http://127.0.0.1:2,http://127.0.0.1:3')
  await checkFailure(second, /too slow/, /no whole reply/, { ...REQUEST, timeoutMs: 20 })
  await second.send(REQUEST)
  assert.deepEqual(second.sent.map((url) => new URL(url).port), ['1', '2', '3'])
})

test('a request ends with its signal, which is no failure of the engine', async () => {
  const controller = new AbortController()
  const { send, lines } = trial(['never'])
  const sent = send({ ...REQUEST, signal: controller.signal })
  controller.abort(new Error('left'))
  await assert.rejects(sent, /left/)
  assert.deepEqual(lines, [])
})

const REPLIES: readonly (readonly [string, Response, RegExp, RegExp])[] = [
  ['wrong credentials', json(401, {}), /refuses the credentials/, /ASK_SEARCH_USER/],
  ['no index', json(404, { error: { type: 'index_not_found_exception', reason: 'no such index' } }), /not there/, /ask index push/],
  ['a page of a proxy', new Response('<html>', { headers: { 'content-type': 'text/html' } }), /can't be used/, /text\/html, not with JSON/],
  ['a redirect', new Response(null, { status: 302, headers: { location: 'https://login.example.com' } }), /can't be used/, /redirects/],
  ['an error', json(500, { error: { type: 'boom', reason: 'at node\n 3' } }), /failed/, /boom: at node 3/],
]
for (const [name, reply, message, details] of REPLIES) {
  test(`${name} is a failure, in fixed words for readers`, () => checkFailure(trial([reply]), message, details))
}

const RECORDED_REPLIES: readonly (readonly [string, RegExp, RegExp])[] = [
  ['no index', /not there/, /status 404, index_not_found_exception: no such index.*`ask index push`/],
  ['unknown query', /failed/, /status 400, parsing_exception: unknown query/],
  ['blocked', /failed/, /status 403, cluster_block_exception: index .* blocked by/],
  ['queue full', /overloaded/, /status 429, search_phase_execution_exception/],
]
for (const [name, message, details] of RECORDED_REPLIES) {
  test(`a reply of a real engine, "${name}", is a failure`, async () => {
    const replies = await readRecorded<Readonly<Record<string, { readonly status: number; readonly json: unknown }>>>('replies')
    const { status, json: body } = replies[name] ?? assert.fail()
    await checkFailure(trial([json(status, body)]), message, details)
  })
}

test('statuses without JSON come from proxies and security plugins', async () => {
  const html = (status: number) => new Response('<h1>Unauthorized</h1>', { status, headers: { 'content-type': 'text/html' } })
  for (const status of [401, 403]) await checkFailure(trial([html(status)]), /refuses the credentials/, /status 40[13]\. Set ASK_SEARCH_USER/)
  for (const status of [502, 504]) await checkFailure(trial([html(status)]), /can't be reached/, /status 50[24]$/)
  const busy = trial([html(503), json(200, {})])
  assert.equal((await busy.send(REQUEST)).status, 200)
  assert.equal(busy.sent.length, 2)
})

test('failures of a single shard, query or index don\'t stop the others', async () => {
  const replies = await readRecorded<Readonly<Record<string, { readonly status: number; readonly json: unknown }>>>('replies')
  for (const name of ['no index', 'unknown query', 'blocked']) {
    const { status, json: body } = replies[name] ?? assert.fail()
    const engine = trial([...Array.from({ length: 8 }, () => json(status, body)), json(200, {})])
    for (let i = 0; i < 8; i += 1) await assert.rejects(engine.send(REQUEST), { status })
    assert.equal((await engine.send(REQUEST)).status, 200)
  }
})

test('after five failures requests fail unsent for two seconds, then one tries again', async () => {
  const engine = trial([...Array<Error>(5).fill(refused()), json(200, {})])
  for (let i = 0; i < 5; i += 1) await assert.rejects(engine.send(REQUEST))
  await assert.rejects(engine.send(REQUEST), /is down/)
  assert.equal(engine.sent.length, 5)
  engine.clock.now = 2_000
  const [first, second] = [engine.send(REQUEST), engine.send(REQUEST)]
  await assert.rejects(second, /is down/)
  await first
  await engine.send(REQUEST)
})

test('only failures in a row open the circuit, and each that follows keeps it open', () => {
  const clock = { now: 0 }
  const breaker = createBreaker(() => clock.now)
  const fail = (times: number) => {
    for (let i = 0; i < times; i += 1) breaker.failed()
  }
  fail(4)
  breaker.succeeded()
  fail(4)
  assert.equal(breaker.mayTry(), true)
  fail(1)
  clock.now = 1_999
  assert.equal(breaker.mayTry(), false)
  clock.now = 2_000
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, false])
  clock.now = 3_000
  breaker.failed()
  clock.now = 4_999
  assert.equal(breaker.mayTry(), false)
  clock.now = 5_000
  assert.equal(breaker.mayTry(), true)
  breaker.succeeded()
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, true])
})

test('listDocuments() ends at an engine that gives the same batch again, or no place to go on from', async () => {
  for (const sort of [['b'], undefined]) {
    const hits = ['a', 'b'].map((id) => ({ _source: { id }, sort: sort && [id] }))
    const reply = { _shards: { total: 1, successful: 1, failed: 0 }, timed_out: false, hits: { hits } }
    const request: RequestEngine = async (_, decode) => decode(reply, 200)
    const ids: unknown[] = []
    const list = async () => {
      const listing = { path: '/x', body: {}, size: 2, timeoutMs: 60_000, decode: ({ id }: JsonObject) => id }
      for await (const batch of listDocuments(listing, request)) ids.push(...batch)
    }
    await assert.rejects(list, { kind: 'reply', details: 'a list does not go on after its last document' })
    assert.deepEqual(ids, sort === undefined ? ['a', 'b'] : ['a', 'b', 'a', 'b'])
  }
})
