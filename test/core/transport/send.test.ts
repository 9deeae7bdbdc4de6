import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BodyLimit, isRedirect, readPieces, readText, reasonOf, send, startTimeout,
} from '../../../src/core/transport/send.ts'
import { collectGarbage } from '../../support/garbage.ts'
import { rulesOf } from '../../support/rules.ts'

const FAR = { timeoutMs: 60_000, firstByteMs: 60_000, idleMs: 60_000 }

test('send() follows no redirect', async () => {
  let init: RequestInit | undefined
  const timeout = startTimeout(FAR, null)
  await send('https://a.test', { method: 'POST' }, { timeout, fetch: async (_, given) => ((init = given), new Response('')) })
  timeout.clear()
  assert.deepEqual([init?.method, init?.redirect, init?.signal], ['POST', 'manual', timeout.signal])
})

test('send() rejects when the timeout aborts, also where fetch misses it, and closes a late reply', async () => {
  let isCancelled = false
  let reply: (response: Response) => void = () => undefined
  const outer = new AbortController()
  const timeout = startTimeout(FAR, outer.signal)
  const sent = send('https://a.test', {}, { timeout, fetch: () => new Promise((resolve) => (reply = resolve)) })
  outer.abort()
  await assert.rejects(sent, { name: 'AbortError' })
  reply(new Response(new ReadableStream({ cancel: () => void (isCancelled = true) })))
  await new Promise(setImmediate)
  assert.equal(isCancelled, true)
})

test('isRedirect() recognizes statuses and opaque redirects', () => {
  for (const [status, expected] of [[200, false], [300, true], [307, true], [400, false]] as const) {
    assert.equal(isRedirect(new Response(null, { status })), expected)
  }
  const hidden = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  assert.equal(isRedirect(hidden), true)
})

const limit = (maxBytes: number): BodyLimit => ({ maxBytes, tooLong: () => new Error('too long') })

/** A body of these bytes a piece, and whether it was cancelled. */
function bodyOf(...pieces: readonly (readonly number[])[]) {
  const state = { isCancelled: false }
  const rest = pieces.map((piece) => Uint8Array.from(piece))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rest.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    },
    cancel: () => void (state.isCancelled = true),
  }, { highWaterMark: 0 })
  return { body, state }
}

test('readText() joins letters in pieces, replaces invalid UTF-8, and closes a body that is too long', async () => {
  const timeout = startTimeout(FAR, null)
  assert.equal(await readText(bodyOf([0x61, 0xc3], [0xa9], [0xff]).body, timeout, limit(4)), 'aé\ufffd')
  assert.equal(await readText(null, timeout, limit(4)), '')
  const { body, state } = bodyOf([1, 2], [3, 4, 5], [6])
  await assert.rejects(readText(body, timeout, limit(4)), /too long/)
  assert.equal(state.isCancelled, true)
  timeout.clear()
})

test('readPieces() closes the body when it is returned', async () => {
  const timeout = startTimeout(FAR, null)
  const { body, state } = bodyOf([1], [2])
  for await (const _ of readPieces(body, timeout, limit(9))) break
  assert.equal(state.isCancelled, true)
  timeout.clear()
})

test('readPieces() rejects when the timeout aborts, before and within a read', async () => {
  const outer = new AbortController()
  const timeout = startTimeout(FAR, outer.signal)
  const stalled = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
  const reading = readPieces(stalled, timeout, limit(9)).next()
  outer.abort()
  await assert.rejects(reading, { name: 'AbortError' })
  const { body, state } = bodyOf([1])
  await assert.rejects(readPieces(body, timeout, limit(9)).next(), { name: 'AbortError' })
  assert.equal(state.isCancelled, true)
})

const aborted = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('startTimeout() aborts at the limit that is reached first, and names it', async () => {
  for (const [limits, expected] of [
    [{ ...FAR, timeoutMs: 5 }, { limit: 'total', ms: 5 }], [{ ...FAR, firstByteMs: 6 }, { limit: 'idle', ms: 6 }],
  ] as const) {
    const timeout = startTimeout(limits, null)
    await aborted(timeout.signal)
    assert.deepEqual(timeout.reached(), expected)
  }
  assert.equal(timers(), 0)
})

test('startIdle() counts idle time anew, and stopIdle() stops counting', async () => {
  const timeout = startTimeout({ ...FAR, firstByteMs: 20, idleMs: 7 }, null)
  timeout.stopIdle()
  await sleep(40)
  assert.equal(timeout.reached(), null)
  timeout.startIdle()
  await aborted(timeout.signal)
  assert.deepEqual(timeout.reached(), { limit: 'idle', ms: 7 })
})

test('shorten() counts anew each time, whatever comes in between', async () => {
  const timeout = startTimeout(FAR, null)
  timeout.shorten(60_000)
  timeout.shorten(8)
  timeout.startIdle()
  await aborted(timeout.signal)
  assert.deepEqual([timeout.reached(), timers()], [{ limit: 'total', ms: 8 }, 0])
  timeout.shorten(60_000)
  assert.equal(timers(), 0)
})

test('clear() leaves no timer, and nothing starts one again', () => {
  const outer = new AbortController()
  const timeout = startTimeout(FAR, outer.signal)
  timeout.clear()
  timeout.startIdle()
  assert.equal(timers(), 0)
  outer.abort()
  assert.equal(timeout.signal.aborted, false)
})

test('startTimeout() aborts with the outer signal, which is no limit', async () => {
  const outer = new AbortController()
  const timeout = startTimeout(FAR, outer.signal)
  await collectGarbage()
  outer.abort()
  assert.deepEqual([timeout.signal.aborted, timeout.reached(), timers()], [true, null, 0])
  assert.equal(startTimeout(FAR, outer.signal).signal.aborted, true)
  assert.equal(timers(), 0)
})

/** Checks the reason for an error that `fetch` wraps. */
function check(cause: unknown, expected: string, isTransient: boolean) {
  assert.deepEqual(reasonOf(new TypeError('fetch failed', { cause })), { text: expected, isTransient })
}
const coded = (code: unknown) => Object.assign(new Error('x'), { code })

for (const [name, run] of rulesOf('reasonOf()', check, [
  ['gives the reason in words of its own, and whether it is transient',
    [coded('ECONNREFUSED'), 'connection refused', true], [coded('UND_ERR_SOCKET'), 'the connection was cut', true],
    [coded('ENOTFOUND'), 'no such host', false], [coded('EAI_AGAIN'), 'the host name can\'t be looked up', true],
    [coded('Z_DATA_ERROR'), 'its compressed reply is broken', false],
    [coded('CERT_HAS_EXPIRED'), 'its certificate has expired', false],
    [coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'its certificate can\'t be verified', false],
    [new Error('bad port'), 'fetch refuses this port as unsafe; use another', false],
    [new Error(''), 'fetch refuses its reply; does a proxy on the way demand a password (407)?', false],
    [coded('EWHATEVER'), 'EWHATEVER', true],
    [new Error('outer', { cause: coded('ECONNRESET') }), 'the connection was cut', true]],
])) test(name, run)

test('reasonOf() repeats no message', () => {
  const codes = ['secret canary', 'canary', '__proto__', `A${'B'.repeat(60)}`, 7, null]
  const circle = new Error('circle')
  circle.cause = circle
  for (const cause of [new Error('"Bearer canary" is an invalid value'), ...codes.map(coded), circle, 'canary']) {
    check(cause, 'the request failed', true)
  }
})
