import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../src/core/search/build/build.ts'
import { decodeIndex, encodeIndex } from '../../../../src/core/search/index/codec.ts'
import { columnsOf, type InvertedIndex } from '../../../../src/core/search/index/inverted-index.ts'
import { changed, checkSame, collection } from '../../../support/index-samples.ts'
import { createRandom } from '../../../support/random.ts'
import { buildColumns } from '../../../support/search-index.ts'

/** Refused as no index file, with these words. */
function checkRefused(bytes: Uint8Array, message: RegExp) {
  assert.throws(() => decodeIndex(bytes), { name: 'AskError', code: 'index-format', message })
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
  checkRefused(changed(small, (copy) => (copy[8] = 77)), /^The index file has version 77, this build reads 14; update ask-service$/)
  checkRefused(changed(small, (copy) => (copy[8] = 3)), /^The index file has version 3, this build reads 14; build the index again$/)
})

test('decodeIndex() refuses a header that is another', () => {
  // The number of bytes is at 12, the lengths of the parts are from 16 on.
  for (let at = 0; at < 16 + 4 * 22; at += 1) {
    // A smaller change of a length may fit into the padding behind its column, and then reads as zeros.
    checkRefused(changed(small, (copy) => (copy[at]! ^= 0x80)), /index file/)
  }
})

const columns = buildColumns([
  { id: 'a', page: 'a', title: 'Routes', group: 'Guides', text: 'Creating pages and sites' },
  { id: 'b', page: 'b', title: 'Sites', group: 'API', text: 'Pages of created sites' },
])

/** The column that is wrong when some columns are others; each set of others for itself. */
function checkColumns(name: string, ...others: readonly Partial<InvertedIndex>[]) {
  for (const some of others) checkRefused(encodeIndex({ ...columns, ...some }), new RegExp(`^The index file is damaged: its ${name} are wrong$`))
}

test('decodeIndex() finds what is no list of strings', () => {
  for (const name of ['ids', 'scopes', 'terms', 'words', 'titleKeys'] as const) {
    for (const other of [{}, null, [1], ['a', null]]) checkColumns(name, { [name]: other as readonly string[] })
  }
})

test('decodeIndex() finds languages that are not supported', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `${1_000_000 + i}`)
  for (const languages of [['xx'], ['de', 'en', 'english'], ['EN'], [''], many]) {
    checkColumns('languages', { languages })
  }
})

test('decodeIndex() finds numbers of what is not there', () => {
  const [far, few, many] = [Uint32Array.of(0, 2), Uint32Array.of(0), Uint32Array.of(0, 1, 1)]
  checkColumns('pages', { pages: far }, { pages: few })
  checkColumns('scopeOf', { scopeOf: far }, { scopeOf: many })
  checkColumns('scopeRanks', { scopeRanks: Uint32Array.of() })
  checkColumns('copies', { copies: far }, { copies: few })
  const wordTerms = columns.wordTerms.map(() => 99)
  checkColumns('wordTerms', { wordTerms }, { wordTerms: Uint32Array.of() })
})

test('decodeIndex() finds lists that are out of order or out of range', () => {
  const { starts, postings: { length: size }, titleStarts, titleChunks } = columns
  for (const others of [starts.with(1, size + 1), starts.with(0, 1), starts.with(-1, size - 1), starts.slice(0, -1)]) {
    checkColumns('starts', { starts: others })
  }
  checkColumns('titleStarts', { titleStarts: titleStarts.with(1, 9) })
  checkColumns('titleChunks', { titleChunks: titleChunks.with(0, 2) })
})

test('decodeIndex() finds columns of another length', () => {
  checkColumns('lengths', { lengths: columns.lengths.slice(1) })
  checkColumns('averages', { averages: columns.averages.slice(1) })
  for (const weights of [[1], [1, 0], [1, -1], [1, 1.1], [1, NaN]]) {
    checkColumns('weights', { weights: Float32Array.from(weights) })
  }
  checkColumns('spellings', { spellings: Int32Array.of(0) })
})

test('decodeIndex() finds means that would make scores infinite or no numbers', () => {
  for (const mean of [NaN, Infinity, -Infinity, -1, Number.MIN_VALUE, 1e-9, 1e6]) {
    checkColumns('averages', { averages: columns.averages.with(0, mean) })
  }
})

test('decodeIndex() finds sums of idf that are negative, infinite or no numbers', () => {
  for (const sums of [[NaN, 1], [1, -1], [Infinity, 1], [1], [1, 1, 1]]) {
    checkColumns('headingIdf', { headingIdf: Float32Array.from(sums) })
    checkColumns('titleIdf', { titleIdf: Float32Array.from(sums) })
  }
})
