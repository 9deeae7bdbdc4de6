import { test } from 'node:test'
import { unsupportedLiterals } from '../../../../src/answer/ground/literals.ts'
import { checkLinear } from '../../../support/fuzz.ts'

const TEXTS = ['Run npm run build -- --prod.\n\nSet `base: "/docs"` or\n  trailingSlash:   "never"', 'The --port flag takes a number.']

test('unsupportedLiterals() takes time in proportion to the answer', () => {
  const pieces = ['`', '` ', '`a` ', '--a ', '```\n', '- ', '> ', '`'.repeat(99) + ' ']
  checkLinear(20_000, pieces, (text) => unsupportedLiterals(text, TEXTS))
})
