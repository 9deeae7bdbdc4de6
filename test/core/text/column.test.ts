import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteBuffer, pushByte } from '../../../src/core/text/column.ts'

test('pushByte() refuses more bytes than the offsets of an index can name', () => {
  const full = Object.defineProperty(new Uint8Array(), 'length', { value: 2 ** 31 })
  assert.throws(() => pushByte({ bytes: full, size: 2 ** 31 }, 1), { code: 'content', message: /too large for one index/ })
  const buffer = createByteBuffer()
  for (let byte = 0; byte < 5_000; byte += 1) pushByte(buffer, byte & 0xff)
  assert.deepEqual([buffer.size, buffer.bytes[4_999]], [5_000, 4_999 & 0xff])
})
