import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientOf, networkOf } from '../../../../src/core/http/wire/client.ts'
import { neutral } from '../../../support/http.ts'

describe('networkOf()', () => {
  const check = (address: string, expected: string) => assert.equal(networkOf(address), expected, address)

  test('is an IPv4 address itself', () => {
    check('203.0.113.7', '203.0.113.7')
    check(' 203.0.113.7 ', '203.0.113.7')
    check('203.0.113.7:51000', '203.0.113.7')
  })

  test('is the /64 of an IPv6 address, in one spelling', () => {
    check('2001:db8:1:2:3:4:5:6', '2001:db8:1:2')
    check('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2')
    check('2001:db8:1:2::', '2001:db8:1:2')
    check('2001:db8::9', '2001:db8:0:0')
    check('[2001:db8:1:2::9]:443', '2001:db8:1:2')
    check('fe80::1%eth0', 'fe80:0:0:0')
    check('::1', '0:0:0:0')
    check('::', '0:0:0:0')
    check('2001:db8::192.0.2.1', '2001:db8:0:0')
  })

  test('is the IPv4 address that an IPv6 socket reports', () => {
    check('::ffff:203.0.113.7', '203.0.113.7')
    check('::FFFF:cb00:7107', '203.0.113.7')
    check('0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7')
  })

  test('is empty for other text', () => {
    for (const text of ['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5']) check(text, '')
    for (const text of ['1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8']) check(text, '')
    for (const text of ['12345::', ':::', '::1.2.3.999', '[::1', 'x'.repeat(10_000), ':'.repeat(79)]) check(text, '')
  })
})

describe('clientOf()', () => {
  const check = (forwarded: string | null, trusted: number, expected: string) => {
    const headers = forwarded === null ? {} : { 'x-forwarded-for': forwarded }
    assert.equal(clientOf({ ...neutral({ target: '/', headers }), client: '10.0.0.1' }, trusted), expected)
  }

  test('is the peer when no proxy is trusted, whatever it claims', () => {
    check(null, 0, '10.0.0.1')
    check('203.0.113.7', 0, '10.0.0.1')
  })

  test('is the n-th address from the right after n proxies', () => {
    check('198.51.100.1, 203.0.113.7', 1, '203.0.113.7')
    check('198.51.100.1, 203.0.113.7,10.0.0.2', 2, '203.0.113.7')
    check('203.0.113.7', 1, '203.0.113.7')
  })

  test('is the peer when the header has no address there', () => {
    check('203.0.113.7', 2, '10.0.0.1')
    check(null, 1, '10.0.0.1')
    check('203.0.113.7, unknown', 1, '10.0.0.1')
    check('203.0.113.7,', 1, '10.0.0.1')
  })
})
