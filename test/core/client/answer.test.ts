import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnswerEvent, AskReply } from '../../../src/core/answer/event.ts'
import { askEndpoint, type AskEndpointOptions } from '../../../src/core/client/answer.ts'
import { scriptedFetch } from '../../support/scripted-fetch.ts'

const ADDRESS = 'https://docs.test/api/ask'
const KEYWORDS = { results: [{ title: 'A', url: '/a/', snippet: 's' }], query: 'Why?', model: 'm', mode: 'keyword', warning: 'no key' }

interface Sent {
  url: string
  init: RequestInit
}

/** A fetch with one reply, which keeps what it was sent. */
function replying(response: Response | Error, sent: Sent[] = []): typeof fetch {
  return async (input, init = {}) => {
    sent.push({ url: String(input), init })
    if (response instanceof Error) throw response
    return response
  }
}

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
const stream = (body: string | ReadableStream<Uint8Array>) => new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** All events of an answer. */
async function eventsOf(response: Response, options: AskEndpointOptions = {}): Promise<AnswerEvent[]> {
  return readAll(await askEndpoint(ADDRESS, 'Why?', { fetch: replying(response), ...options }))
}

/** Checks how the stream of an answer fails. */
async function checkBreaks(body: string | ReadableStream<Uint8Array>, message: RegExp, options?: AskEndpointOptions) {
  await assert.rejects(eventsOf(stream(body), options), { code: 'endpoint', message })
}

/** All events of a reply; an answer that is not read keeps its timers. */
async function readAll(reply: AskReply): Promise<AnswerEvent[]> {
  assert.ok(reply.type === 'events')
  const events: AnswerEvent[] = []
  for await (const event of reply.events) events.push(event)
  return events
}

/** Checks how asking fails. */
async function checkFails(response: Response | Error, expected: RegExp, options: AskEndpointOptions = {}) {
  await assert.rejects(askEndpoint(ADDRESS, 'Why?', { fetch: replying(response), ...options }), { code: 'endpoint', message: expected })
}

/** A body that sends this and then nothing more, until it is cancelled. */
function stalled(text: string, cancelled: () => void = () => undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)), cancel: cancelled })
}

test('askEndpoint() asks for an answer, and for nothing to be followed, and takes keyword results for what they are', async () => {
  const sent: Sent[] = []
  const reply = await askEndpoint('https://docs.test', 'Why?', { fetch: replying(json(KEYWORDS), sent) })
  assert.deepEqual(reply, { type: 'keyword', response: KEYWORDS })
  assert.equal(sent[0]?.url, ADDRESS)
  assert.deepEqual([sent[0]?.init.method, sent[0]?.init.body, sent[0]?.init.redirect], ['POST', '{"query":"Why?","mode":"agentic","detail":true}', 'manual'])
})

test('askEndpoint() sends a filter to a service that has filters', async () => {
  const { fetch, bodies } = scriptedFetch({
    [`GET ${ADDRESS}/filters`]: { json: { lang: ['fr'], version: [''], group: [''] } },
      [`POST ${ADDRESS}`]: { json: KEYWORDS },
  })
  await askEndpoint(ADDRESS, 'Why?', { fetch, filter: { lang: 'fr' } })
  assert.deepEqual(bodies, ['{"query":"Why?","mode":"agentic","filter":{"lang":"fr"},"detail":true}'])
  await checkFails(json({ error: 'Not found.' }, 404), /has no filters/, { filter: { lang: 'fr' } })
})

test('askEndpoint() gives the events of the contract in order', async () => {
  const sources = [{ url: '/a/', title: 'A', heading: 'B', group: 'C', terms: ['d'] }, { url: '/b/', title: null }]
  const body = [
    ': ok\n\n', frame('search', { query: 'q' }), frame('sources', { sources, model: 'm', mode: 'agentic' }),
    frame('token', { text: 'x\u2028y' }), frame('later', { any: 'thing' }), frame('toString', {}),
    frame('done', {}), frame('token', { text: 'never' }),
  ]
  assert.deepEqual(await eventsOf(stream(body.join(''))), [
    { type: 'search', query: 'q' },
    { type: 'sources', sources: [sources[0], { url: '/b/' }], model: 'm' },
    { type: 'token', text: 'x\u2028y' },
    { type: 'done' },
  ])
})

test('askEndpoint() ends with an error event, which is no failure of the connection', async () => {
  assert.deepEqual(await eventsOf(stream(frame('error', { error: 'no' }) + frame('done', {}))), [{ type: 'error', error: 'no' }])
})

test('askEndpoint() says what is wrong with a reply', async () => {
  await checkFails(json({ error: 'At most 600 requests a minute' }, 429), /^https:\/\/docs\.test\/api\/ask answers 429: At most 600/)
  await checkFails(new Response('<html>', { status: 502 }), /answers 502$/)
  await checkFails(new Response('<html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }), /answers with text\/html, not with JSON: is this the address of an ask service\?$/)
  await checkFails(json({ ...KEYWORDS, mode: 'other' }), /mode must be "keyword"/)
  await checkFails(new Response(null, { status: 302, headers: { location: 'https://elsewhere.test/' } }), /redirects to https:\/\/elsewhere\.test\//)
  await checkFails(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }), /can't be reached: connection refused/)
  await assert.rejects(askEndpoint('ftp://docs.test', 'Why?'), { name: 'RangeError', option: 'endpoint' })
})

test('askEndpoint() rejects for a stream that is cut, broken or endless', async () => {
  await checkBreaks(frame('token', { text: 'a' }), /stopped in the middle of its answer/)
  await checkBreaks('event: token\ndata: {"text":\n\n', /other JSON/)
  await checkBreaks(frame('token', { words: 1 }), /text must be a text/)
  await checkBreaks(frame('sources', { sources: [{ url: 'javascript:x' }], model: 'm' }), /url/)
  const piece = new TextEncoder().encode(frame('token', { text: 'x'.repeat(100_000) }))
  await checkBreaks(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }), /more than 16 MiB/)
})

test('askEndpoint() waits only so long for a reply and for each piece, and lets go of a silent stream', async () => {
  const { fetch } = scriptedFetch({ [`POST ${ADDRESS}`]: 'never' })
  await checkFails(new Response(), /gave no answer within 0.02 s/, { fetch, timeoutMs: 20 })
  await checkFails(new Response(), /gave no answer within 0.03 s/, { fetch, idleMs: 30 })
  let cancelled = false
  const silent = stalled(frame('search', { query: 'q' }), () => (cancelled = true))
  await checkBreaks(silent, /gave no answer within 0.03 s/, { idleMs: 30 })
  assert.equal(cancelled, true)
})

test('askEndpoint() lets go of a stream that nobody reads on, or that is not wanted any more', async () => {
  let cancelled = 0
  const open = () => stream(stalled(frame('search', { query: 'q' }), () => (cancelled += 1)))
  const reply = await askEndpoint(ADDRESS, 'Why?', { fetch: replying(open()) })
  assert.equal(reply.type, 'events')
  for await (const event of reply.events) {
    assert.equal(event.type, 'search')
    break
  }
  assert.equal(cancelled, 1)
  const controller = new AbortController()
  const events = eventsOf(open(), { signal: controller.signal })
  setTimeout(() => controller.abort(), 10)
  await assert.rejects(events, { code: 'cancelled', message: /was cancelled/ })
  assert.equal(cancelled, 2)
})

test('askEndpoint() asks nothing for a caller that has already gone', async () => {
  const gone: typeof fetch = async (_input, init) => {
    init?.signal?.throwIfAborted()
    return assert.fail('it was asked')
  }
  await assert.rejects(askEndpoint(ADDRESS, 'Why?', { fetch: gone, signal: AbortSignal.abort() }), { code: 'cancelled', message: /was cancelled/ })
})

test('askEndpoint() sends a history within the limits, and gives the outcome', async () => {
  const sent: Sent[] = []
  const outcome = { id: 'a1', outcome: 'not-covered', support: 'weak', cited: ['/a/'], opened: ['/a/', '/b/'], followUps: ['q?'], contact: 'mailto:a@b.test', feedback: true }
  const reply = await askEndpoint(ADDRESS, 'Why?', { fetch: replying(stream(frame('outcome', outcome) + frame('done', {})), sent), history: [{ query: 'q', answer: 'a'.repeat(9_000) }] })
  const { history } = JSON.parse(String(sent[0]?.init.body))
  assert.deepEqual(history, [{ query: 'q', answer: `${'a'.repeat(7_998)}…` }])
  assert.deepEqual(await readAll(reply), [{ type: 'outcome', ...outcome }, { type: 'done' }])
})

test('askEndpoint() skips an outcome that it does not know, and refuses one of another shape', async () => {
  const outcome = { id: 'a1', outcome: 'later', support: 'weak', cited: [], opened: [] }
  assert.deepEqual(await eventsOf(stream(frame('outcome', outcome) + frame('done', {}))), [{ type: 'done' }])
  await assert.rejects(eventsOf(stream(frame('outcome', { ...outcome, outcome: 'answered', cited: 1 }))), { code: 'endpoint' })
})
