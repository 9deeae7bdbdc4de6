import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDigits, readDigits } from '../../../src/addons/store/digits.ts'

test('readDigits() gives back numbers written one after another, then -1', () => {
  const numbers = [0, 1, 31, 32, 1_023, 1_024, 65_535, 2 ** 30 - 1]
  const reader = { text: numbers.map(formatDigits).join(''), at: 0 }
  assert.deepEqual(numbers.map(() => readDigits(reader)), numbers)
  assert.equal(readDigits(reader), -1)
})

test('readDigits() gives -1 for a character that is no digit, digits that do not end, and a number above 30 bits', () => {
  for (const text of ['!', 'é', 'g', 'gggggggA']) assert.equal(readDigits({ text, at: 0 }), -1, text)
})

test('formatDigits() takes one digit below 32, and two below 1,024', () => {
  assert.deepEqual([0, 31, 32, 1_023].map((number) => formatDigits(number).length), [1, 1, 2, 2])
})
