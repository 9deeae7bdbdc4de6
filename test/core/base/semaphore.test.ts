import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createSemaphore, runPool } from '../../../src/core/base/semaphore.ts'

const NEVER = new AbortController().signal
const ONE_SLOT = { slots: 1, maxWaiting: 2, maxWaitMs: 60_000 }

test('createSemaphore() gives as many slots as there are, and frees one once', async () => {
  const acquire = createSemaphore({ slots: 2, maxWaiting: 0, maxWaitMs: 0 })
  const [first, second, third] = [await acquire(NEVER), await acquire(NEVER), await acquire(NEVER)]
  assert.ok(first && second && third === null)
  first()
  first()
  assert.ok(await acquire(NEVER))
  assert.equal(await acquire(NEVER), null)
})

test('createSemaphore() lets later work wait in order, up to the size of the queue', async () => {
  const acquire = createSemaphore(ONE_SLOT)
  const release = await acquire(NEVER)
  const order: string[] = []
  const waiting = ['a', 'b'].map(async (name) => {
    const next = await acquire(NEVER)
    order.push(name)
    return next
  })
  assert.equal(await acquire(NEVER), null)
  release?.()
  const next = await waiting[0]
  assert.deepEqual(order, ['a'])
  next?.()
  ;(await waiting[1])?.()
  assert.deepEqual(order, ['a', 'b'])
  assert.ok(await acquire(NEVER))
})

test('createSemaphore() ends a wait at its limit', async () => {
  const acquire = createSemaphore({ ...ONE_SLOT, maxWaitMs: 5 })
  const release = await acquire(NEVER)
  assert.equal(await acquire(NEVER), null)
  release?.()
  assert.ok(await acquire(NEVER))
})

test('createSemaphore() frees the place in the queue when a signal aborts, and gives none after that', async () => {
  const acquire = createSemaphore({ ...ONE_SLOT, maxWaiting: 1 })
  assert.equal(await acquire(AbortSignal.abort()), null)
  const release = await acquire(NEVER)
  const gone = new AbortController()
  const first = acquire(gone.signal)
  gone.abort()
  assert.equal(await first, null)
  const second = acquire(NEVER)
  release?.()
  assert.ok(await second)
})

test('createSemaphore() sets no limit on the wait for Infinity', async () => {
  const acquire = createSemaphore({ slots: 1, maxWaiting: 1, maxWaitMs: Infinity })
  const release = await acquire(NEVER)
  const second = acquire(NEVER)
  await new Promise((resolve) => setTimeout(resolve, 5))
  release?.()
  assert.ok(await second)
})

test('runPool() calls for all items in order, so many at once', async () => {
  const called: string[] = []
  let running = 0
  await runPool([1, 2, 3, 4, 5], { concurrency: 2, signal: null }, async (item) => {
    running += 1
    called.push(`${item} of ${running}`)
    await setImmediate()
    running -= 1
  })
  assert.deepEqual([called, running], [['1 of 1', '2 of 2', '3 of 2', '4 of 2', '5 of 2'], 0])
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

test('runPool() leaves no listener on its signal', async () => {
  const { signal } = new AbortController()
  await runPool([1, 2, 3], { concurrency: 2, signal }, async () => undefined)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})
