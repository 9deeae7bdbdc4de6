import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeHeadingId } from '../../../../../src/core/content/markdown/inlines/heading-text.ts'

test('takeHeadingId() takes an id off the end of a heading', () => {
  const heads: [string, string, string | null][] = [
    ['A {#b}', 'A', 'b'], ['A `{#b}`', 'A `{#b}`', null], ['A {#b} c', 'A {#b} c', null], ['A \\{#b}', 'A', 'b'],
    ['A %{#b}%', 'A', 'b'], ['A %{#b}', 'A %', 'b'], ['A {#b}%', 'A {#b}%', null], ['A %{b}%', 'A %{b}%', null],
    ['A \\{.b}', 'A \\{.b}', null], ['A {b}', 'A {b}', null], ['A {/* #b */}', 'A', 'b'], ['A <!-- #b -->', 'A', 'b'],
    ['A <!-- b -->', 'A <!-- b -->', null], ['{#b}', '', 'b'], ['A {: #b .c }', 'A', 'b'],
    ['A { id="9.7" .c }', 'A', '9.7'], ['A {: id=b }', 'A', 'b'], ['A { data-id="b" }', 'A', null],
    ['A [#b]', 'A', 'b'], ['A [#b] [!toc]', 'A', 'b'], ['A [toc]', 'A', null], ['A [#12]', 'A [#12]', null],
    ['A \\[#b]', 'A \\[#b]', null], ['A :id=b-c', 'A', 'b-c'], ['A :id', 'A :id', null],
    ['A :id=b :class=c {docsify-ignore}', 'A', 'b'], ['A <!-- {docsify-ignore-all} -->', 'A', null],
    ['A {% #b %}', 'A', 'b'], ['A \\{#b\\}', 'A', 'b'],
  ]
  for (const [heading, text, id] of heads) {
    const { written: _, ...taken } = takeHeadingId(heading)
    assert.deepEqual(taken, { text, id, isExcluded: false }, heading)
  }
  assert.deepEqual(takeHeadingId('A { data-search-exclude }'), { text: 'A', id: null, written: ' { data-search-exclude }', isExcluded: true })
})
