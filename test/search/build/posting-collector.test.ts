import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_POSITIONS } from '../../../src/search/index/positions.ts'
import { createPostingCollector, markOf } from '../../../src/search/build/posting-collector.ts'
import type { TermPostings } from '../../../src/search/build/posting-collector.ts'

/** Chunk, packed counts and places of each posting. */
function listed({ size, chunks, counts, positionStarts, positions }: TermPostings) {
  return Array.from({ length: size }, (_, i) => {
    return [chunks[i], counts[i], [...positions.slice(positionStarts[i], positionStarts[i + 1])]]
  })
}

test('createPostingCollector() gives the postings of each rank, chunks ascending', () => {
  const { add, endChunk, finish } = createPostingCollector(Uint32Array.of(2, 2, 2))
  add(2, markOf(0, 2), 0)
  add(0, markOf(0, 1), 1)
  add(2, markOf(0, 2), 200)
  endChunk()
  endChunk()
  add(0, markOf(1, 2), 4)
  add(1, markOf(0, 1), 5)
  add(1, markOf(0, 1), 5)
  endChunk()
  const readPostings = finish()
  assert.deepEqual([0, 1, 2].map((rank) => listed(readPostings(rank))), [
    [[0, 1, [1]], [2, 2 << 5, [4]]],
    [[2, 2, [5]]],
    [[0, 4, [0, 200]]],
  ])
})

test('createPostingCollector() keeps a bounded number of places, and counts all fields', () => {
  const { add, endChunk, finish } = createPostingCollector(Uint32Array.of(MAX_POSITIONS + 10))
  for (let i = 0; i < MAX_POSITIONS + 10; i += 1) add(0, markOf(i % 2 === 0 ? 0 : 4, 2), 3 * i)
  endChunk()
  const { positionStarts, positions, counts } = finish()(0)
  assert.deepEqual([...positionStarts.slice(0, 2)], [0, MAX_POSITIONS])
  assert.equal(positions[MAX_POSITIONS - 1], 3 * (MAX_POSITIONS - 1))
  assert.equal(counts[0], 31 | (3 << 12))
})

test('createPostingCollector() counts link texts, which are at no position', () => {
  const { add, endChunk, finish } = createPostingCollector(Uint32Array.of(3))
  add(0, markOf(0, 2), 7)
  add(0, markOf(5, 2), 8)
  endChunk()
  add(0, markOf(5, 2), 0)
  endChunk()
  assert.deepEqual(listed(finish()(0)), [[0, 2 | (2 << 14), [7]], [1, 2 << 14, []]])
})

test('createPostingCollector() takes terms that are everywhere and terms that are nowhere', () => {
  const size = 5_000
  const { add, endChunk, finish } = createPostingCollector(Uint32Array.of(size, 0, 1))
  for (let chunk = 0; chunk < size; chunk += 1) {
    add(0, markOf(0, 1), 1)
    if (chunk === 77) add(2, markOf(0, 1), 0)
    endChunk()
  }
  const readPostings = finish()
  assert.deepEqual(listed(readPostings(0)), Array.from({ length: size }, (_, i) => [i, 1, [1]]))
  assert.deepEqual(listed(readPostings(1)), [])
  assert.deepEqual(listed(readPostings(2)), [[77, 1, [0]]])
})
