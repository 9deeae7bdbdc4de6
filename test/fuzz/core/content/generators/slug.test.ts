import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlugger } from '../../../../../src/core/content/generators/slug.ts'
import { checkGrowth } from '../../../../support/fuzz.ts'

test('createSlugger() never gives an id twice, and takes linear time for a heading that is always the same', () => {
  checkGrowth(200_000, (length) => {
    const { idOf: uniqueSlug } = createSlugger()
    const ids = new Set(Array.from({ length }, (_, index) => uniqueSlug(index % 2 === 0 ? 'a' : 'a-1')))
    assert.equal(ids.size, length)
  })
})
