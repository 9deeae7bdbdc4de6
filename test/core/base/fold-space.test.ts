import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldSpace } from '../../../src/core/base/fold-space.ts'

test('foldSpace() puts a text on one line', () => {
  assert.equal(foldSpace(' a \n\tb\u00a0 c\r\n'), 'a b c')
  assert.equal(foldSpace(' \n '), '')
})
