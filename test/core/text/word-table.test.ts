import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWordTable } from '../../../src/core/text/word-table.ts'

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}

test('createWordTable() numbers words as they are first met, wherever they stand', () => {
  const { numberOf } = createWordTable()
  const text = unitsOf('one two one')
  const numbers = [numberOf(text, 0, 3), numberOf(text, 4, 7), numberOf(text, 8, 11), numberOf(unitsOf('(two)'), 1, 4)]
  assert.deepEqual(numbers, [0, 1, 0, 1])
})

test('createWordTable() takes words of any length', () => {
  const { numberOf, textOf } = createWordTable()
  const long = unitsOf('x'.repeat(200_000))
  assert.deepEqual([200_000, 199_999, 0, 200_000].map((end) => numberOf(long, 0, end)), [0, 1, 2, 0])
  assert.deepEqual([0, 1, 2].map((number) => textOf(number).length), [200_000, 199_999, 0])
})
