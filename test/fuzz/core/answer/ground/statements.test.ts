import { test } from 'node:test'
import { createGrounding } from '../../../../../src/core/answer/ground/ground.ts'
import { unsupportedStatements } from '../../../../../src/core/answer/ground/statements.ts'
import { readUnits } from '../../../../../src/core/answer/ground/units.ts'
import { checkLinear } from '../../../../support/fuzz.ts'
import { groundingSources } from '../../../../support/grounding-sources.ts'

const TEXTS = ['Run npm run build -- --prod.\n\nSet `base: "/docs"`.', 'The --port flag takes a number.', 'a'.repeat(200)]

test('unsupportedStatements() takes time in proportion to the answer', () => {
  const sources = { question: '', textOf: () => TEXTS.join('\n'), texts: () => TEXTS }
  const pieces = ['word ', '`a` ', '`A.b` ', '--a ', 'v1', '1.2', '60 s ', '.', '-', '`', '```\n', '\n', '\n \t', ' ', 'a', '@a/', '/', '_', '| a ', '[1](/a/)', '. ']
  checkLinear(60_000, pieces, (text) => {
    const grounding = createGrounding(groundingSources(['/a/']))
    grounding.push(text)
    grounding.end()
    unsupportedStatements(readUnits(grounding.report(), (each) => each), sources)
  })
})
