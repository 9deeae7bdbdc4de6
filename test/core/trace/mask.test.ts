import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskPersonal } from '../../../src/core/trace/mask.ts'

function check(text: string, expected: string) {
  assert.equal(maskPersonal(text), expected)
}

test('addresses of people are masked', () => {
  check('Write to ann.lee+docs@mail.example.co.uk.', 'Write to [email].')
  check('<jürgen@bücher.example>, 李@例子.公司', '<[email]>, [email]')
  check('+49 (0)151 2345-6789 or 030/123 45 67 8', '[phone] or [phone]')
  check('call (555) 123-4567x', 'call (555) 123-4567x')
  check('030 123 456 or 030 123 45', '[phone] or 030 123 45')
  check('tel:+4915123456789, 004915123456789', 'tel:[phone], [phone]')
})

test('addresses of machines are masked', () => {
  check('10.0.0.1, 192.168.178.20:8080', '[ip], [ip]:8080')
  check('2001:db8::ff00:42:8329 and [::1]:80', '[ip] and [[ip]]:80')
  check('2001:0db8:0000:0000:0000:ff00:0042:8329', '[ip]')
  check('::ffff:192.168.0.1 fe80::1%eth0', '[ip][ip] [ip]%eth0')
})

test('numbers of cards are masked, by their check digit', () => {
  check('4111 1111 1111 1111', '[card]')
  check('4111-1111-1111-1111.', '[card].')
  check('378282246310005', '[card]')
  check('4111 1111 1111 1112', '[phone]')
})

test('long codes are masked', () => {
  check('commit 0123456789abcdef0123456789abcdef01234567', 'commit [code]')
  check('id 550e8400-e29b-41d4-a716-446655440000', 'id [code]')
  check('x dGhpcyBpcyBhIHNlY3JldCBtZXNzYWdlIQ0K1/+= y', 'x [code] y')
})

test('the query of a URL is masked', () => {
  check('https://docs.test/a?user=ann&x=(1) b', 'https://docs.test/a?[query](1) b')
  check('[a](/search?q=me#top)', '[a](/search?[query])')
})

test('text without personal data stays', () => {
  const clean = [
    'Set `trailingSlash` to `never` in astro.config.mjs.', 'On 2026-11-20 at 10:30:45', 'version 1.2.3 or v20.19.0', 'port 8787, 65,536 bytes',
    'std::string and a::before', 'Why? Because.', 'config?.value ?? key?: string', '--no-trailing-slash', '@astrojs/node', 'docs@latest',
    'guides/getting-started/installation-and-setup-of-everything', '| --- | ------------------------------------------- |', 'C:\\a', '::',
  ]
  for (const text of clean) check(text, text)
})
