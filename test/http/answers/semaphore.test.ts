import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlaces } from '../../../src/http/answers/semaphore.ts'

const NEVER = new AbortController().signal
const PATIENT = { most: 1, maxWaiting: 2, maxWaitMs: 60_000 }

test('createPlaces() gives as many places as there are', async () => {
  const take = createPlaces({ most: 2, maxWaiting: 0, maxWaitMs: 0 })
  const [first, second, third] = [await take(NEVER), await take(NEVER), await take(NEVER)]
  assert.ok(first && second && third === null)
  first()
  assert.ok(await take(NEVER))
  assert.equal(await take(NEVER), null)
})

test('createPlaces() gives a place back once, however often it is released', async () => {
  const take = createPlaces({ most: 1, maxWaiting: 0, maxWaitMs: 0 })
  const release = await take(NEVER)
  release?.()
  release?.()
  assert.ok(await take(NEVER))
  assert.equal(await take(NEVER), null)
})

test('createPlaces() has those who come later wait in order, and no more than may wait', async () => {
  const take = createPlaces(PATIENT)
  const release = await take(NEVER)
  const order: string[] = []
  const waiting = ['a', 'b'].map((name) => take(NEVER).then((next) => (order.push(name), next)))
  assert.equal(await take(NEVER), null)
  release?.()
  const next = await waiting[0]
  assert.deepEqual(order, ['a'])
  next?.()
  ;(await waiting[1])?.()
  assert.deepEqual(order, ['a', 'b'])
  assert.ok(await take(NEVER))
})

test('createPlaces() lets nobody wait for longer than told', async () => {
  const take = createPlaces({ ...PATIENT, maxWaitMs: 5 })
  const release = await take(NEVER)
  assert.equal(await take(NEVER), null)
  release?.()
  assert.ok(await take(NEVER))
})

test('createPlaces() frees the place in the queue of one who leaves', async () => {
  const take = createPlaces({ ...PATIENT, maxWaiting: 1 })
  const release = await take(NEVER)
  const gone = new AbortController()
  const first = take(gone.signal)
  gone.abort()
  assert.equal(await first, null)
  const second = take(NEVER)
  release?.()
  assert.ok(await second)
})

test('createPlaces() gives none to one who has left', async () => {
  assert.equal(await createPlaces(PATIENT)(AbortSignal.abort()), null)
})
