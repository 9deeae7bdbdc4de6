import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HEADING_MASK, TITLE_MASK } from '../../../../src/core/search/index/field.ts'
import {
  createOpenList, createWriteList, encodedFreq, type ListColumns, orderCounts,
} from '../../../../src/core/search/index/encoded-list.ts'
import { currentChunk, nextBlock, readWindowMax, rewind, seek } from '../../../../src/core/search/index/posting-list.ts'
import {
  createRaiseRanges, maxScoreOf, mayBeInHeading, mayBeInTitle, WINDOW_BITS,
} from '../../../../src/core/search/index/score.ts'
import { createByteBuffer } from '../../../../src/core/text/column.ts'
import { createRandom } from '../../../support/random.ts'

const CHUNKS = 20_000
const LENGTH = 500

interface Posting {
  readonly chunk: number
  readonly counts: number
  readonly positions: readonly number[]
}

const scorePosting = (packed: number) => Math.min(packed, 31) / 31
const raiseRanges = createRaiseRanges(scorePosting)

/** One list of these postings; scores are counts. */
function listOf(postings: readonly Posting[]): ListColumns {
  const counts = Uint16Array.from(postings, (posting) => posting.counts)
  const countCodes = orderCounts(counts)
  const columns = {
    chunks: Uint32Array.from(postings, ({ chunk }) => chunk),
    counts,
    positions: Uint32Array.from(postings.flatMap(({ positions }) => positions)),
    positionStarts: Uint32Array.from([0, ...postings.map((_, i) => postings.slice(0, i + 1).reduce((sum, { positions }) => sum + positions.length, 0))]),
  }
  const writeList = createWriteList(columns, { size: CHUNKS, countCodes, raiseRanges })
  const buffer = createByteBuffer()
  writeList(buffer, { from: 0, to: postings.length })
  return { postings: buffer.bytes.slice(0, buffer.size), starts: Uint32Array.of(0, buffer.size), countCodes, pages: new Uint32Array(CHUNKS) }
}

function randomList(seed: number, size: number): Posting[] {
  const random = createRandom(seed)
  const ascending = (most: number, count: number) => {
    return [...new Set(Array.from({ length: count }, () => random.below(most)))].sort((a, b) => a - b)
  }
  return ascending(CHUNKS, size).map((chunk) => ({
    chunk,
    counts: random.below(4) > 0 ? random.pick([1, 2, 4]) : 1 + random.below(0xffff),
    positions: ascending(LENGTH, 1 + random.below(12)),
  }))
}

function read(columns: ListColumns): Posting[] {
  const cursor = createOpenList(columns)(0)
  const postings: Posting[] = []
  if (!seek(cursor, 0)) return postings
  do {
    for (let i = 0; i < cursor.size; i += 1) {
      postings.push({ chunk: cursor.chunks[i]!, counts: cursor.counts[i]!, positions: [...cursor.positionsAt(i)] })
    }
    cursor.at = cursor.size
  } while (nextBlock(cursor))
  return postings
}

const SIZES = [1, 2, 127, 128, 129, 256, 3_000]

test('a list is read as it was written', () => {
  for (const size of SIZES) {
    const postings = randomList(size, size)
    const columns = listOf(postings)
    assert.deepEqual(read(columns), postings)
    assert.equal(encodedFreq(columns, 0), postings.length)
  }
  const far = [{ chunk: 1, counts: 1, positions: [0, 2 ** 27] }, { chunk: 2, counts: 1, positions: [1, 2] }]
  assert.deepEqual(read(listOf(far)), far)
})

test('seek() finds the first posting from an ordinal on', () => {
  const random = createRandom(3)
  for (const size of SIZES) {
    const postings = randomList(size, size)
    const columns = listOf(postings)
    for (let round = 0; round < 20; round += 1) {
      const cursor = createOpenList(columns)(0)
      for (let ordinal = random.below(500); ordinal < CHUNKS; ordinal += random.below(3_000)) {
        const expected = postings.find(({ chunk }) => chunk >= ordinal)
        assert.equal(seek(cursor, ordinal), expected !== undefined)
        assert.equal(currentChunk(cursor), expected?.chunk ?? Infinity)
        if (expected !== undefined) assert.equal(cursor.counts[cursor.at], expected.counts)
      }
    }
  }
})

test('rewind() leads back to the first posting', () => {
  for (const size of SIZES) {
    const postings = randomList(size, size)
    const cursor = createOpenList(listOf(postings))(0)
    for (const ordinal of [CHUNKS, 9_000, 0]) {
      seek(cursor, ordinal)
      rewind(cursor)
      assert.ok(seek(cursor, 0))
      assert.equal(currentChunk(cursor), postings[0]?.chunk)
    }
  }
})

test('readWindowMax() bounds the postings of each window, and is 0 for windows without any in a list of one block', () => {
  for (const size of SIZES) {
    const postings = randomList(size, size)
    const windows = new Uint16Array(Math.ceil(CHUNKS / 2 ** WINDOW_BITS))
    readWindowMax(createOpenList(listOf(postings))(0), windows, raiseRanges)
    windows.forEach((rangeMax, window) => {
      const inside = postings.filter(({ chunk }) => chunk >>> WINDOW_BITS === window)
      if (size <= 128 || size === 3_000) assert.equal(rangeMax === 0, inside.length === 0)
      for (const { counts } of inside) {
        assert.ok(maxScoreOf(rangeMax) >= scorePosting(counts))
        if ((counts & HEADING_MASK) !== 0) assert.ok(mayBeInHeading(rangeMax))
        if ((counts & TITLE_MASK) !== 0) assert.ok(mayBeInTitle(rangeMax))
      }
    })
  }
})

test('a damaged list gives rising ordinals of the index, and ends', () => {
  const random = createRandom(4)
  const columns = listOf(randomList(1, 1_000))
  for (let round = 0; round < 500; round += 1) {
    const postings = columns.postings.slice(0, random.pick([columns.postings.length, 1 + random.below(columns.postings.length)]))
    for (let i = random.below(8); i >= 0; i -= 1) postings[random.below(postings.length)] = random.below(256)
    const damaged = { ...columns, postings, pages: new Uint32Array(random.pick([1, 1_000, CHUNKS])) }
    const cursor = createOpenList(damaged)(0)
    let last = -1
    for (let more = seek(cursor, 0); more; more = nextBlock(cursor)) {
      for (; cursor.at < cursor.size; cursor.at += 1) {
        assert.ok(currentChunk(cursor) > last && currentChunk(cursor) < damaged.pages.length)
        last = currentChunk(cursor)
      }
    }
  }
})

test('orderCounts() gives the counts in use, the most frequent first', () => {
  assert.deepEqual([...orderCounts(Uint16Array.of(7, 2, 2, 9, 7, 2, 0xffff))], [2, 7, 9, 0xffff])
})
