import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idfIn } from '../../../../src/core/search/index/idf.ts'
import { buildColumns } from '../../../support/search-index.ts'

const index = buildColumns(['a b', 'a a', 'a'].map((text, i) => ({ id: `${i}`, page: `${i}`, title: '', text })))

test('idfIn() falls with the number of chunks and stays above 0', () => {
  const values = [0, 1, 2, 3].map((chunks) => idfIn(index, chunks))
  assert.deepEqual([...values].sort((a, b) => b - a), values)
  assert.ok(values[3]! > 0)
  assert.equal(values[1], Math.log(1 + 2.5 / 1.5))
  assert.equal(idfIn(index, 99), values[3])
})
