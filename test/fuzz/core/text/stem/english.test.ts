import { test } from 'node:test'
import { stemEnglish } from '../../../../../src/core/text/stem/english.ts'
import { checkLinear } from '../../../../support/fuzz.ts'

test('stemEnglish() takes time in proportion to the word', () => {
  checkLinear(400_000, ['y', 'ay', 's', "'", 'ing'], stemEnglish)
})
