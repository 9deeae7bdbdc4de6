import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partitionPoint } from '../../../src/core/base/partition-point.ts'

test('partitionPoint() is the first position of a range for which the test fails', () => {
  for (let from = 0; from < 6; from += 1) {
    for (let to = from; to < 12; to += 1) {
      for (let bound = -1; bound < 14; bound += 1) {
        const expected = Math.min(to, Math.max(from, bound))
        assert.equal(partitionPoint({ from, to }, (position) => position < bound), expected)
      }
    }
  }
})
