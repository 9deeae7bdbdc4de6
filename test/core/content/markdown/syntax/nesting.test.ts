import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNesting } from '../../../../../src/core/content/markdown/syntax/nesting.ts'

test('an end closes the innermost of its name, and what is open inside', () => {
  const nesting = createNesting<number>()
  for (const [at, name] of ['a', 'b', 'a', 'c'].entries()) nesting.open(name, at)
  assert.equal(nesting.close('a'), 2)
  assert.deepEqual(['a', 'b', 'c'].map(nesting.has), [true, true, false])
  assert.equal(nesting.close('a'), 0)
  assert.deepEqual(['a', 'b', 'c'].map(nesting.has), [false, false, false])
})

test('an end without a start closes nothing', () => {
  const nesting = createNesting<number>()
  nesting.open('a', 0)
  assert.equal(nesting.close('b'), undefined)
  assert.equal(nesting.close('a'), 0)
  assert.equal(nesting.close('a'), undefined)
})
