import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNumbering } from '../../src/search/numbering.ts'
import { stringAt } from '../../src/search/string-table.ts'

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
