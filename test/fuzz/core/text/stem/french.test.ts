import { test } from 'node:test'
import { stemFrench } from '../../../../../src/core/text/stem/french.ts'
import { checkAnyWord } from '../../../../support/stem-table.ts'

const PIECES = "l' qu' jusqu' er ez e ee es ent ant ation ication ique ement eaux aux x s ir iss y i ll inst cre ut '"

test('stemFrench() gives any word a stem, in linear time', () => {
  checkAnyWord(stemFrench, PIECES)
})
