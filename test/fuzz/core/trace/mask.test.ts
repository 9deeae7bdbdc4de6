import { test } from 'node:test'
import { maskPersonal } from '../../../../src/core/trace/mask.ts'
import { checkLinear } from '../../../support/fuzz.ts'

test('the work is linear in hostile text', () => {
  const pieces = ['a', 'a@', 'a@a.', 'a.', '@', '1', '1 ', '1.', '+1', '(1', ':', 'a:', '::', 'f', '?', '?a', 'a?%', '-', '/', 'aA1', 'é', '0-']
  checkLinear(500_000, pieces, maskPersonal)
})
