import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitCompound } from '../../../../src/core/search/query/compound.ts'
import { createTermsOf } from '../../../../src/core/search/query/query.ts'
import { rulesOf } from '../../../support/rules.ts'
import { buildColumns } from '../../../support/search-index.ts'

/** Sections with two words apart, but for those that have them next to each other. */
function check(sections: number, neighbors: readonly number[], expected: readonly string[] | null) {
  const index = buildColumns(Array.from({ length: sections }, (_, i) => {
    const text = neighbors.includes(i) ? 'the garden lamp' : 'the lamp in a garden'
    return { id: `${i}`, page: `${i}`, title: `${i}`, heading: null, text }
  }))
  assert.deepEqual(splitCompound(index, 'gardenlamp', createTermsOf(index)), expected)
}

for (const [name, run] of rulesOf('splitCompound()', check, [
  ['splits a word into neighbors of some text', [3, [2], ['garden', 'lamp']], [3, [], null]],
  ['looks at a bounded number of the sections that have both words',
    [1_100, [1_000], ['garden', 'lamp']], [1_100, [1_050], null]],
])) test(name, run)
