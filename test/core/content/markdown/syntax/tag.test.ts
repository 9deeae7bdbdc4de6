import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAttributeList } from '../../../../../src/core/content/markdown/syntax/tag.ts'
import { rulesOf } from '../../../../support/rules.ts'

function check(text: string, expected: { id: string | null; end: number; isSearchExcluded?: boolean } | null) {
  assert.deepEqual(readAttributeList(text, 0), expected && { isSearchExcluded: false, ...expected }, text)
}

for (const [name, run] of rulesOf('readAttributeList()', check, [
  ['reads ids, classes and values',
    ['{#a}', { id: 'a', end: 4 }], ['{: #a .b c=d e="f g" } h', { id: 'a', end: 22 }], ['{.a}', { id: null, end: 4 }],
    ["{a='b c'}", { id: null, end: 9 }]],
  ['reads that the search leaves something out',
    ['{ data-search-exclude }', { id: null, end: 23, isSearchExcluded: true }],
    ['{#a data-search-exclude=""}', { id: 'a', end: 27, isSearchExcluded: true }],
    ['{data-search}', { id: null, end: 13 }]],
])) test(name, run)

test('readAttributeList() takes nothing else', () => {
  for (const text of ['{a}', '{}', '{: }', '{#a b}', '{{#a}}', '{#}', 'a {#b}', `{${'.a '.repeat(100)}}`]) check(text, null)
})
