import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../../../src/base/errors.ts'
import { buildIndex } from '../../../src/search/build/build.ts'
import { decodeIndex, encodeIndex } from '../../../src/search/index/codec.ts'
import { columnsOf } from '../../../src/search/index/inverted-index.ts'
import type { Index, Searchable } from '../../../src/search/index/inverted-index.ts'
import { stringAt } from '../../../src/search/strings/front-coded-dictionary.ts'
import { createRandom } from '../../support/random.ts'
import type { Random } from '../../support/random.ts'
import { search } from '../../support/search-index.ts'

const PIECES = ['route', 'routes', 'dynamic', 'createServer', '--host', 'the', 'site', 'sites', 'é', '漢字', '😀', '\ud800', ' ', ' ', ' ', '. ']
const QUERIES = ['', 'routes', 'dyn', 'the dynamic site ', 'createServer', '--host', '漢字', 's', 'r', 'rou', 'nothing', '😀', 'site routes']
const GROUPS = [null, 'Guides', 'API']

function collection(random: Random, size: number): Searchable[] {
  return Array.from({ length: size }, (_, i) => ({
    id: `${i}${random.pick(['', '#é', '\udc00'])}`,
    page: `${random.below(size)}`,
    title: random.text(PIECES, 3),
    heading: random.pick([null, random.text(PIECES, 3)]),
    parents: [random.text(PIECES, 2)],
    group: random.pick(GROUPS),
    text: random.text(PIECES, 30),
    lang: random.pick([null, 'en', 'de', 'ja']),
  }))
}

function checkSame(found: Index, index: Index, random: Random) {
  for (const query of [...QUERIES, ...Array.from({ length: 5 }, () => random.text(PIECES, 5))]) {
    for (const group of GROUPS) assert.deepEqual(search(found, query, { group }), search(index, query, { group }), query)
  }
}

/** Refused as no index file, with these words. */
function checkRefused(bytes: Uint8Array, message: RegExp) {
  assert.throws(() => decodeIndex(bytes), (error) => {
    assert.ok(error instanceof AskError && error.code === 'index-format')
    assert.match(error.message, message)
    return true
  })
}

/** The same bytes from an address of its own, so that changes stay in the copy. */
function changed(bytes: Uint8Array, change: (copy: Uint8Array) => void): Uint8Array {
  const copy = new Uint8Array(bytes)
  change(copy)
  return copy
}

const small = encodeIndex(buildIndex(collection(createRandom(1), 12)))

test('decodeIndex() gives an index that finds the same', () => {
  const random = createRandom(2)
  for (let round = 0; round < 25; round += 1) {
    const index = buildIndex(collection(random, random.below(40)))
    checkSame(decodeIndex(encodeIndex(index)), index, random)
  }
})

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
  checkRefused(changed(small, (copy) => (copy[8] = 77)), /^The index file has version 77, this build reads 4; update ask-service$/)
  checkRefused(changed(small, (copy) => (copy[8] = 3)), /^The index file has version 3, this build reads 4; build the index again$/)
})

test('decodeIndex() refuses a header or table that is another', () => {
  const random = createRandom(3)
  const tableEnd = new Uint32Array(small.buffer)[(24 + 24) / 4]!
  for (let at = 0; at < tableEnd; at += 1) {
    checkRefused(changed(small, (copy) => (copy[at]! ^= 1 + random.below(255))), /index file/)
  }
})

test('decodeIndex() refuses a damaged file, or it can be searched as any other', () => {
  const random = createRandom(4)
  let read = 0
  for (let round = 0; round < 2_000; round += 1) {
    if (survives(changed(small, (copy) => (copy[random.below(copy.length)]! ^= 1 + random.below(255))))) read += 1
  }
  assert.ok(read > 500 && read < 4_500, `${read}`)
})

test('decodeIndex() refuses a hostile file, or it can be searched as any other', () => {
  const random = createRandom(5)
  const damage = (copy: Uint8Array) => {
    for (let i = random.below(4); i >= 0; i -= 1) {
      const at = 24 + random.below(copy.length - 24)
      copy.fill(random.pick([0, 1, 0x7f, 0x80, 0xff]), at, at + random.pick([1, 2, 4, 8, 16]))
    }
  }
  let read = 0
  for (let round = 0; round < 2_000; round += 1) if (survives(changed(small, damage))) read += 1
  assert.ok(read > 100 && read < 4_900, `${read}`)
})

/** Whether a file is read; then it must be searchable, else refused in the right way. */
function survives(bytes: Uint8Array): boolean {
  let index: Index
  try {
    index = decodeIndex(bytes)
  } catch (error) {
    assert.ok(error instanceof AskError && error.code === 'index-format', String(error))
    return false
  }
  checkSearchable(index)
  return true
}

function checkSearchable(index: Index) {
  for (const query of QUERIES) {
    for (const { id, score, ordinal } of search(index, query, { limit: 50, perPage: Infinity })) {
      assert.ok(Number.isFinite(score), `${query} ${score}`)
      assert.ok(ordinal < index.size && id === stringAt(columnsOf(index).ids, ordinal))
    }
  }
}
