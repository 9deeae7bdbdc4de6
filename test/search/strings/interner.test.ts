import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNumbering } from '../../../src/search/strings/interner.ts'
import { stringAt, stringsOf } from '../../../src/search/strings/front-coded-dictionary.ts'

test('createNumbering() numbers strings as they are first met', () => {
  const { numberOf } = createNumbering()
  assert.deepEqual(['b', 'a', 'b', '', 'a'].map(numberOf), [0, 1, 0, 2, 1])
})

test('createNumbering() sorts in the end and tells the rank of each number', () => {
  const { numberOf, sorted } = createNumbering()
  const strings = ['b', '😀', 'a', '\uffff', 'B']
  strings.forEach(numberOf)
  const { table, ranks } = sorted()
  assert.deepEqual(strings.map((_, rank) => stringAt(table, rank)), [...strings].sort())
  for (const string of strings) assert.equal(stringAt(table, ranks[numberOf(string)]!), string)
})

test('createNumbering() sorts the strings that are wanted, and those that came later among them', () => {
  const { numberOf, sorted } = createNumbering()
  const check = (expected: readonly string[], isWanted?: (number: number) => boolean) => {
    const { table, ranks } = sorted(isWanted)
    assert.deepEqual(stringsOf(table), expected)
    expected.forEach((string, rank) => assert.equal(ranks[numberOf(string)], rank))
  }
  for (const string of ['d', 'b', 'f']) numberOf(string)
  check(['b', 'd'], (number) => number < 2)
  for (const string of ['g', 'a', 'c', 'e']) numberOf(string)
  check(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  check(['c', 'e', 'f'], (number) => [2, 5, 6].includes(number))
})
