import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { buildIndex } from '../../../../src/core/search/build/build.ts'
import { decodeIndex, encodeIndex } from '../../../../src/core/search/index/codec.ts'
import { columnsOf } from '../../../../src/core/search/index/inverted-index.ts'
import { changed, checkSame, collection } from '../../../support/index-samples.ts'
import { createRandom } from '../../../support/random.ts'

/** Refused as no index file, with these words. */
function checkRefused(bytes: Uint8Array, message: RegExp) {
  assert.throws(() => decodeIndex(bytes), (error) => {
    assert.ok(error instanceof AskError && error.code === 'index-format')
    assert.match(error.message, message)
    return true
  })
}

const small = encodeIndex(buildIndex(collection(createRandom(1), 12)))

test('encodeIndex() gives the same bytes for the same index', () => {
  for (const size of [0, 1, 12, 50]) {
    const bytes = encodeIndex(buildIndex(collection(createRandom(size), size)))
    assert.deepEqual(encodeIndex(buildIndex(collection(createRandom(size), size))), bytes)
    assert.deepEqual(encodeIndex(decodeIndex(bytes)), bytes)
  }
})

test('decodeIndex() reads the bytes in place, wherever they start', () => {
  const aligned = decodeIndex(small)
  assert.equal(columnsOf(aligned).postings.buffer, small.buffer)
  for (let shift = 0; shift < 9; shift += 1) {
    const room = new Uint8Array(small.length + 32)
    room.set(small, shift)
    const index = decodeIndex(room.subarray(shift, shift + small.length))
    assert.equal(columnsOf(index).postings.buffer === room.buffer, shift % 8 === 0)
    checkSame(index, aligned, createRandom(shift))
  }
  checkSame(decodeIndex(Buffer.from(small).subarray(0)), aligned, createRandom(9))
})

test('decodeIndex() refuses every beginning of a file, and a file with more behind it', () => {
  for (let length = 0; length < small.length; length += 1) {
    checkRefused(small.slice(0, length), length < 8 ? /^This is not an index file$/ : /^The index file is damaged: it /)
  }
  checkRefused(Uint8Array.of(...small, 0), /it should have \d+ bytes and has \d+/)
})

test('decodeIndex() says what a file is that it does not read', () => {
  checkRefused(new TextEncoder().encode('{"version": 1, "sections": []}'), /^This is not an index file$/)
  checkRefused(changed(small, (copy) => (copy[8] = 77)), /^The index file has version 77, this build reads 11; update ask-service$/)
  checkRefused(changed(small, (copy) => (copy[8] = 3)), /^The index file has version 3, this build reads 11; build the index again$/)
})

test('decodeIndex() refuses a header that is another', () => {
  // The number of bytes is at 12, the lengths of the parts are from 16 on.
  for (let at = 0; at < 16 + 4 * 29; at += 1) {
    // A smaller change of a length may fit into the padding behind its column, and then reads as zeros.
    checkRefused(changed(small, (copy) => (copy[at]! ^= 0x80)), /index file/)
  }
})
