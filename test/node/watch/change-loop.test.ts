import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChangeLoop } from '../../../src/node/watch/change-loop.ts'

const LIMITS = { quietMs: 5, maxDelayMs: 20, pollMs: 5, pollRatio: 1 }

/** A look that ends when the test says so. */
function scriptedLook() {
  const looks: (() => void)[] = []
  let begin = () => {}
  let begun = new Promise<void>((resolve) => (begin = resolve))
  const look = (mustPoll = false) => new Promise<boolean>((resolve) => {
    looks.push(() => resolve(mustPoll))
    begin()
    begun = new Promise((next) => (begin = next))
  })
  return { look, looks, next: () => begun }
}

test('createChangeLoop() looks once after many events', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, LIMITS)
  const begun = next()
  for (let i = 0; i < 1_000; i += 1) wake()
  await begun
  assert.equal(looks.length, 1)
  looks[0]?.()
  await stop()
  assert.equal(looks.length, 1)
})

test('createChangeLoop() looks again after events during a look, and never at two things at once', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, LIMITS)
  const first = next()
  wake()
  await first
  const second = next()
  wake()
  wake()
  // Far longer than an event waits.
  await new Promise((resolve) => setTimeout(resolve, 10 * LIMITS.maxDelayMs))
  assert.equal(looks.length, 1)
  looks[0]?.()
  await second
  looks[1]?.()
  await stop()
  assert.equal(looks.length, 2)
})

test('createChangeLoop() looks while events never end', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, { ...LIMITS, quietMs: 1_000_000 })
  const begun = next()
  const events = setInterval(wake, 1)
  await begun
  clearInterval(events)
  looks[0]?.()
  await stop()
})

test('createChangeLoop() looks at intervals where no events can be expected', async () => {
  const { look, looks, next } = scriptedLook()
  const { wake, stop } = createChangeLoop(() => look(true), LIMITS)
  let begun = next()
  wake()
  for (let round = 0; round < 3; round += 1) {
    await begun
    begun = next()
    looks[round]?.()
  }
  await begun
  const stopped = stop()
  looks[3]?.()
  await stopped
  assert.equal(looks.length, 4)
})

test('createChangeLoop() does nothing after its end', async () => {
  const { look, looks } = scriptedLook()
  const { wake, stop } = createChangeLoop(look, LIMITS)
  wake()
  await stop()
  wake()
  await new Promise((resolve) => setTimeout(resolve, 10 * LIMITS.maxDelayMs))
  assert.equal(looks.length, 0)
})
