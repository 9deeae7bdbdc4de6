import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contactAddress } from '../../../src/core/answer/answerer.ts'

test('contactAddress() takes web and mail addresses, and gives mail its scheme', () => {
  const check = (given: unknown, expected: string | null) => assert.equal(contactAddress(given), expected)
  check('https://acme.test/help', 'https://acme.test/help')
  check('help@acme.test', 'mailto:help@acme.test')
  check('mailto:help@acme.test?subject=Docs', 'mailto:help@acme.test?subject=Docs')
  for (const given of ['javascript:alert(1)', 'data:text/html,x', 'help', '/help', 'a b@acme.test', '', 7, undefined, `https://acme.test/${'x'.repeat(300)}`]) check(given, null)
})
