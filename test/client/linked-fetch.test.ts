import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLinkedFetch } from '../../src/client/linked-fetch.ts'

/** A fetch that waits for its signal. */
const waiting: typeof fetch = (_input, init) =>
  new Promise((_, reject) => {
    const signal = init?.signal
    if (signal?.aborted === true) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

test('createLinkedFetch() ends a request with either signal, for the reason of the one that aborts', async () => {
  const [outer, own] = [new AbortController(), new AbortController()]
  const send = createLinkedFetch(waiting, outer.signal)
  const first = send('https://a.test', { signal: own.signal })
  own.abort(new Error('own'))
  await assert.rejects(first, /own/)
  const second = send('https://a.test')
  outer.abort(new Error('outer'))
  await assert.rejects(second, /outer/)
  await assert.rejects(send('https://a.test'), /outer/)
})

test('createLinkedFetch() passes on the other options', async () => {
  const send = createLinkedFetch(async (input, init) => new Response(`${init?.method} ${String(input)}`), new AbortController().signal)
  assert.equal(await (await send('https://a.test/', { method: 'POST' })).text(), 'POST https://a.test/')
})
