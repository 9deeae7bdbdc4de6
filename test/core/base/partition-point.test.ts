import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPrefix, findString, partitionPoint } from '../../../src/core/base/partition-point.ts'

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

const SORTED = ['', 'a', 'ab', 'abc', 'b', 'ba', 'é', '検索', '検索する', '\ud83d\ude00', '\uffff'].sort()

test('findString() gives the position of a string, -1 for one that is not there', () => {
  SORTED.forEach((string, i) => assert.equal(findString(SORTED, string), i))
  for (const string of ['aa', 'abcd', 'c', '字', '\ud83d']) assert.equal(findString(SORTED, string), -1)
  assert.equal(findString([], ''), -1)
})

test('findPrefix() agrees with startsWith()', () => {
  for (const prefix of ['', 'a', 'ab', 'abcd', 'c', '検', '\ud83d', '\uffff']) {
    const { from, to } = findPrefix(SORTED, prefix)
    assert.deepEqual(SORTED.slice(from, to), SORTED.filter((string) => string.startsWith(prefix)))
  }
})
