import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { createLinkedController, onAbort, pause } from '../../../src/core/base/abort.ts'
import { collectGarbage } from '../../support/garbage.ts'

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

test('createLinkedController() aborts with the first of its signals, for its reason', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const linked = createLinkedController(first.signal, null, second.signal)
  await collectGarbage()
  second.abort('why')
  first.abort('late')
  assert.deepEqual([linked.signal.aborted, linked.signal.reason], [true, 'why'])
  assert.equal(createLinkedController(AbortSignal.abort('before')).signal.reason, 'before')
})

test('createLinkedController() aborts alone, and then listens to no signal', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const linked = createLinkedController(first.signal, second.signal)
  assert.deepEqual([listenersOf(first), listenersOf(second)], [1, 1])
  linked.abort()
  assert.deepEqual([listenersOf(first), listenersOf(second), first.signal.aborted], [0, 0, false])
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
