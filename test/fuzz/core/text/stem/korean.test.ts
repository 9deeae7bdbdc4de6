import { test } from 'node:test'
import { stemKorean } from '../../../../../src/core/text/stem/korean.ts'
import { checkAnyWord } from '../../../../support/stem-table.ts'

const PIECES = '서버 설정 나 을 는 에서 에서는 하 하는 합니다 됩니다 한 되 이'

test('stemKorean() gives any word a stem, in linear time', () => {
  checkAnyWord(stemKorean, PIECES)
})
