/** The same as `test/expressions.test.ts` with all texts, and the bounds of repetitions. */
import { test } from 'node:test'
import { checkBounds, checkExpressions } from '../support/expressions/check.ts'
import { isFuzz } from '../support/fuzz.ts'

const MAX_STEPS = 20_000_000
/** Without `npm run fuzz` it only has to run. */
const FEW_STEPS = 1_000
/** Steps for a character: a page of 100,000 characters takes a second at most. */
const MAX_DENSITY = 2_000
const BOUNDS_STEPS = 2_000_000

test('no regular expression is slow on any of the texts that are made against it', () => checkExpressions(isFuzz ? MAX_STEPS : FEW_STEPS))

test('no regular expression has bounds that are as bad as none', () => checkBounds(MAX_DENSITY, isFuzz ? BOUNDS_STEPS : FEW_STEPS))
