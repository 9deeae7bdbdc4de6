import assert from 'node:assert/strict'
import { test } from 'node:test'
import { widthOf } from '../../../src/cli/terminal/width.ts'

test('widthOf() counts columns, not characters', () => {
  assert.equal(widthOf('abc'), 3)
  assert.equal(widthOf('日本語'), 6)
  assert.equal(widthOf('e\u0301'), 1)
  assert.equal(widthOf('👍'), 2)
  assert.equal(widthOf('Grüße'), 5)
})
