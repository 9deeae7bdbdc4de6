/**
 * No regular expression takes more time than in proportion to its text, whatever the text. Each is tried on texts that are
 * made from itself, and its steps are counted: `test/support/expressions/`.
 */
import { test } from 'node:test'
import { checkExpressions } from './support/expressions/check.ts'

/** Steps for one expression, which find what is most often wrong; `npm run fuzz` takes more. */
const MAX_STEPS = 200_000

test('no regular expression is slow on texts that are made against it', () => checkExpressions(MAX_STEPS))
