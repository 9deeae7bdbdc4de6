import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIntBuffer, intsOf, pushInt } from '../../../src/core/text/int-buffer.ts'

test('pushInt() keeps numbers in their order, however many', () => {
  const buffer = createIntBuffer()
  const numbers = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? i : -i))
  for (const number of numbers) pushInt(buffer, number)
  assert.deepEqual([...intsOf(buffer)], numbers)
})

test('intsOf() gives what was there before', () => {
  const buffer = createIntBuffer()
  pushInt(buffer, 7)
  const before = intsOf(buffer)
  pushInt(buffer, 8)
  assert.deepEqual([[...before], [...intsOf(buffer)]], [[7], [7, 8]])
})
