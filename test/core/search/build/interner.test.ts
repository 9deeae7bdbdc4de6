import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInterner } from '../../../../src/core/search/build/interner.ts'

/** Enough strings that a few of them are sorted by themselves. */
const STRINGS = Array.from({ length: 100 }, (_, number) => `${(number * 37) % 100}`)

for (const [named, isMarked] of [
  ['none', () => false],
  ['a few', (number) => number % 33 === 0],
  ['half', (number) => number % 2 === 0],
  ['all', () => true],
] satisfies [string, (number: number) => boolean][]) {
  test(`sort() gives the marked strings in order, and the ranks of their numbers: ${named}`, () => {
    const { intern, sort } = createInterner()
    STRINGS.forEach(intern)
    const { sorted, numbers, ranks } = sort(Uint32Array.from(STRINGS, (_, number) => Number(isMarked(number))))
    const marked = STRINGS.filter((_, number) => isMarked(number)).sort()
    assert.deepEqual(sorted, marked)
    assert.deepEqual(Array.from(numbers, (number) => STRINGS[number]), marked)
    assert.deepEqual(Array.from(numbers, (number) => ranks[number]), marked.map((_, rank) => rank))
  })
}
