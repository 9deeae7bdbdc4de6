import { test } from 'node:test'
import { readScript } from '../../../../../src/addons/astro/config/script.ts'
import { checkLinear } from '../../../../support/fuzz.ts'

test('readScript() takes time in proportion to the text', () => {
  const pieces = ['/', "'", '`${', '/*', 'a/*', '{', '(', 'a/b ', ')/ ', ')/\n', "'\\'' ", '`${a}` ', '// x\n', 'import ']
  checkLinear(1_000_000, pieces, readScript)
})
