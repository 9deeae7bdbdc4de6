import { test } from 'node:test'
import { stemRussian } from '../../../../../src/core/text/stem/russian.ts'
import { checkAnyWord } from '../../../../support/stem-table.ts'

const PIECES = 'на ст рой ка ив ивши вшись ся ее ого ующ ем нн щ ла ть ост ость ейше ейш ь и й ий'

test('stemRussian() gives any word a stem, in linear time', () => {
  checkAnyWord(stemRussian, PIECES)
})
