import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stringAt, stringsOf } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { createInterner } from '../../../../src/core/search/strings/interner.ts'

test('createInterner() numbers strings as they are first met', () => {
  const { intern } = createInterner()
  assert.deepEqual(['b', 'a', 'b', '', 'a'].map(intern), [0, 1, 0, 2, 1])
})

test('createInterner() sorts in the end and tells the rank of each number', () => {
  const { intern, sorted } = createInterner()
  const strings = ['b', '😀', 'a', '\uffff', 'B']
  strings.forEach(intern)
  const { dictionary, ranks } = sorted()
  assert.deepEqual(strings.map((_, rank) => stringAt(dictionary, rank)), [...strings].sort())
  for (const string of strings) assert.equal(stringAt(dictionary, ranks[intern(string)]!), string)
})

test('createInterner() sorts the strings that are wanted, and those that came later among them', () => {
  const { intern, sorted } = createInterner()
  const check = (expected: readonly string[], isWanted?: (number: number) => boolean) => {
    const { dictionary, ranks } = sorted(isWanted)
    assert.deepEqual(stringsOf(dictionary), expected)
    expected.forEach((string, rank) => assert.equal(ranks[intern(string)], rank))
  }
  for (const string of ['d', 'b', 'f']) intern(string)
  check(['b', 'd'], (number) => number < 2)
  for (const string of ['g', 'a', 'c', 'e']) intern(string)
  check(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  check(['c', 'e', 'f'], (number) => [2, 5, 6].includes(number))
})
