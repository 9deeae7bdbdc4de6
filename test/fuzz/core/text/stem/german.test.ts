import { test } from 'node:test'
import { stemGerman } from '../../../../../src/core/text/stem/german.ts'
import { checkAnyWord } from '../../../../support/stem-table.ts'

const PIECES = "ge zu an auf er en ern eln s st et t ung lich keit ig ier ation haus stell wend qu ue ae nis in e x ' 's"

test('stemGerman() gives any word a stem, in linear time', () => {
  checkAnyWord(stemGerman, PIECES)
})
