import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPostingCollector } from '../../src/search/posting-collector.ts'

test('createPostingCollector() sorts postings by the rank of their term, chunks ascending', () => {
  const { add, endChunk, finish } = createPostingCollector()
  add(0, { field: 0, halves: 2 })
  add(1, { field: 0, halves: 1 })
  add(0, { field: 0, halves: 2 })
  endChunk()
  endChunk()
  add(1, { field: 1, halves: 2 })
  add(2, { field: 0, halves: 1 })
  endChunk()
  const { starts, chunks, counts } = finish(Uint32Array.of(2, 0, 1))
  assert.deepEqual([...starts], [0, 2, 3, 4])
  assert.deepEqual([...chunks], [0, 2, 2, 0])
  assert.deepEqual([...counts], [1, 2 << 5, 1, 4])
})

test('createPostingCollector() grows with what it is given', () => {
  const { add, endChunk, finish } = createPostingCollector()
  const size = 5_000
  for (let chunk = 0; chunk < size; chunk += 1) {
    add(chunk, { field: 0, halves: 1 })
    add(size, { field: 0, halves: 1 })
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
