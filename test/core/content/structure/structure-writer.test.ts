import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSectionWriter, type SectionWriter } from '../../../../src/core/content/section-writer.ts'
import type { ElementStart } from '../../../../src/core/content/structure/element.ts'
import { isWellFormed } from '../../../../src/core/content/structure/encoding.ts'
import { rulesOf } from '../../../support/rules.ts'
import { treeOf } from '../../../support/structure.ts'

/** Content of an element: texts and elements in order. */
type Part = string | readonly [ElementStart | ElementStart['type'], ...Part[]]

function write(writer: SectionWriter, parts: readonly Part[]): void {
  for (const part of parts) {
    if (typeof part === 'string') writePieces(writer, part)
    else {
      const [start, ...content] = part
      const id = writer.open(typeof start === 'string' ? ({ type: start, ...DEFAULTS } as ElementStart) : start)
      write(writer, content)
      writer.close(id)
    }
  }
}

const DEFAULTS = { first: null, isDone: null, isHeader: false }

/** Text, with `/` for a line break, `//` for a new paragraph and `|` for the next cell. */
function writePieces(writer: SectionWriter, text: string): void {
  for (const piece of text.split(/(\/{1,2}|\|)/)) {
    if (piece === '//') writer.separate('block')
    else if (piece === '/') writer.separate('line')
    else if (piece === '|') writer.separate('cell')
    else writer.prose(piece)
  }
}

/** Checks the tree of what is written to a page; its text comes with it. */
function check(expected: string, ...parts: Part[]) {
  const writer = createSectionWriter({ depth: 6, title: null })
  write(writer, parts)
  const [section] = writer.finish().sections
  assert.ok(isWellFormed(section!.structure, section!.text.length), section!.structure)
  assert.equal(treeOf(section!), expected)
}

for (const [name, run] of rulesOf('createStructureWriter()', check, [
  ['keeps elements with the text inside',
    ['<p>a</p><p>b</p>', 'a//b'],
    ['<p>a <strong>b <emphasis>c</emphasis></strong> d</p>', 'a ', ['strong', 'b ', ['emphasis', 'c']], ' d'],
    ['<list><item><p>a</p><list first=3><item><p>b</p></item></list></item><item isDone><p>c</p></item></list>', ['list', ['item', 'a/', [{ type: 'list', first: 3 }, ['item', 'b']]], '/', [{ type: 'item', isDone: true }, 'c']]],
    ['<p>a⏎b</p>', 'a/b'],
    ['<callout kind=tip><title>T</title><p>a</p><p>b</p></callout>', [{ type: 'callout', kind: 'tip' }, ['title', 'T'], '//a//b']]],
  ['starts an element at its first text, whatever separates it',
    ['<p>a</p><quote><p>b</p></quote><p>c</p>', 'a', ['quote', '//', 'b', '//'], 'c'],
    ['<p>a <emphasis>b</emphasis> c</p>', 'a', ['emphasis', ' b '], 'c']],
  ['leaves no trace of elements without text, except cells, images and references',
    ['<p>a</p>', ['list', ['item', ['strong', ' ']]], 'a'],
    ['<table><row isHeader><cell>a</cell><cell></cell><cell>b</cell></row></table>', ['table', [{ type: 'row', isHeader: true }, ['cell', 'a'], '|', ['cell'], '|', ['cell', 'b']]]],
    ['<p><image src=/a.png></image></p>', [{ type: 'image', src: '/a.png' }]],
    ['<p>a<footnote-reference label=1></footnote-reference></p><p>b</p>', 'a', [{ type: 'footnote-reference', label: '1' }], '//b']],
  ['puts an anchor at the end of a table behind it',
    ['<table><row><cell>a</cell></row></table><p><anchor id=b></anchor></p>', ['table', ['row', ['cell', 'a']], [{ type: 'anchor', id: 'b' }]]]],
  ['completes elements that stand alone, and text where only elements may be',
    ['<list><item><p>a</p></item><item><p>b</p></item></list><p>c</p>', ['item', 'a'], '/', ['item', 'b'], '//c'],
    ['<table><row><cell>a</cell><cell>b</cell></row></table>', ['cell', 'a'], '|', ['cell', 'b']],
    ['<table><row><cell>a</cell></row><row><cell>b</cell></row></table>', ['table', 'a/', ['row', 'b']]],
    ['<list><item><p>a</p></item><item><p>b</p></item></list>', ['list', 'a/', ['item', 'b']]],
    ['<tabs><tab><p>a</p></tab><tab><title>T</title><p>b</p></tab></tabs>', ['tabs', 'a//', ['tab', ['title', 'T'], '//b']]],
    ['<table><row><cell>a</cell></row><row><cell>b</cell></row></table>', ['table', 'a/', ['row', ['cell', 'b']]]],
    ['<definitions><term>a</term><definition><p>b</p></definition></definitions>', ['term', 'a'], '/', ['definition', 'b']]],
  ['keeps only the text of blocks in titles, terms and cells, but code',
    ['<table><row><cell>a b</cell></row></table>', ['cell', 'a ', ['list', ['item', 'b']]]],
    ['<details><title>a b</title><p>c</p></details>', ['details', ['title', 'a ', ['quote', 'b']], '//c']],
    ['<table><row><cell>a</cell></row></table>', ['table', ['quote', 'a']]],
    ['<table><row><cell><code>a</code></cell></row></table>', ['cell', [{ type: 'code', lang: null, inserted: [], deleted: [], marked: [] }, 'a']]]],
])) test(name, run)

test('createStructureWriter() ends inline elements where a paragraph or block starts', () => {
  const link: ElementStart = { type: 'link', href: '/', line: 1 }
  check('<p><link href=/>a</link></p><p>b</p>', [link, '//a//b'])
  check('<p><link href=/>a</link></p><list><item><p>b</p></item></list>', [link, 'a//', ['list', ['item', 'b']]])
})

test('continueElements() starts boxes again where a section starts, up to their ends', () => {
  const writer = createSectionWriter({ depth: 6, title: 'T' })
  const box = writer.open({ type: 'callout', kind: 'tip' })
  writer.open({ type: 'quote' })
  writer.prose('a')
  writer.heading({ depth: 2, text: 'B', anchor: 'b', line: 1 })
  writer.prose('b')
  writer.close(box)
  writer.separate('block')
  writer.prose('c')
  const { sections } = writer.finish()
  assert.deepEqual(sections.map(({ structure }) => structure), ['N(tip)Q.1.', 'N(tip|+).1'])
  assert.deepEqual(sections.map(treeOf), ['<callout kind=tip><quote><p>a</p></quote></callout>', '<p>b</p><p>c</p>'])
})

test('createStructureWriter() keeps no address that could run a script, and the text of its link', () => {
  for (const href of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)', '\u0001j\nava\rscript:x', 'data:text/html,x', 'vbscript:x', '', `/${'a'.repeat(2_000)}`]) {
    check('<p>a</p>', [{ type: 'link', href, line: 1 }, 'a'])
    check('<p>a</p>', [{ type: 'image', src: href }, 'a'])
  }
  check('<p><link href=mailto:a@b.c>a</link></p>', [{ type: 'link', href: 'mailto:a@b.c', line: 1 }, 'a'])
})

test('createStructureWriter() keeps the text of elements that are nested too deep, and those around them', () => {
  const nest = (depth: number): Part => (depth === 0 ? 'a' : ['quote', nest(depth - 1)])
  const quotes = 32
  check(`${'<quote>'.repeat(quotes)}<p>a</p>${'</quote>'.repeat(quotes)}<p>b</p>`, nest(1_000), '//b')
})
