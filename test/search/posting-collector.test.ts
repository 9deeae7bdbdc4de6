import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPostingCollector } from '../../src/search/posting-collector.ts'

test('createPostingCollector() sorts postings by the rank of their term, chunks ascending', () => {
  const { add, endChunk, finish } = createPostingCollector()
  add(0, { field: 0, halves: 2 }, 0)
  add(1, { field: 0, halves: 1 }, 1)
  add(0, { field: 0, halves: 2 }, 200)
  endChunk()
  endChunk()
  add(1, { field: 1, halves: 2 }, 4)
  add(2, { field: 0, halves: 1 }, 5)
  add(2, { field: 0, halves: 1 }, 5)
  endChunk()
  const { starts, chunks, counts, readPlaces } = finish(Uint32Array.of(2, 0, 1))
  assert.deepEqual([...starts], [0, 2, 3, 4])
  assert.deepEqual([...chunks], [0, 2, 2, 0])
  assert.deepEqual([...counts], [1, 2 << 5, 2, 4])
  const places = new Uint32Array(4)
  const found = [0, 1, 2, 3].map((posting) => [...places.slice(0, readPlaces(posting, places))])
  assert.deepEqual(found, [[1], [4], [5], [0, 200]])
})

test('createPostingCollector() tells no more places than there is room for', () => {
  const { add, endChunk, finish } = createPostingCollector()
  for (let i = 0; i < 10; i += 1) add(0, { field: 0, halves: 2 }, 3 * i)
  endChunk()
  const places = new Uint32Array(4)
  assert.equal(finish(Uint32Array.of(0)).readPlaces(0, places), 4)
  assert.deepEqual([...places], [0, 3, 6, 9])
})

test('createPostingCollector() grows with what it is given', () => {
  const { add, endChunk, finish } = createPostingCollector()
  const size = 5_000
  for (let chunk = 0; chunk < size; chunk += 1) {
    add(chunk, { field: 0, halves: 1 }, 0)
    add(size, { field: 0, halves: 1 }, 1)
    endChunk()
  }
  const { starts, chunks } = finish(Uint32Array.from({ length: size + 1 }, (_, i) => i))
  assert.equal(chunks.length, 2 * size)
  assert.equal(starts[size + 1]! - starts[size]!, size)
  assert.deepEqual(chunks.slice(starts[size]), Uint32Array.from({ length: size }, (_, i) => i))
})

test('createPostingCollector() gives empty columns for nothing', () => {
  const { starts, chunks } = createPostingCollector().finish(new Uint32Array(0))
  assert.deepEqual([[...starts], chunks.length], [[0], 0])
})
