import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grown16, grown32 } from '../../../src/core/text/column.ts'

test('grown columns keep their numbers and at least double', () => {
  assert.deepEqual([...grown32(Uint32Array.of(1, 2), 3)], [1, 2, 0, 0])
  assert.deepEqual([...grown16(Uint16Array.of(1, 2), 5)], [1, 2, 0, 0, 0])
})
