import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from '../../../src/core/client/address.ts'

test('parseAddress() adds the default path to an address without one', () => {
  assert.equal(parseAddress('http://127.0.0.1:8787'), 'http://127.0.0.1:8787/api/ask')
  assert.equal(parseAddress('https://docs.example.com/'), 'https://docs.example.com/api/ask')
})

test('parseAddress() keeps a path, without its trailing slash', () => {
  assert.equal(parseAddress('https://docs.example.com/v2/ask/'), 'https://docs.example.com/v2/ask')
  assert.equal(parseAddress('HTTPS://Docs.Example.com:443/x'), 'https://docs.example.com/x')
})

test('parseAddress() refuses text that is not an http(s) address, and shows no password', () => {
  const check = (text: string, message: RegExp) => assert.throws(() => parseAddress(text), { name: 'RangeError', option: 'endpoint', message })
  check('docs.example.com', /must be an address such as https:\/\/docs\.example\.com\/api\/ask, not "docs\.example\.com"$/)
  check('localhost:8787', /must be an address such as/)
  check('ftp://x/', /must be an address such as/)
  check('', /must be an address such as/)
  check('https://me:secret@x/', /^endpoint must not hold a user name or a password$/)
  check('https://x/ask?key=1', /must end with its path, without \?…$/)
  check('https://x/ask#a', /must end with its path, without #…$/)
})
