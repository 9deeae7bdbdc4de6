import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonOf } from '../../../src/core/transport/reason.ts'

/** Checks the reason for an error that `fetch` wraps. */
function check(cause: unknown, expected: string, isTransient: boolean) {
  assert.deepEqual(reasonOf(new TypeError('fetch failed', { cause })), { text: expected, isTransient })
}
const coded = (code: unknown, options?: ErrorOptions) => Object.assign(new Error('x', options), { code })

test('reasonOf() gives the reason in words of its own, and whether it is transient', () => {
  check(coded('ECONNREFUSED'), 'connection refused', true)
  check(coded('UND_ERR_SOCKET'), 'the connection was cut', true)
  check(coded('ENOTFOUND'), 'no such host', false)
  check(coded('EAI_AGAIN'), 'the host name can\'t be looked up', true)
  check(coded('Z_DATA_ERROR'), 'its compressed reply is broken', false)
  check(coded('CERT_HAS_EXPIRED'), 'its certificate has expired', false)
  check(new Error('bad port'), 'fetch refuses this port as unsafe; use another', false)
  check(coded('EWHATEVER'), 'EWHATEVER', true)
  check(new Error('outer', { cause: coded('ECONNRESET') }), 'the connection was cut', true)
})

test('reasonOf() repeats no message', () => {
  check(new Error('"Bearer canary" is an invalid header value'), 'the request failed', true)
  for (const code of ['secret canary', 'canary', '__proto__', `A${'B'.repeat(60)}`, 7, null]) check(coded(code), 'the request failed', true)
  const circle = new Error('circle')
  circle.cause = circle
  check(circle, 'the request failed', true)
  check('canary', 'the request failed', true)
})
