import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPrefix, findString } from '../../../../src/core/search/strings/sorted-strings.ts'

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
