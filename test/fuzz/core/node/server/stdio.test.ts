import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineSplitter } from '../../../../../src/core/node/server/stdio.ts'
import { checkGrowth } from '../../../../support/fuzz.ts'

test('push() takes time in proportion to a line that comes in many pieces', () => {
  const piece = Buffer.alloc(64, 0x78)
  checkGrowth(160_000, (count) => {
    const splitter = createLineSplitter(20_000_000)
    for (let i = 0; i < count; i += 1) splitter.push(piece)
    assert.equal(splitter.push(Buffer.from('\n'))[0]?.length, 64 * count)
  })
})
