import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAttributeList } from '../../../../../src/core/content/markdown/syntax/tag.ts'

function check(text: string, expected: { id: string | null; end: number; isSearchExcluded?: boolean } | null) {
  assert.deepEqual(readAttributeList(text, 0), expected && { isSearchExcluded: false, ...expected }, text)
}

test('readAttributeList() reads ids, classes and values', () => {
  check('{#a}', { id: 'a', end: 4 })
  check('{: #a .b c=d e="f g" } h', { id: 'a', end: 22 })
  check('{.a}', { id: null, end: 4 })
  check("{a='b c'}", { id: null, end: 9 })
})

test('readAttributeList() reads that the search leaves something out', () => {
  check('{ data-search-exclude }', { id: null, end: 23, isSearchExcluded: true })
  check('{#a data-search-exclude=""}', { id: 'a', end: 27, isSearchExcluded: true })
  check('{data-search}', { id: null, end: 13 })
})

test('readAttributeList() takes nothing else', () => {
  for (const text of ['{a}', '{}', '{: }', '{#a b}', '{{#a}}', '{#}', 'a {#b}', `{${'.a '.repeat(100)}}`]) check(text, null)
})
