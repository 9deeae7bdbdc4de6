import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitCompound } from '../../../../src/core/search/query/compound.ts'
import { createTermsOf } from '../../../../src/core/search/query/query.ts'
import { buildColumns } from '../../../support/search-index.ts'

/** Sections with two words apart, but for those that have them next to each other. */
function check(sections: number, neighbors: readonly number[], expected: readonly string[] | null) {
  const index = buildColumns(Array.from({ length: sections }, (_, i) => {
    const text = neighbors.includes(i) ? 'the garden lamp' : 'the lamp in a garden'
    return { id: `${i}`, page: `${i}`, title: `${i}`, heading: null, text }
  }))
  assert.deepEqual(splitCompound(index, 'gardenlamp', createTermsOf(index)), expected)
}

test('splitCompound() splits a word into neighbors of some text', () => {
  check(3, [2], ['garden', 'lamp'])
  check(3, [], null)
})

test('splitCompound() looks at a bounded number of the sections that have both words', () => {
  check(1_100, [1_000], ['garden', 'lamp'])
  check(1_100, [1_050], null)
})
