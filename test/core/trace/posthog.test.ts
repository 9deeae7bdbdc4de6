import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createRedactor } from '../../../src/core/base/redact.ts'
import type { TraceEvent } from '../../../src/core/trace/event.ts'
import { createTracer, type TraceContext, type Tracer } from '../../../src/core/trace/posthog.ts'
import { type ModelServer, modelServer, type Scripted } from '../../support/model-server.ts'
import { report } from '../../support/report.ts'
import { scriptedFetch } from '../../support/scripted-fetch.ts'

const KEY = 'phc_canary0123456789'
const OK: Scripted = { headers: { 'content-type': 'application/json' }, body: ['{"status":"Ok"}'] }
/** Times that nothing here reaches, save where a test waits for it. */
const LIMITS = { timeoutMs: 60_000, retryMs: 1, flushMs: 60_000 }

interface Bench {
  readonly tracer: Tracer
  readonly lines: readonly string[]
}

/** A tracer that sends to `host`; its clock stands still, its UUIDs count up. */
function trace(host: string, given: Partial<TraceContext> = {}): Bench {
  const lines: string[] = []
  let uuids = 0
  const tracer = createTracer({ key: KEY, host, content: 'full' }, {
    fetch, now: () => 1_000, newUuid: () => `00000000-0000-4000-8000-${(uuids += 1).toString(16).padStart(12, '0')}`,
    log: (line) => lines.push(line), redact: createRedactor([KEY]), version: '1.2.3', tools: ['search'],
    limits: LIMITS, ...given,
  })
  return { tracer, lines }
}

/** Events that the collector received, in order. */
function eventsOf(server: ModelServer): TraceEvent[] {
  return server.bodies().flatMap(({ batch }) => (Array.isArray(batch) ? batch : []))
}

/** Records one answer at a collector with scripted replies: the number of requests, and the log. */
async function check(t: TestContext, replies: readonly Scripted[], asked: number, said: readonly RegExp[]) {
  const server = await modelServer(t, replies)
  const { tracer, lines } = trace(server.url)
  await tracer.record(report())
  await tracer.flush()
  assert.equal(server.requests.length, asked)
  assert.equal(new Set(eventsOf(server).map(({ uuid }) => uuid)).size, 1, 'sent again, it is the same event')
  assert.equal(lines.length, said.length, lines.join('\n'))
  for (const [i, line] of said.entries()) assert.match(lines[i]!, line)
  assert.doesNotMatch(lines.join('\n'), /canary/)
}

test('record() sends one event in the collector\'s format', async (t) => {
  const server = await modelServer(t, [OK])
  await trace(server.url).tracer.record(report())
  const [{ method, path, headers } = assert.fail()] = server.requests
  assert.deepEqual([method, path, headers['content-type'], headers.authorization], ['POST', '/batch/', 'application/json', undefined])
  const [{ api_key, sent_at } = assert.fail()] = server.bodies()
  assert.deepEqual([api_key, sent_at], [KEY, '1970-01-01T00:00:01.000Z'])
  const [event = assert.fail()] = eventsOf(server)
  assert.deepEqual([event.event, event.uuid], ['$ai_generation', '00000000-0000-4000-8000-000000000001'])
  assert.doesNotMatch(JSON.stringify(event), /canary/)
})

test('record() retries transient failures once, with the same event, no others, and follows no redirect', async (t) => {
  await check(t, [{ status: 503 }, OK], 2, [])
  await check(t, ['reset', OK], 2, [])
  await check(t, [{ status: 500 }, { status: 500 }], 2, [/^A trace could not be delivered to http:\/\/127\.0\.0\.1:\d+: it answers 500$/])
  await check(t, ['close', 'close'], 2, [/: the connection was cut$/])
  await check(t, [{ status: 401, body: [KEY] }], 1, [/: it answers 401$/])
  await check(t, [{ status: 400 }], 1, [/: it answers 400$/])
  await check(t, [{ status: 307, headers: { location: 'http://127.0.0.1:1/' } }], 1, [/: it redirects: give the final address$/])
})

test('record() tries once more after a silence', async () => {
  for (const [silences, said] of [[1, /^$/], [2, /^A trace [^\n]*: it gave no answer within 0\.02 s$/]] as const) {
    const { fetch, requests } = scriptedFetch({
      'POST http://collector.test/batch/': () => (requests.length > silences ? { json: { status: 'Ok' } } : 'never'),
    })
    const { tracer, lines } = trace('http://collector.test', { fetch, limits: { ...LIMITS, timeoutMs: 20 } })
    await tracer.record(report())
    assert.equal(requests.length, 2)
    assert.match(lines.join('\n'), said)
  }
})

test('record() reads no body of a reply', async (t) => {
  let pieces = 0
  function* flood() {
    for (; pieces < 160; pieces += 1) yield 'x'.repeat(65_536)
  }
  const server = await modelServer(t, [{ body: flood() }, { body: ['{'], ending: 'stall' }])
  const { tracer, lines } = trace(server.url)
  await tracer.record(report())
  await tracer.record(report())
  await Promise.all(server.requests.map(({ left }) => left))
  assert.ok(pieces < 160, 'the connection is closed before 10 MB came')
  assert.deepEqual([server.underWay(), lines], [0, []])
})

test('a tracer logs losses once a minute, also after its clock was set back', async () => {
  let now = 0
  const { tracer, lines } = trace('http://collector.test', { now: () => now, fetch: async () => Response.json({}, { status: 400 }) })
  for (now of [0, 1, 59_999, 60_000, 60_001, 0]) await tracer.record(report())
  assert.deepEqual(lines.map((line) => line.slice(0, 12)), ['A trace coul', '3 traces cou', '2 traces cou'])
})

test('a tracer holds a bounded number of traces, and drops further ones', async (t) => {
  const asked: string[] = []
  const warn = t.mock.method(process, 'emitWarning', () => undefined)
  const replies: (() => void)[] = []
  const slow: typeof globalThis.fetch = (_, init) => {
    asked.push(JSON.parse(String(init?.body)).batch[0].uuid)
    return new Promise((resolve) => replies.push(() => resolve(new Response())))
  }
  const { tracer, lines } = trace('http://collector.test', { fetch: slow })
  const all = Promise.all(Array.from({ length: 120 }, () => tracer.record(report())))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(asked.length, 8, 'so many are under way')
  for (let i = 0; i < 108; i += 1) {
    replies.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await all
  assert.equal(asked.length, 108)
  assert.equal(parseInt(asked.at(-1)?.slice(-2) ?? '', 16), 108, 'the last twelve were dropped')
  assert.match(lines.join('\n'), /^A trace could not be delivered [^\n]*: it is too slow$/)
  assert.equal(warn.mock.callCount(), 0, 'no warning of too many listeners')
})

test('flush() waits for open deliveries, and drops those that take too long', async (t) => {
  const server = await modelServer(t, [{ body: [20, '{}'] }, ...Array.from({ length: 20 }, () => 'silent' as const)])
  const waiting = trace(server.url)
  let delivered = 0
  void waiting.tracer.record(report()).then(() => (delivered += 1))
  await waiting.tracer.flush()
  assert.deepEqual([delivered, waiting.lines], [1, []])
  const { tracer, lines } = trace(server.url, { limits: { ...LIMITS, retryMs: 60_000, flushMs: 100 } })
  const given = Array.from({ length: 10 }, () => tracer.record(report()))
  await tracer.flush()
  await Promise.all(given)
  assert.match(lines.join('\n'), /^A trace could not be delivered to [^\n]*: there was no more time$/)
})

test('flush() cuts the pause before a second attempt short', async () => {
  const { tracer, lines } = trace('http://collector.test', { fetch: async () => new Response(null, { status: 503 }), limits: { ...LIMITS, retryMs: 60_000, flushMs: 100 } })
  const recorded = tracer.record(report())
  await tracer.flush()
  await recorded
  assert.match(lines.join('\n'), /: it answers 503$/)
})

test('a tracer without settings does nothing', async () => {
  const never = (): never => assert.fail()
  const tracer = createTracer(null, { fetch: never, now: never, newUuid: never, log: never, redact: never, version: '', tools: [] })
  await tracer.record(report())
  await tracer.flush()
})

test('a tracer throws nothing, whatever fails around it', async () => {
  const broken = (): never => {
    throw new Error('broken')
  }
  for (const given of [{ newUuid: broken }, { redact: broken }, { fetch: broken }, { fetch: async () => broken(), log: broken }]) {
    const { tracer } = trace('http://collector.test', given)
    await tracer.record(report())
    await tracer.flush()
  }
  const { tracer, lines } = trace('http://collector.test', { newUuid: broken })
  await tracer.record(report({ totalMs: NaN }))
  assert.match(lines.join('\n'), /it could not be made/)
})

test('verdict() sends one event of feedback', async (t) => {
  const server = await modelServer(t, [OK])
  await trace(server.url).tracer.verdict?.({ type: 'verdict', answer: 'a1', verdict: 'up' })
  assert.deepEqual(eventsOf(server).map(({ event, properties }) => [event, properties['$ai_trace_id']]), [['$ai_feedback', 'a1']])
})
