import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  clientOf, hostNames, isAllowedHost, isAllowedOrigin, isLoopbackAddress, isLoopbackName, networkOf, parseHost,
} from '../../../../src/core/http/wire/caller.ts'
import { neutral, SETTINGS } from '../../../support/http.ts'
import { rulesOf } from '../../../support/rules.ts'

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

const LISTED = ['docs.example.com']

for (const [name, run] of rulesOf('isAllowedHost()', check, [
  ['is true for any host where other machines reach the service and no list says otherwise',
    [{ host: 'docs.example.com' }, true], [{ host: 'a b' }, true]],
  ['holds a list on any listener',
    [{ host: 'docs.example.com', allowed: LISTED }, true], [{ host: 'localhost', allowed: LISTED }, true],
    [{ host: 'evil.test', allowed: LISTED }, false]],
  ['is true without a host, which no browser leaves out', [{ loopbackHost: '127.0.0.1' }, true],
    [{ allowed: LISTED }, true]],
])) test(name, run)

test('isAllowedHost() admits loopback names, listed ones and its own to a loopback listener', () => {
  for (const loopbackHost of ['127.0.0.1', '[::1]', 'localhost', 'box.internal']) {
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:8787', '[::1]:8787', 'docs.localhost', loopbackHost]) {
      check({ host, loopbackHost }, true)
    }
    for (const host of ['evil.test', 'localhost.evil.test', '127.0.0.1.evil.test', '0.0.0.0', '192.168.0.1', 'a b', '']) {
      check({ host, loopbackHost }, false)
    }
    check({ host: 'Docs.Example.com:443', loopbackHost, allowed: LISTED }, true)
    check({ host: 'sub.docs.example.com', loopbackHost, allowed: LISTED }, false)
  }
  check({ host: 'box.internal:8787', loopbackHost: '127.0.0.1' }, false)
})

test('parseHost() is the name of a Host header, without its port', () => {
  for (const [host, expected] of [
    ['localhost:8787', 'localhost'], ['Docs.Example.COM', 'docs.example.com'],
      ['docs.example.com.:80', 'docs.example.com'],
    ['docs.example.com:', 'docs.example.com'], ['my_service', 'my_service'], ['127.1', '127.0.0.1'],
      ['[::1]:80', '[::1]'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'], ['%6cocalhost', 'localhost'],
  ] as const) assert.equal(parseHost(host), expected, host)
  for (const host of [
    '', '.', ':80', ' a', 'a b', 'a/b', 'a?b', 'a#b', 'a@b', 'a:b', 'a:1:2', '::1', '[::1', '[a]', 'a:65536', 'ü',
    'a'.repeat(261),
  ]) assert.equal(parseHost(host), null, host)
})

test('isLoopbackName() is true for the names of this machine and for no name that a stranger can register', () => {
  for (const host of ['localhost', 'LOCALHOST.', 'docs.localhost', '127.0.0.1', '127.255.0.9', '[::1]', '[::ffff:127.0.0.1]']) {
    assert.ok(isLoopbackName(parseHost(host) ?? ''), host)
  }
  for (const host of ['localhost.evil.test', 'evillocalhost', '127.0.0.1.evil.test', '128.0.0.1', '0.0.0.0', '[::2]', '[::]', '[::ffff:128.0.0.1]']) {
    assert.ok(!isLoopbackName(parseHost(host) ?? ''), host)
  }
})

test('isLoopbackAddress() is true for addresses of sockets that only this machine reaches', () => {
  for (const address of ['127.0.0.1', '127.0.1.1', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopbackAddress(address), address)
  for (const address of ['0.0.0.0', '::', '192.168.0.1', '::ffff:10.0.0.1', '1.127.0.1', '']) assert.ok(!isLoopbackAddress(address), address)
})

test('hostNames() are the names of an option, in any spelling', () => {
  assert.deepEqual(hostNames('hosts', []), [])
  const names = hostNames('hosts', [' Docs.Example.com ', 'bücher.example', '10.0.0.1', 'fd00::1', '[fd00::2]'])
  assert.deepEqual(names, ['docs.example.com', 'xn--bcher-kva.example', '10.0.0.1', '[fd00::1]', '[fd00::2]'])
})

test('hostNames() refuses text that is not a name', () => {
  for (const text of ['', 'https://docs.example.com', 'docs.example.com:80', 'docs.example.com/', '[::1]:80', '*', '*.example.com', 'a b']) {
    const message = `hosts must hold host names such as docs.example.com, without scheme, port or path, not ${JSON.stringify(text)}`
    assert.throws(() => hostNames('hosts', [text]), { name: 'RangeError', option: 'hosts', message })
  }
  assert.throws(() => hostNames('hosts', JSON.parse('"docs.example.com"')), { name: 'TypeError', option: 'hosts' })
})

interface Page {
  readonly origin: string
  readonly host?: string
  readonly client?: string
  readonly trustedProxies?: number
}

function checkOrigin({ origin, host, client = '203.0.113.7', trustedProxies = 0 }: Page, expected: boolean) {
  const request = { ...neutral({ target: '/', headers: { origin, ...(host !== undefined && { host }) } }), client }
  assert.equal(isAllowedOrigin(request, { ...SETTINGS, trustedProxies, corsOrigins: ['https://app.test'] }), expected, `${origin} at ${host}`)
}

const PROXIED = { host: 'docs.test', client: '127.0.0.1', trustedProxies: 1 }

for (const [name, run] of rulesOf('isAllowedOrigin()', checkOrigin, [
  ['is true for listed origins and that of the service',
    [{ origin: 'https://app.test', host: 'docs.test' }, true],
      [{ origin: 'https://docs.test', host: 'docs.test' }, true],
    [{ origin: 'https://docs.test', host: 'DOCS.test:443' }, true],
    [{ origin: 'http://docs.test:8080', host: 'docs.test:8080' }, true]],
  ['is false for other origins and for text that is no origin',
    [{ origin: 'https://evil.test', host: 'docs.test' }, false],
      [{ origin: 'https://docs.test:8080', host: 'docs.test' }, false],
    [{ origin: 'https://docs.test.evil.test', host: 'docs.test' }, false],
    [{ origin: 'http://localhost:3000', host: 'docs.test' }, false], [{ origin: 'null', host: 'docs.test' }, false],
    [{ origin: '', host: 'docs.test' }, false], [{ origin: 'file://', host: 'docs.test' }, false],
    [{ origin: 'vscode-file://app', host: 'docs.test' }, false], [{ origin: 'docs.test', host: 'docs.test' }, false],
    [{ origin: 'https://docs.test' }, false], [{ origin: 'https://docs.test', host: 'a b' }, false]],
  ['does not count a trusted proxy on this machine as a local program',
    [{ origin: 'https://docs.test', ...PROXIED }, true], [{ origin: 'https://evil.test', ...PROXIED }, false]],
])) test(name, run)

test('isAllowedOrigin() trusts only loopback names on a loopback connection', () => {
  for (const client of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    for (const [origin, host, expected] of [
      ['http://evil.test', 'evil.test', false], ['http://evil.test', 'localhost:8787', false],
      ['http://localhost:8787', 'evil.test', false], ['http://localhost.evil.test', 'localhost.evil.test', false],
      ['http://localhost:6274', '127.0.0.1:8787', true], ['http://[::1]:8787', '[::1]:8787', true],
      ['https://app.test', 'localhost', true],
    ] as const) checkOrigin({ origin, host, client }, expected)
  }
})

test('isAllowedOrigin() takes a listed host on loopback for the service, and its origin for the service\'s own', () => {
  const listed = (origin: string, host: string) => {
    const request = neutral({ target: '/', headers: { origin, host } })
    return isAllowedOrigin(request, { ...SETTINGS, allowedHosts: ['docs.test'] })
  }
  const [own, evil] = ['https://docs.test', 'https://evil.test'] as const
  const found = [listed(own, 'docs.test'), listed(evil, 'docs.test'), listed(evil, 'evil.test')]
  assert.deepEqual(found, [true, false, false])
})

const checkNetwork = (address: string, expected: string) => assert.equal(networkOf(address), expected, address)

for (const [name, run] of rulesOf('networkOf()', checkNetwork, [
  ['is an IPv4 address itself',
    ['203.0.113.7', '203.0.113.7'], [' 203.0.113.7 ', '203.0.113.7'], ['203.0.113.7:51000', '203.0.113.7']],
  ['is the /64 of an IPv6 address, in one spelling',
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'], ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'], ['2001:db8::9', '2001:db8:0:0'], ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'], ['::1', '0:0:0:0'], ['::', '0:0:0:0'], ['2001:db8::192.0.2.1', '2001:db8:0:0']],
  ['is the IPv4 address that an IPv6 socket reports',
    ['::ffff:203.0.113.7', '203.0.113.7'], ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7']],
  ['is empty for other text',
    ['', ''], ['unknown', ''], ['_hidden', ''], ['1.2.3', ''], ['1.2.3.4.5', ''], ['1:2:3', ''],
    ['1::2::3', ''], ['1:2:3:4:5:6:7:8:9', ''], ['1:2:3:4:5:6:7::8', ''], ['12345::', ''], [':::', ''],
    ['::1.2.3.999', ''], ['[::1', ''], ['x'.repeat(10_000), ''], [':'.repeat(79), '']],
])) test(name, run)

const checkClient = (forwarded: string | null, trusted: number, expected: string, client = '10.0.0.1') => {
  const headers = forwarded === null ? {} : { 'x-forwarded-for': forwarded }
  assert.equal(clientOf({ ...neutral({ target: '/', headers }), client }, trusted), expected)
}

for (const [name, run] of rulesOf('clientOf()', checkClient, [
  ['is the peer when no proxy is trusted, whatever it claims',
    [null, 0, '10.0.0.1'], ['203.0.113.7', 0, '10.0.0.1'], [null, 0, '2001:db8:0:0', '2001:db8::9']],
  ['is the n-th address from the right after n proxies',
    ['198.51.100.1, 203.0.113.7', 1, '203.0.113.7'], ['198.51.100.1, 203.0.113.7,10.0.0.2', 2, '203.0.113.7'],
    ['203.0.113.7', 1, '203.0.113.7']],
  ['is the peer when the header has no address there',
    ['203.0.113.7', 2, '10.0.0.1'], [null, 1, '10.0.0.1'], ['203.0.113.7, unknown', 1, '10.0.0.1'],
    ['203.0.113.7,', 1, '10.0.0.1']],
])) test(name, run)
