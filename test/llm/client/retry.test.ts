import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RetryPolicy, retryPolicyOf, retryDelay } from '../../../src/llm/client/retry.ts'

const NOW = Date.UTC(2026, 10, 20)

test('retryPolicyOf() allows retries for transient failures, and never for a spent quota', () => {
  const check = (status: number, expected: RetryPolicy, advice: string | null = null, code: 'model' | 'model-quota' = 'model') =>
    assert.equal(retryPolicyOf(status, code, new Headers(advice === null ? {} : { 'x-should-retry': advice })), expected, `${status} ${advice} ${code}`)
  for (const status of [408, 409, 429, 500, 502, 503, 504, 529]) check(status, 'often')
  for (const status of [400, 401, 402, 403, 404, 405, 413, 422]) check(status, 'never')
  check(500, 'never', 'false')
  check(400, 'often', 'true')
  check(400, 'never', 'perhaps')
  check(429, 'never', null, 'model-quota')
  check(429, 'never', 'true', 'model-quota')
})

/** Checks the delay before a retry, in ms. */
function checkDelay(headers: Record<string, string> | null, expected: number, { retries = 0, random = 0 } = {}) {
  const delay = retryDelay(headers === null ? null : new Headers(headers), { retries, retryMs: 500, now: NOW, random })
  assert.equal(delay, expected, JSON.stringify(headers))
}

test('retryDelay() gives the delay that the server asks for, up to a minute', () => {
  checkDelay({ 'retry-after-ms': '120.5' }, 120.5)
  checkDelay({ 'retry-after-ms': '70', 'retry-after': '3' }, 70)
  checkDelay({ 'retry-after-ms': 'soon', 'retry-after': '3' }, 3_000)
  checkDelay({ 'retry-after': '0.5' }, 500)
  checkDelay({ 'retry-after': '60' }, 60_000)
  checkDelay({ 'retry-after': new Date(NOW + 7_000).toUTCString() }, 7_000)
})

test('retryDelay() grows with each retry where the server asks for no usable delay', () => {
  for (const after of ['61', '0', '-1', 'soon', '', new Date(NOW - 7_000).toUTCString(), new Date(NOW + 61_000).toUTCString()]) {
    checkDelay({ 'retry-after': after }, 500)
  }
  checkDelay(null, 500)
  checkDelay({}, 1_000, { retries: 1 })
  checkDelay({}, 8_000, { retries: 9 })
  checkDelay({}, 750, { retries: 1, random: 0.999999999999999999 })
})
