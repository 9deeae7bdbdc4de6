import { test } from 'node:test'
import { firstSentences } from '../../../../../src/core/graph-builder/prose/sentence.ts'
import { textWithCode } from '../../../../support/chunk.ts'
import { checkLinear } from '../../../../support/fuzz.ts'

test('firstSentences() reads long texts of any kind in linear time', () => {
  const pieces = ['a', '.', '. ', '\n', 'a\n', '`x`. ', 'A.B ', '...)))', '\t', '。']
  checkLinear(300_000, pieces, (text) => firstSentences(textWithCode(text), Infinity))
})
