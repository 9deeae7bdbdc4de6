import { test } from 'node:test'
import { stemPortuguese } from '../../../../../src/core/text/stem/portuguese.ts'
import { checkAnyWord } from '../../../../support/stem-table.ts'

const PIECES = 'ar er ir ado ando indo acao coes oes ais eis s es ns m a o e mente qu gu amento cri conf serv ucao'

test('stemPortuguese() gives any word a stem, in linear time', () => {
  checkAnyWord(stemPortuguese, PIECES)
})
