/** Host names, and the check of the host that a request is for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hostNames, isAllowedHost, isLoopbackAddress, isLoopbackName, parseHost,
} from '../../../../src/core/http/wire/host.ts'
import { neutral } from '../../../support/http.ts'

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

test('parseHost() is the name of a Host header, without its port', () => {
  const check = (host: string, expected: string | null) => assert.equal(parseHost(host), expected, host)
  check('localhost:8787', 'localhost')
  check('Docs.Example.COM', 'docs.example.com')
  check('docs.example.com.:80', 'docs.example.com')
  check('docs.example.com:', 'docs.example.com')
  check('my_service', 'my_service')
  check('127.1', '127.0.0.1')
  check('[::1]:80', '[::1]')
  check('[0:0:0:0:0:0:0:1]', '[::1]')
  check('%6cocalhost', 'localhost')
  for (const host of ['', '.', ':80', ' a', 'a b', 'a/b', 'a?b', 'a#b', 'a@b', 'a:b', 'a:1:2', '::1', '[::1', '[a]', 'a:65536', 'ü', 'a'.repeat(261)]) {
    check(host, null)
  }
})

test('parseHost() agrees with URL on names that it reads itself, and on their neighbors', () => {
  const names = ['a', 'a1', 'a-b', 'a--b', 'xn--a', 'xn--bcher-kva', 'a-', '-a', '1a', '0x1', 'a.1', 'a.0x', '1.a', 'a.b-c', 'a-b.c', 'a..b', '127.0.0.1', '127.0.0.01']
  for (const name of names.flatMap((one) => [one, one.toUpperCase(), `${one}.test`, `test.${one}`, `${one}.`])) {
    const address = `http://${name}`
    const expected = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null
    for (const port of ['', ':', ':1', ':8787', ':40123', ':65535']) assert.equal(parseHost(name + port), expected, name + port)
  }
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
