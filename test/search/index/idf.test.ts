import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../src/search/build/build.ts'
import { rarenessOf } from '../../../src/search/index/idf.ts'

const index = buildIndex(['a b', 'a a', 'a'].map((text, i) => ({ id: `${i}`, page: `${i}`, title: '', text })))

test('rarenessOf() falls with the number of chunks and stays above 0', () => {
  const values = [0, 1, 2, 3].map((chunks) => rarenessOf(index, chunks))
  assert.deepEqual([...values].sort((a, b) => b - a), values)
  assert.ok(values[3]! > 0)
  assert.equal(values[1], Math.log(1 + 2.5 / 1.5))
  assert.equal(rarenessOf(index, 99), values[3])
})
