/** The same as `test/expressions.test.ts`, with all texts. */
import { test } from 'node:test'
import { checkExpressions } from '../support/expressions/check.ts'
import { isFuzz } from '../support/fuzz.ts'

const MAX_STEPS = 20_000_000
/** Without `npm run fuzz` it only has to run. */
const FEW_STEPS = 1_000

test('no regular expression is slow on any of the texts that are made against it', () => checkExpressions(isFuzz ? MAX_STEPS : FEW_STEPS))
