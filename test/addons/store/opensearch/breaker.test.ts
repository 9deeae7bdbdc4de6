import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBreaker } from '../../../../src/addons/store/opensearch/request.ts'

test('only failures in a row open the circuit, and each that follows keeps it open', () => {
  const clock = { now: 0 }
  const breaker = createBreaker(() => clock.now)
  const fail = (times: number) => {
    for (let i = 0; i < times; i += 1) breaker.failed()
  }
  fail(4)
  breaker.succeeded()
  fail(4)
  assert.equal(breaker.mayTry(), true)
  fail(1)
  clock.now = 1_999
  assert.equal(breaker.mayTry(), false)
  clock.now = 2_000
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, false])
  clock.now = 3_000
  breaker.failed()
  clock.now = 4_999
  assert.equal(breaker.mayTry(), false)
  clock.now = 5_000
  assert.equal(breaker.mayTry(), true)
  breaker.succeeded()
  assert.deepEqual([breaker.mayTry(), breaker.mayTry()], [true, true])
})
