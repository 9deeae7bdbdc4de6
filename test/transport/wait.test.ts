import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectGarbage } from '../support/garbage.ts'
import { startWait, type WaitLimits } from '../../src/transport/wait.ts'

const FAR: WaitLimits = { timeoutMs: 60_000, firstByteMs: 60_000, silenceMs: 60_000 }
const aborted = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('startWait() ends at the limit that is reached first, and says which', async () => {
  const rows = [
    [{ ...FAR, timeoutMs: 5 }, { limit: 'timeout', ms: 5 }],
    [{ ...FAR, firstByteMs: 6 }, { limit: 'silence', ms: 6 }],
  ] as const
  for (const [limits, expected] of rows) {
    const wait = startWait(limits, null)
    await aborted(wait.signal)
    assert.deepEqual(wait.expired(), expected)
  }
  assert.equal(timers(), 0)
})

test('touch() counts silence anew, and hold() not at all', async () => {
  const wait = startWait({ ...FAR, firstByteMs: 20, silenceMs: 7 }, null)
  wait.hold()
  await sleep(40)
  assert.equal(wait.expired(), null)
  wait.touch()
  await aborted(wait.signal)
  assert.deepEqual(wait.expired(), { limit: 'silence', ms: 7 })
})

test('hurry() counts once, whatever comes meanwhile', async () => {
  const wait = startWait(FAR, null)
  wait.hurry(8)
  wait.hurry(60_000)
  wait.touch()
  await aborted(wait.signal)
  assert.deepEqual([wait.expired(), timers()], [{ limit: 'timeout', ms: 8 }, 0])
  wait.hurry(60_000)
  assert.equal(timers(), 0)
})

test('end() leaves no timer, and nothing starts one again', () => {
  const outer = new AbortController()
  const wait = startWait(FAR, outer.signal)
  wait.end()
  wait.touch()
  assert.equal(timers(), 0)
  outer.abort()
  assert.equal(wait.signal.aborted, false)
})

test('startWait() ends with the outer signal, which is no limit', async () => {
  const outer = new AbortController()
  const wait = startWait(FAR, outer.signal)
  await collectGarbage()
  outer.abort()
  assert.deepEqual([wait.signal.aborted, wait.expired(), timers()], [true, null, 0])
  assert.equal(startWait(FAR, outer.signal).signal.aborted, true)
  assert.equal(timers(), 0)
})
