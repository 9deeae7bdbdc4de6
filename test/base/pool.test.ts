import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { runPool } from '../../src/base/pool.ts'

test('runPool() calls for all items in order, so many at once', async () => {
  const called: number[] = []
  let running = 0
  let most = 0
  await runPool([1, 2, 3, 4, 5], { concurrency: 2, signal: null }, async (item) => {
    called.push(item)
    running += 1
    most = Math.max(most, running)
    await setImmediate()
    running -= 1
  })
  assert.deepEqual({ called, most, running }, { called: [1, 2, 3, 4, 5], most: 2, running: 0 })
})

test('runPool() makes no call after a failure, and rejects with it when those that run are over', async () => {
  const over: string[] = []
  const failure = new Error('failed')
  const running = runPool(['fails', 'runs', 'waits'], { concurrency: 2, signal: null }, async (item, signal) => {
    await setImmediate()
    if (item === 'fails') throw failure
    await setImmediate()
    over.push(`${item} ${signal.aborted}`)
  })
  await assert.rejects(running, failure)
  assert.deepEqual(over, ['runs true'])
})

test('runPool() makes no call once its signal has aborted', async () => {
  const controller = new AbortController()
  const called: number[] = []
  await runPool([1, 2, 3], { concurrency: 1, signal: controller.signal }, async (item) => {
    called.push(item)
    if (item === 2) controller.abort()
  })
  assert.deepEqual(called, [1, 2])
})
