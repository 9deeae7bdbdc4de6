import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Check } from '../../../../src/addons/setup/doctor/check.ts'
import { checkStream, checkTimes } from '../../../../src/addons/setup/doctor/stream.ts'
import { createTestHandler } from '../../../support/http.ts'
import { startFor } from '../../../support/loopback.ts'
import { modelServer } from '../../../support/model-server.ts'
import { type Faults, proxy } from '../../../support/proxy.ts'
import {
  ANSWER, DONE, scriptedAnswering, SEARCH, SOURCES, type Step, token,
} from '../../../support/scripted-answerer.ts'

/** Milliseconds of a clock that only the model's work moves. */
let clock = 0
const now = () => clock
let isHeldBack = false
/** Turns of 20 ms that a piece has to arrive: half a minute, for a busy machine. */
const MAX_TURNS = 1_500

/** Pieces of the reply that came to who asks; what is held back never does. */
let arrived = 0

/** The model thinks for a second, once what it said before has arrived, or has had the time to. */
const think = async () => {
  const before = arrived
  for (let turn = 0; turn < (isHeldBack ? 1 : MAX_TURNS) && arrived === before; turn += 1) await sleep(20)
  arrived = 0
  clock += 1_000
}
const SLOW: readonly Step[] = [SEARCH, think, SOURCES, token('Set '), think, token('`always`'), think, token('.'), DONE]

/** Port of a service that answers so; without steps it has no key. */
async function serve(steps: readonly Step[] | null): Promise<number> {
  const handler = createTestHandler(steps === null ? {} : { answering: scriptedAnswering(() => steps) })
  return (await startFor({ after }, handler)).port
}

const slow = await serve(SLOW)

/** Counts what arrives. */
const countingFetch: typeof fetch = async (input, init) => {
  const reply = await fetch(input, init)
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      arrived += 1
      controller.enqueue(piece)
    },
  })
  return Object.defineProperty(new Response(reply.body?.pipeThrough(count) ?? null, reply), 'url', { value: reply.url })
}

/** Asks through a proxy; the finding as `status message | remedy`. */
async function examine(t: TestContext, port: number, faults: Faults = {}, path = '/api/ask'): Promise<string> {
  clock = 0
  arrived = 0
  isHeldBack = faults.holdsBack === true
  const base = await proxy(t, port, faults)
  return line(await checkStream(base + path, { fetch: countingFetch, now, nonce: 'test' })).replaceAll(base, 'BASE')
}

function line({ name, status, message, remedy = '' }: Check): string {
  assert.equal(name, 'stream')
  assert.ok(status === 'ok' || remedy !== '')
  return `${status} ${message} | ${remedy}`
}

test('an answer that arrives part by part streams', async (t) => {
  assert.match(await examine(t, slow), /^ok The answer streams: \d parts, the first after 0\.00 s, the last after 3\.00 s \| $/)
})

test('a buffered answer is found, with the headers that show it', async (t) => {
  const held = /^fail Nothing arrived for 3\.00 s, then the whole answer at once \(\d parts\): a proxy buffers it \| /
  const headers = { 'x-accel-buffering': undefined }
  assert.match(await examine(t, slow, { holdsBack: true }), held)
  assert.match(await examine(t, slow, { holdsBack: true }), /It is not nginx, which removes `X-Accel-Buffering: no`/)
  assert.match(await examine(t, slow, { holdsBack: true, headers }), /`X-Accel-Buffering: no` is missing: .*proxy_buffering off/)
  assert.doesNotMatch(await examine(t, slow, { holdsBack: true }), /no-transform|compressed/)
  assert.match(await examine(t, slow, { holdsBack: true, headers: { 'cache-control': 'no-cache' } }), /`Cache-Control: no-transform` is missing/)
})

test('an answer that arrives too fast proves nothing', async (t) => {
  assert.match(await examine(t, await serve(ANSWER), { holdsBack: true }), /^ok The answer arrived in 0\.00 s, too fast/)
})

test('a service without a key has no answer to test', async (t) => {
  assert.match(await examine(t, await serve(null)), /^skip The service returns search results instead of an answer \(“Answers need a model key, .*”\): streaming was not tested \| .*LLM_API_KEY/)
  const text = JSON.stringify({ results: [], query: '', model: '', mode: 'keyword' })
  const own = () => ({ status: 200, headers: { 'content-type': 'application/json' }, text })
  assert.match(await examine(t, slow, { own }), /^skip The service returns search results instead of an answer: streaming/)
})

test('a model that fails at the service is a separate finding', async (t) => {
  const broken = await serve([SEARCH, think, { type: 'error', error: 'The model is overloaded.' }])
  assert.match(await examine(t, broken), /^fail The answer ended with an error after 1\.00 s: “The model is overloaded\.” \| .*log of the service/)
})

test('an address with a slash is asked with it', async (t) => {
  const own = (_: string, target: string) => (target.endsWith('/') ? null : { status: 301, headers: { location: `${target}/` } })
  assert.match(await examine(t, slow, { own }, '/api/ask/'), /^ok The answer streams/)
})

test('a reply of another type is not an answer', async (t) => {
  assert.match(await examine(t, slow, { headers: { 'content-type': 'text/plain' } }), /^fail The answer must be text\/event-stream, but has the type text\/plain \| .*Content-Type/)
  assert.match(await examine(t, slow, { headers: { 'content-type': undefined } }), /^fail The answer must be text\/event-stream, but has no content type/)
  const own = () => ({ status: 200, headers: { 'content-type': 'text/html' }, text: '<!doctype html>' })
  assert.match(await examine(t, slow, { own }), /^fail The answer must be text\/event-stream, but has the type text\/html/)
})

test('a question without an answer gives the reason', async (t) => {
  assert.match(await examine(t, slow, { own: () => ({ status: 504 }) }), /^fail BASE\/api\/ask answers 504 \| .*time-out/)
  assert.match(await examine(t, slow, { own: () => ({ status: 301, headers: { location: '/x' } }) }), /^fail BASE\/api\/ask redirects to \/x/)
  const silent = await modelServer(t, ['silent'])
  const reply = await checkStream(`${silent.url}/api/ask`, { fetch, now, nonce: 'test', timeoutMs: 20 })
  assert.match(line(reply), /^fail \S+ gave no answer within 0\.02 s/)
})

test('an answer that is cut off gives advice on time-outs', async (t) => {
  const body = ['event: search\ndata: {"query":"a"}\n\n', 'event: token\ndata: {"te']
  const cut = await modelServer(t, [{ body, ending: 'cut' }])
  const reply = await checkStream(`${cut.url}/api/ask`, { fetch, now, nonce: 'test' })
  assert.match(line(reply), /^fail The answer was cut off after .*\| .*proxy_read_timeout/)
})

test('every question is unique: a cached answer would arrive at once', async (t) => {
  const answering = scriptedAnswering()
  const { url } = await startFor(t, createTestHandler({ answering }))
  for (const nonce of ['1a', '2b']) await checkStream(`${url}/api/ask`, { fetch, now, nonce })
  assert.deepEqual(answering.asked.map((question) => /\((\w+)\)$/.exec(question)?.[1]), ['1a', '2b'])
})

test('checkTimes() distinguishes streams, blocks and buffered answers by their times', () => {
  const cases: readonly [timesMs: readonly number[], finding: RegExp][] = [
    [[40, 60, 900, 1_800, 2_700], /^ok The answer streams/],
    [[2_690, 2_695, 2_700], /^fail Nothing arrived for 2\.69 s/],
    [[2_000, 2_001, 2_700], /^warn The first part arrived after 2\.00 s of 2\.70 s: a proxy sends the answer in large blocks/],
    [[1_000, 1_500, 2_700], /^ok/],
    [[480, 490], /^ok The answer arrived in 0\.49 s/],
    [[], /^ok The answer arrived in 0\.00 s/],
    [[12_000, 12_100], /^fail Nothing arrived for 12 s/],
  ]
  for (const [timesMs, finding] of cases) assert.match(line(checkTimes({ headers: {}, timesMs, error: null })), finding)
})

test('checkTimes() names compression', () => {
  const headers = { 'content-encoding': 'gzip', 'cache-control': 'no-transform' }
  assert.match(line(checkTimes({ headers, timesMs: [3_000, 3_001], error: null })), /the answer is compressed \(gzip\)/)
})
