import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64, encodeBase64 } from '../../src/base/base64.ts'
import { createRandom } from '../support/random.ts'

test('encodeBase64() writes what Buffer writes, and decodeBase64() reads it, at every length', () => {
  const random = createRandom(1)
  for (const length of [0, 1, 2, 3, 4, 5, 6, 7, 255, 12_287, 12_288, 12_289, 24_577, 100_000]) {
    const bytes = Uint8Array.from({ length }, () => random.below(256))
    const text = encodeBase64(bytes)
    assert.equal(text, Buffer.from(bytes).toString('base64'))
    assert.deepEqual(decodeBase64(text), bytes)
  }
})

test('decodeBase64() starts where columns can be read in place', () => {
  assert.equal(decodeBase64('AAAA')!.byteOffset, 0)
})

test('decodeBase64() gives null for what is no base64', () => {
  for (const text of ['A', '====', 'AA-_', 'AAé=', 'A=AA', '{}', '\u{1f600}AA', '漢字漢字']) assert.equal(decodeBase64(text), null, text)
})
