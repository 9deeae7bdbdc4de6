import { test } from 'node:test'
import { findCodeSpans } from '../../../../src/answer/ground/code-spans.ts'
import { checkGrowth, checkLinear } from '../../../support/fuzz.ts'

test('findCodeSpans() takes time in proportion to the text', () => {
  checkLinear(200_000, ['` ', '`\n'], findCodeSpans)
  // Runs of every length: as long as the square of their number.
  checkGrowth(500_000, (length) => findCodeSpans(Array.from({ length: Math.sqrt(2 * length) }, (_, i) => '`'.repeat(i)).join(' ')))
})
