import assert from 'node:assert/strict'
import { test } from 'node:test'
import { count, groupDigits } from '../../../src/core/base/count.ts'

test('groupDigits() groups digits by three', () => {
  assert.deepEqual([0, 999, 1_000, 1_234_567].map(groupDigits), ['0', '999', '1,000', '1,234,567'])
})

test('count() adds an s to all numbers but 1', () => {
  assert.deepEqual([0, 1, 2, 1_000].map((number) => count(number, 'page')), ['0 pages', '1 page', '2 pages', '1,000 pages'])
})
