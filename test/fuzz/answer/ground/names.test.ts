import { test } from 'node:test'
import { inventedNames } from '../../../../src/answer/ground/names.ts'
import { checkLinear } from '../../../support/fuzz.ts'

const TEXTS = ['Run npm run build -- --prod.', 'The --port flag takes a number.', 'a'.repeat(200)]

test('inventedNames() takes time in proportion to the answer', () => {
  const pieces = ['word ', '`a` ', '`A.b` ', '--a ', 'v1', '1.2', '.', '-', '`', '```\n', '\n', '\n \t', ' ', 'a', '@a/']
  checkLinear(60_000, pieces, (text) => inventedNames(text, '', TEXTS))
})
