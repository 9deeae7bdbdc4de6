import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirect, send } from '../../src/transport/send.ts'
import { startTimeout } from '../../src/transport/timeout.ts'

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
