import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldText } from '../../../../src/core/text/normalize.ts'
import { isFuzz } from '../../../support/fuzz.ts'

test('foldText() changes nothing that is folded already', () => {
  const step = isFuzz ? 1 : 19
  for (let codePoint = 0; codePoint <= 0x1ffff; codePoint += step) {
    const folded = foldText(`a${String.fromCodePoint(codePoint)}b`)
    assert.equal(foldText(folded), folded, codePoint.toString(16))
  }
})
