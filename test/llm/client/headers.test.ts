import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestHeaders, requestSecrets } from '../../../src/llm/client/headers.ts'
import type { Protocol } from '../../../src/llm/model.ts'
import { type ModelOptions, resolveModel } from '../../../src/llm/settings.ts'
import { createRedactor } from '../../../src/base/redact.ts'

const settings = (options: ModelOptions) => resolveModel({ apiKey: 'canary-key', name: 'm', ...options })!

/** Checks the headers beside those of the content. */
function check(options: ModelOptions, protocol: Protocol, expected: Record<string, string>) {
  const { accept, 'content-type': type, ...rest } = requestHeaders(settings(options), protocol)
  assert.deepEqual([accept, type], ['text/event-stream', 'application/json'])
  assert.deepEqual(rest, expected)
}

test('requestHeaders() carries the key as each protocol and host requires', () => {
  check({}, 'chat', { authorization: 'Bearer canary-key' })
  check({}, 'responses', { authorization: 'Bearer canary-key' })
  check({}, 'anthropic', { 'x-api-key': 'canary-key', 'anthropic-version': '2026-10-21' })
  check({ baseUrl: 'https://x.openai.azure.com/openai/v1' }, 'responses', { authorization: 'Bearer canary-key', 'api-key': 'canary-key' })
  check({ apiKey: 'none', baseUrl: 'http://localhost/v1' }, 'chat', {})
})

test('requestHeaders() lets extra headers replace its own', () => {
  check({ headers: { Authorization: 'Basic abc', 'X-Title': 'Docs' } }, 'chat', { authorization: 'Basic abc', 'x-title': 'Docs' })
  check({ headers: { 'anthropic-version': '2023-06-01' } }, 'anthropic', { 'x-api-key': 'canary-key', 'anthropic-version': '2023-06-01' })
})

test('requestSecrets() are keys, values of headers and of the address', () => {
  const secrets = requestSecrets(settings({
    baseUrl: 'https://gw.example/v1?code=canary-query&v=2',
    headers: { 'x-gateway': 'Token canary-header', 'x-title': 'Docs' },
  }))
  const redact = createRedactor(secrets)
  assert.equal(redact('canary-key is not Token canary-header, canary-header or canary-query; Docs, 2'), '[redacted] is not [redacted], [redacted] or [redacted]; Docs, 2')
})
