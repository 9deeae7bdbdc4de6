import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTimedReader, onAbort, pause } from '../../../src/core/base/abort.ts'
import { gate } from '../../support/scripted-answerer.ts'

const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length

test('onAbort() calls its listener once, when the signal aborts or at once', () => {
  const controller = new AbortController()
  let calls = 0
  const count = () => (calls += 1)
  onAbort(controller.signal, count)
  assert.equal(calls, 0)
  controller.abort()
  controller.abort()
  assert.equal(calls, 1)
  onAbort(controller.signal, count)
  assert.equal(calls, 2)
})

test('onAbort() gives the function that removes the listener', () => {
  const controller = new AbortController()
  const stop = onAbort(controller.signal, () => assert.fail('called'))
  stop()
  stop()
  assert.equal(listenersOf(controller), 0)
  controller.abort()
  onAbort(null, () => assert.fail('called'))()
})

test('pause() ends when its time is over or its signal aborts', async () => {
  await pause(1, new AbortController().signal)
  await pause(60_000, AbortSignal.abort())
  const outer = new AbortController()
  const paused = pause(60_000, outer.signal)
  outer.abort()
  await paused
  assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length, 0)
})

const NEVER = new AbortController().signal
const END = { type: 'end' }
const item = (value: unknown) => ({ type: 'item', item: value })

test('createTimedReader() gives items in order, then the end each time', async () => {
  async function* source() {
    yield* [1, 2]
  }
  const reader = createTimedReader(source(), NEVER)
  const reads = [await reader.next(Infinity), await reader.next(1_000), await reader.next(Infinity), await reader.next(0)]
  assert.deepEqual(reads, [item(1), item(2), END, END])
})

test('createTimedReader() keeps a late item for the next call', async () => {
  const { wait, open } = gate()
  let asked = 0
  const next = async () => {
    asked += 1
    await wait()
    return { done: false as const, value: 'late' }
  }
  const reader = createTimedReader({ [Symbol.asyncIterator]: () => ({ next }) }, NEVER)
  assert.deepEqual([await reader.next(1), await reader.next(1)], [{ type: 'late' }, { type: 'late' }])
  open()
  assert.deepEqual(await reader.next(Infinity), item('late'))
  assert.equal(asked, 1)
  reader.end()
})

test('createTimedReader() ends a wait when the signal aborts, and returns the source', async () => {
  const gone = new AbortController()
  let isReturned = false
  const stuck = { next: () => new Promise<never>(() => undefined), return: async () => ((isReturned = true), { done: true as const, value: null }) }
  const reader = createTimedReader({ [Symbol.asyncIterator]: () => stuck }, gone.signal)
  const read = reader.next(Infinity)
  gone.abort()
  assert.deepEqual([await read, isReturned, await reader.next(Infinity)], [END, true, END])
})

test('createTimedReader() requests nothing when the signal aborted earlier', async () => {
  const source = { [Symbol.asyncIterator]: () => ({ next: () => assert.fail('asked') }) }
  assert.deepEqual(await createTimedReader(source, AbortSignal.abort()).next(Infinity), END)
})

test('createTimedReader() rejects with the failure of its source, unless the signal aborted', async () => {
  const gone = new AbortController()
  async function* failing() {
    await sleep(5)
    throw new Error('broken')
  }
  await assert.rejects(createTimedReader(failing(), NEVER).next(Infinity), { message: 'broken' })
  const read = createTimedReader(failing(), gone.signal).next(Infinity)
  gone.abort()
  assert.deepEqual(await read, END)
  await sleep(10)
})
