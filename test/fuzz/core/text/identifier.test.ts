import { test } from 'node:test'
import { createClassTable } from '../../../../src/core/text/char-class.ts'
import { splitIdentifier } from '../../../../src/core/text/identifier.ts'
import { checkLinear } from '../../../support/fuzz.ts'

const table = createClassTable()

test('splitIdentifier() takes time in proportion to the compound', () => {
  checkLinear(400_000, ['a.', 'aB', 'a/b.c-d', '-_', 'a../'], (text) => splitIdentifier(text, table))
})
