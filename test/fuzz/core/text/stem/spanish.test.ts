import { test } from 'node:test'
import { stemSpanish } from '../../../../../src/core/text/stem/spanish.ts'
import { checkAnyWord } from '../../../../support/stem-table.ts'

const PIECES = 'ar er ir ado ando iendo acion iones es s os a o e mente z qu gu ie ue arlo cre conf serv ucion'

test('stemSpanish() gives any word a stem, in linear time', () => {
  checkAnyWord(stemSpanish, PIECES)
})
