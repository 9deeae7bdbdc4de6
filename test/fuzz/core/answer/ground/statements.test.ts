import { test } from 'node:test'
import { findCodeSpans } from '../../../../../src/core/answer/ground/code-spans.ts'
import { unsupportedStatements } from '../../../../../src/core/answer/ground/statements.ts'
import { checkGrowth, checkLinear } from '../../../../support/fuzz.ts'

const TEXTS = ['Run npm run build -- --prod.\n\nSet `base: "/docs"`.', 'The --port flag takes a number.', 'a'.repeat(200)]

test('findCodeSpans() takes time in proportion to the text', () => {
  checkLinear(200_000, ['` ', '`\n'], findCodeSpans)
  // Runs of every length: as long as the square of their number.
  checkGrowth(500_000, (length) => findCodeSpans(Array.from({ length: Math.sqrt(2 * length) }, (_, i) => '`'.repeat(i)).join(' ')))
})

test('unsupportedStatements() takes time in proportion to the answer', () => {
  const sources = { question: '', textOf: () => TEXTS.join('\n'), numberAt: () => 1, texts: () => TEXTS }
  const pieces = ['word ', '`a` ', '`A.b` ', '--a ', 'v1', '1.2', '60 s ', '.', '-', '`', '```\n', '\n', '\n \t', ' ', 'a', '@a/', '/', '_', '| a ', '[1](/a/)', '. ']
  checkLinear(60_000, pieces, (text) => unsupportedStatements(text, sources))
})
