import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  byteLength, concatBytes, collectBytes, decodeBase64, encodeBase64, formatSha256, sha256, SHA256_BYTES, toHex,
} from '../../../src/core/base/bytes.ts'
import { createRandom } from '../../support/random.ts'

test('concatBytes() joins pieces of any length', () => {
  assert.deepEqual(concatBytes([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)]), Uint8Array.of(1, 2, 3))
  assert.deepEqual(concatBytes([]), new Uint8Array())
})

test('toHex() gives two lower-case digits for each byte', () => {
  assert.equal(toHex(Uint8Array.of(0, 10, 255)), '000aff')
})

/** Three pieces of two bytes; `state` says how many were read and whether the iterator was closed. */
function threePieces() {
  const state = { read: 0, isClosed: false }
  async function* pieces() {
    try {
      for (; state.read < 3; ) yield Uint8Array.of((state.read += 1), 0)
    } finally {
      state.isClosed = true
    }
  }
  return { state, stream: pieces() }
}

test('collectBytes() joins the pieces up to its limit, and stops at the piece that goes over it', async () => {
  assert.deepEqual(await collectBytes(threePieces().stream, 6), Uint8Array.of(1, 0, 2, 0, 3, 0))
  const { state, stream } = threePieces()
  assert.equal(await collectBytes(stream, 3), null)
  assert.deepEqual(state, { read: 2, isClosed: true })
})

test('encodeBase64() writes what Buffer writes, and decodeBase64() reads it, at every length', () => {
  const random = createRandom(1)
  for (const length of [0, 1, 2, 3, 4, 5, 6, 7, 255, 12_287, 12_288, 12_289, 24_577, 100_000]) {
    const bytes = Uint8Array.from({ length }, () => random.below(256))
    const text = encodeBase64(bytes)
    assert.equal(text, Buffer.from(bytes).toString('base64'))
    assert.deepEqual(decodeBase64(text), bytes)
  }
})

test('decodeBase64() starts where columns can be read in place, and gives null for text that is not base64', () => {
  assert.equal(decodeBase64('AAAA')!.byteOffset, 0)
  for (const text of ['A', '====', 'AA-_', 'AAé=', 'A=AA', '{}', '\u{1f600}AA', '漢字漢字']) {
    assert.equal(decodeBase64(text), null, text)
  }
})

const encode = (text: string) => new TextEncoder().encode(text)

test('sha256() hashes its parts one after another (FIPS 180-2, B.1)', async () => {
  const expected = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.equal(formatSha256(await sha256(encode('abc'))), expected)
  assert.equal(formatSha256(await sha256(encode('a'), new Uint8Array(), encode('bc'))), expected)
  assert.equal((await sha256()).length, SHA256_BYTES)
})

test('byteLength() counts one to four bytes for a character', () => {
  assert.deepEqual(['', 'a', 'é', '漢', '\u{1f600}'].map(byteLength), [0, 1, 2, 3, 4])
})
