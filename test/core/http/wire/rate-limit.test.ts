import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimit } from '../../../../src/core/http/wire/rate-limit.ts'

/** A limit with a clock that is set by hand. */
function limited(perMinute: number) {
  let atMs = 0
  const take = createRateLimit({ requests: perMinute, perMs: 60_000 }, () => atMs)
  return { take, passTime: (ms: number) => (atMs += ms) }
}

test('createRateLimit() lets a burst of a minute pass, then says how long to wait', () => {
  const { take } = limited(3)
  assert.deepEqual([1, 2, 3, 4].map(() => take('a')), [0, 0, 0, 20])
})

test('createRateLimit() admits in an hour the refill of an hour and one burst', () => {
  const { take, passTime } = limited(10)
  let passed = 0
  for (let second = 0; second < 3_600; second++) {
    for (let at = 0; at < 5; at++) if (take('a') === 0) passed++
    passTime(1_000)
  }
  assert.ok(passed >= 605 && passed <= 610, String(passed))
})

test('createRateLimit() counts each client on its own', () => {
  const { take } = limited(1)
  assert.deepEqual([take('a'), take('b'), take('a'), take('__proto__'), take('__proto__')], [0, 0, 60, 0, 60])
})

test('createRateLimit() copes with a clock that is set back', () => {
  const { take, passTime } = limited(1)
  take('a')
  passTime(-10_000_000)
  assert.equal(take('a'), 60)
  passTime(60_000)
  assert.equal(take('a'), 0)
})

test('createRateLimit() remembers a client until its bucket is full again', () => {
  const { take, passTime } = limited(2)
  passTime(59_999)
  take('a')
  take('a')
  passTime(29_000)
  take('turns the generations')
  assert.equal(take('a'), 1)
  passTime(1_000)
  assert.equal(take('a'), 0)
})

test('createRateLimit() drops the clients seen longest ago when there are too many', () => {
  const { take } = limited(1)
  take('a')
  take('b')
  for (let at = 0; at < 30_000; at++) take(`client ${at}`)
  assert.equal(take('a'), 60, 'not yet forgotten')
  for (let at = 30_000; at < 60_000; at++) take(`client ${at}`)
  assert.equal(take('a'), 60, 'seen in between')
  assert.equal(take('b'), 0, 'forgotten')
})

test('createRateLimit() takes a period of any length', () => {
  let atMs = 1_700_000_000_000
  const take = createRateLimit({ requests: 2, perMs: 86_400_000 }, () => atMs)
  assert.deepEqual([take('a'), take('a'), take('a')], [0, 0, 43_200])
  atMs += 43_200_000
  assert.deepEqual([take('a'), take('a')], [0, 43_200])
})
