import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expansionEntry, expansionOffset, isExpansion } from '../../../src/core/text/word-entry.ts'

test('an entry is a number from 0, or the offset of an expansion', () => {
  for (const offset of [0, 1, 77, 2 ** 31 - 1]) {
    assert.equal(isExpansion(offset), false)
    assert.equal(isExpansion(expansionEntry(offset)), true)
    assert.equal(expansionOffset(expansionEntry(offset)), offset)
  }
})
