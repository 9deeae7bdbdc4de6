import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedOrigin } from '../../../../src/core/http/wire/origin.ts'
import { neutral, SETTINGS } from '../../../support/http.ts'

interface Case {
  readonly origin: string
  readonly host?: string
  readonly client?: string
  readonly trustedProxies?: number
}

function check({ origin, host, client = '203.0.113.7', trustedProxies = 0 }: Case, expected: boolean) {
  const request = { ...neutral({ target: '/', headers: { origin, ...(host !== undefined && { host }) } }), client }
  assert.equal(isAllowedOrigin(request, { ...SETTINGS, trustedProxies, corsOrigins: ['https://app.test'] }), expected, `${origin} at ${host}`)
}

test('isAllowedOrigin() is true for programs, which send no origin', () => {
  assert.equal(isAllowedOrigin(neutral({ target: '/' }), SETTINGS), true)
})

test('isAllowedOrigin() is true for listed origins and that of the service', () => {
  check({ origin: 'https://app.test', host: 'docs.test' }, true)
  check({ origin: 'https://docs.test', host: 'docs.test' }, true)
  check({ origin: 'https://docs.test', host: 'DOCS.test:443' }, true)
  check({ origin: 'http://docs.test:8080', host: 'docs.test:8080' }, true)
})

test('isAllowedOrigin() is false for other origins and for text that is no origin', () => {
  check({ origin: 'https://evil.test', host: 'docs.test' }, false)
  check({ origin: 'https://docs.test:8080', host: 'docs.test' }, false)
  check({ origin: 'https://docs.test.evil.test', host: 'docs.test' }, false)
  check({ origin: 'http://localhost:3000', host: 'docs.test' }, false)
  for (const origin of ['null', '', 'file://', 'vscode-file://app', 'docs.test']) check({ origin, host: 'docs.test' }, false)
  check({ origin: 'https://docs.test' }, false)
  check({ origin: 'https://docs.test', host: 'a b' }, false)
})

test('isAllowedOrigin() trusts only loopback names on a loopback connection', () => {
  for (const client of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    check({ origin: 'http://evil.test', host: 'evil.test', client }, false)
    check({ origin: 'http://evil.test', host: 'localhost:8787', client }, false)
    check({ origin: 'http://localhost:8787', host: 'evil.test', client }, false)
    check({ origin: 'http://localhost.evil.test', host: 'localhost.evil.test', client }, false)
    check({ origin: 'http://localhost:6274', host: '127.0.0.1:8787', client }, true)
    check({ origin: 'http://[::1]:8787', host: '[::1]:8787', client }, true)
    check({ origin: 'https://app.test', host: 'localhost', client }, true)
  }
})

test('isAllowedOrigin() takes a listed host on loopback for the service, and its origin for the service\'s own', () => {
  const listed = (origin: string, host: string) => {
    const request = neutral({ target: '/', headers: { origin, host } })
    return isAllowedOrigin(request, { ...SETTINGS, allowedHosts: ['docs.test'] })
  }
  assert.equal(listed('https://docs.test', 'docs.test'), true)
  assert.equal(listed('https://evil.test', 'docs.test'), false)
  assert.equal(listed('https://evil.test', 'evil.test'), false)
})

test('isAllowedOrigin() does not count a trusted proxy on this machine as a local program', () => {
  check({ origin: 'https://docs.test', host: 'docs.test', client: '127.0.0.1', trustedProxies: 1 }, true)
  check({ origin: 'https://evil.test', host: 'docs.test', client: '127.0.0.1', trustedProxies: 1 }, false)
})
