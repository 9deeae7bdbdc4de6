import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeHeadingId } from '../../../../../src/core/content/markdown/inlines/heading-text.ts'
import { readAttributeList } from '../../../../../src/core/content/markdown/syntax/attribute-list.ts'

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

test('takeHeadingId() takes an id off the end of a heading', () => {
  const heads: [string, string, string | null][] = [
    ['A {#b}', 'A', 'b'],
    ['A `{#b}`', 'A `{#b}`', null],
    ['A {#b} c', 'A {#b} c', null],
    ['A \\{#b}', 'A', 'b'],
    ['A \\{.b}', 'A \\{.b}', null],
    ['A {b}', 'A {b}', null],
    ['A {/* #b */}', 'A', 'b'],
    ['A <!-- #b -->', 'A', 'b'],
    ['A <!-- b -->', 'A <!-- b -->', null],
    ['{#b}', '', 'b'],
    ['A {: #b .c }', 'A', 'b'],
    ['A [#b]', 'A', 'b'],
    ['A [#b] [!toc]', 'A', 'b'],
    ['A [toc]', 'A', null],
    ['A [#12]', 'A [#12]', null],
    ['A \\[#b]', 'A \\[#b]', null],
    ['A :id=b-c', 'A', 'b-c'],
    ['A :id', 'A :id', null],
  ]
  for (const [heading, text, id] of heads) {
    const { written: _, ...taken } = takeHeadingId(heading)
    assert.deepEqual(taken, { text, id, isExcluded: false }, heading)
  }
  assert.deepEqual(takeHeadingId('A { data-search-exclude }'), { text: 'A', id: null, written: ' { data-search-exclude }', isExcluded: true })
})
