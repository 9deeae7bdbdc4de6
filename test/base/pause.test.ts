import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pause } from '../../src/base/pause.ts'

test('pause() ends when its time is over or its signal aborts', async () => {
  await pause(1, new AbortController().signal)
  await pause(60_000, AbortSignal.abort())
  const outer = new AbortController()
  const paused = pause(60_000, outer.signal)
  outer.abort()
  await paused
  assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length, 0)
})
