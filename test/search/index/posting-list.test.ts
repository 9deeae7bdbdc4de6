import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteRow } from '../../../src/search/strings/bits.ts'
import {
  boundOf, currentChunk, docFreq, isInHeading, isInTitle, nextBlock, openList, openPlaces, seek, summaryWithin,
} from '../../../src/search/index/posting-list.ts'
import type { Lists } from '../../../src/search/index/posting-list.ts'
import { readPositions } from '../../../src/search/index/positions.ts'
import { chooseCountCodes, createWriteList } from '../../../src/search/build/posting-writer.ts'
import { createRandom } from '../../support/random.ts'

const CHUNKS = 20_000
const SPAN = 500

interface Posting {
  readonly chunk: number
  readonly counts: number
  readonly places: readonly number[]
}

function frequenciesOf(counts: Iterable<number>): Uint32Array {
  const frequencies = new Uint32Array(0x10000)
  for (const packed of counts) frequencies[packed]! += 1
  return frequencies
}

/** One list of so many postings, with some counts that are rare; scores are counts. */
function listOf(postings: readonly Posting[]): Lists {
  const counts = Uint16Array.from(postings, (posting) => posting.counts)
  const countCodes = chooseCountCodes(frequenciesOf(counts))
  const writeList = createWriteList({ countCodes, spanOf: () => SPAN, scorePosting: (packed) => Math.min(packed, 31) / 31 })
  const placeStarts = new Uint32Array(postings.length + 1)
  postings.forEach(({ places }, i) => {
    placeStarts[i + 1] = placeStarts[i]! + places.length
  })
  const row = createByteRow()
  writeList(row, {
    size: postings.length,
    chunks: Uint32Array.from(postings, ({ chunk }) => chunk),
    counts,
    placeStarts,
    places: Uint32Array.from(postings.flatMap(({ places }) => places)),
  })
  return { postings: row.bytes.slice(0, row.size), starts: Uint32Array.of(0, row.size), countCodes, pages: new Uint32Array(CHUNKS) }
}

function randomList(seed: number, size: number): Posting[] {
  const random = createRandom(seed)
  const ascending = (most: number, count: number) => {
    return [...new Set(Array.from({ length: count }, () => random.below(most)))].sort((a, b) => a - b)
  }
  return ascending(CHUNKS, size).map((chunk) => ({
    chunk,
    counts: random.below(4) > 0 ? random.pick([1, 2, 4]) : 1 + random.below(0xffff),
    places: ascending(SPAN, 1 + random.below(12)),
  }))
}

function read(lists: Lists): Posting[] {
  const cursor = openList(lists, 0)
  const places = new Uint32Array(SPAN)
  const found: Posting[] = []
  if (!seek(cursor, 0)) return found
  do {
    const reader = openPlaces(cursor)
    for (let i = 0; i < cursor.size; i += 1) {
      const count = readPositions(reader, places, SPAN)
      found.push({ chunk: cursor.chunks[i]!, counts: cursor.counts[i]!, places: [...places.slice(0, count)] })
    }
    cursor.at = cursor.size
  } while (nextBlock(cursor))
  return found
}

const SIZES = [1, 2, 127, 128, 129, 256, 3_000]

test('a list is read as it was written', () => {
  for (const size of SIZES) {
    const postings = randomList(size, size)
    const lists = listOf(postings)
    assert.deepEqual(read(lists), postings)
    assert.equal(docFreq(lists, 0), postings.length)
  }
})

test('seek() finds the first posting from an ordinal on', () => {
  const random = createRandom(3)
  for (const size of SIZES) {
    const postings = randomList(size, size)
    const lists = listOf(postings)
    for (let round = 0; round < 20; round += 1) {
      const cursor = openList(lists, 0)
      for (let ordinal = random.below(500); ordinal < CHUNKS; ordinal += random.below(3_000)) {
        const expected = postings.find(({ chunk }) => chunk >= ordinal)
        assert.equal(seek(cursor, ordinal), expected !== undefined)
        assert.equal(currentChunk(cursor), expected?.chunk ?? Infinity)
        if (expected !== undefined) assert.equal(cursor.counts[cursor.at], expected.counts)
      }
    }
  }
})

test('summaryWithin() bounds what lies between two ordinals, and tells where there is nothing', () => {
  for (const size of SIZES) {
    const postings = randomList(size, size)
    const cursor = openList(listOf(postings), 0)
    const gaps: number[] = []
    for (let start = 0; start < CHUNKS; start += 100) {
      const summary = summaryWithin(cursor, start, start + 100)
      const inside = postings.filter(({ chunk }) => chunk >= start && chunk < start + 100)
      if (summary === 0) gaps.push(start)
      for (const { counts } of inside) {
        assert.ok(boundOf(summary) >= Math.min(counts, 31) / 31)
        assert.ok((counts & 0b1110_0000_0000) === 0 || isInHeading(summary))
        assert.ok((counts & 0b0011_0000_0000_0000) === 0 || isInTitle(summary))
      }
    }
    if (size === 2) assert.ok(gaps.length >= 198)
  }
})

test('a damaged list gives rising ordinals of the index, and ends', () => {
  const random = createRandom(4)
  const lists = listOf(randomList(1, 1_000))
  for (let round = 0; round < 500; round += 1) {
    const postings = lists.postings.slice(0, random.pick([lists.postings.length, 1 + random.below(lists.postings.length)]))
    for (let i = random.below(8); i >= 0; i -= 1) postings[random.below(postings.length)] = random.below(256)
    const damaged = { ...lists, postings, pages: new Uint32Array(random.pick([1, 1_000, CHUNKS])) }
    const cursor = openList(damaged, 0)
    let last = -1
    for (let more = seek(cursor, 0); more; more = nextBlock(cursor)) {
      for (; cursor.at < cursor.size; cursor.at += 1) {
        assert.ok(currentChunk(cursor) > last && currentChunk(cursor) < damaged.pages.length)
        last = currentChunk(cursor)
      }
    }
  }
})

test('chooseCountCodes() takes the most frequent counts, the most frequent first', () => {
  assert.deepEqual([...chooseCountCodes(frequenciesOf([7, 2, 2, 9, 7, 2, 0xffff]))], [2, 7, 9, 0xffff])
  assert.equal(chooseCountCodes(frequenciesOf(Array.from({ length: 100 }, (_, i) => i))).length, 15)
})
