import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTimeout, type TimeoutLimits } from '../../../src/core/transport/timeout.ts'
import { collectGarbage } from '../../support/garbage.ts'

const FAR: TimeoutLimits = { timeoutMs: 60_000, firstByteMs: 60_000, idleMs: 60_000 }
const aborted = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('startTimeout() aborts at the limit that is reached first, and names it', async () => {
  const rows = [
    [{ ...FAR, timeoutMs: 5 }, { limit: 'total', ms: 5 }],
    [{ ...FAR, firstByteMs: 6 }, { limit: 'idle', ms: 6 }],
  ] as const
  for (const [limits, expected] of rows) {
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
