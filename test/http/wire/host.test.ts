import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedHost, withHostCheck } from '../../../src/http/wire/host.ts'
import { neutral } from '../../support/http.ts'

interface Case {
  readonly host?: string
  /** Default: a listener that other machines reach. */
  readonly loopbackHost?: string | null
  readonly allowed?: readonly string[]
}

function check({ host, loopbackHost = null, allowed = [] }: Case, expected: boolean) {
  const request = { ...neutral({ target: '/', headers: host === undefined ? {} : { host } }), loopbackHost }
  assert.equal(isAllowedHost(request, allowed), expected, `${host} at ${loopbackHost}`)
}

test('isAllowedHost() is true for any host where other machines reach the service and no list says otherwise', () => {
  check({ host: 'docs.example.com' }, true)
  check({ host: 'a b' }, true)
})

test('isAllowedHost() admits loopback names, listed ones and its own to a loopback listener', () => {
  for (const loopbackHost of ['127.0.0.1', '[::1]', 'localhost', 'box.internal']) {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8787', '[::1]:8787', 'docs.localhost', loopbackHost]) {
      check({ host, loopbackHost }, true)
    }
    for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '0.0.0.0', '192.168.0.1', 'a b', '']) {
      check({ host, loopbackHost }, false)
    }
    check({ host: 'Docs.Example.com:443', loopbackHost, allowed: ['docs.example.com'] }, true)
    check({ host: 'sub.docs.example.com', loopbackHost, allowed: ['docs.example.com'] }, false)
  }
  check({ host: 'box.internal:8787', loopbackHost: '127.0.0.1' }, false)
})

test('isAllowedHost() holds a list on any listener', () => {
  const allowed = ['docs.example.com']
  check({ host: 'docs.example.com', allowed }, true)
  check({ host: 'localhost', allowed }, true)
  check({ host: 'evil.test', allowed }, false)
})

test('isAllowedHost() is true without a host, which no browser leaves out', () => {
  check({ loopbackHost: '127.0.0.1' }, true)
  check({ allowed: ['docs.example.com'] }, true)
})

test('withHostCheck() refuses with 421, and says how to allow the host', async () => {
  const handle = withHostCheck(async () => assert.fail('it was called'), [])
  const { status, headers, body } = await handle({ ...neutral({ target: '/', headers: { host: 'evil.test:80' } }), loopbackHost: '127.0.0.1' })
  assert.equal(status, 421)
  assert.equal(headers['cache-control'], 'no-store')
  const error = 'This service takes no requests for the host evil.test. Its owner can allow it: --allowed-hosts evil.test ' +
    '(variable ASK_ALLOWED_HOSTS, option allowedHosts).'
  assert.deepEqual(JSON.parse(String(body)), { error })
})
