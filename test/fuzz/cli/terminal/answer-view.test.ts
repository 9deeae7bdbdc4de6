import { test } from 'node:test'
import { numberLinks } from '../../../../src/cli/terminal/answer-view.ts'
import { checkLinear } from '../../../support/fuzz.ts'

test('numberLinks() takes time in proportion to its text', () => {
  const pieces = ['[', ']', '](', '[](', '(', '[a](', '`', '`a``', '![', '[a](/a/)']
  checkLinear(100_000, pieces, (text) => numberLinks(text, () => 1))
})
