import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import type { ElementStart } from '../../../../src/core/content/structure/element.ts'
import {
  type AddressedRange, codeSpans, formatElements, formatToken, isWellFormed, mapAddresses, parseElements, replaceTexts, tableRows,
} from '../../../../src/core/content/structure/encoding.ts'
import { readSite } from '../../../../src/core/ask.ts'
import { readPage } from '../../../support/markdown.ts'

const NO_LINES = { inserted: [], deleted: [], marked: [] }
const STARTS: readonly (readonly [ElementStart, string])[] = [
  [{ type: 'heading', depth: 4 }, 'H(4)'], [{ type: 'list', first: null }, 'L'], [{ type: 'list', first: 3 }, 'L(3)'],
  [{ type: 'item', isDone: null }, 'i'], [{ type: 'item', isDone: true }, 'i(x)'],
  [{ type: 'item', isDone: false }, 'i(o)'], [{ type: 'row', isHeader: true }, 'r(h)'],
  [{ type: 'row', isHeader: false }, 'r'], [{ type: 'code', lang: null, ...NO_LINES }, 'C'],
  [{ type: 'code', lang: 'js', ...NO_LINES }, 'C(js)'],
  [{ type: 'code', lang: null, inserted: [[1, 1], [3, 5]], deleted: [[2, 2]], marked: [] }, 'C(|1,3-5|2|)'],
  [{ type: 'callout', kind: 'tip' }, 'N(tip)'], [{ type: 'callout', kind: 'tip', isContinued: true }, 'N(tip|+)'],
  [{ type: 'details' }, 'S'], [{ type: 'details', isContinued: true }, 'S(+)'], [{ type: 'tab', isContinued: true }, 'g(+)'],
  [{ type: 'link', href: '/a(b)|50%', line: 12 }, 'a(/a%28b%29%7C50%25|12)'],
  [{ type: 'link', href: '/', line: 0 }, 'a(/)'], [{ type: 'image', src: '../a.png' }, 'm(../a.png)'],
  [{ type: 'footnote-reference', label: '1' }, 'n(1)'], [{ type: 'inline-code' }, 'k'],
]

test('formatToken() and parseElements() keep every start with its attributes', () => {
  for (const [element, token] of STARTS) {
    assert.equal(formatToken(element, 0), token)
    assert.deepEqual(parseElements(`${token}.`), [{ element, start: 0, end: 0, level: 0 }])
  }
})

test('isWellFormed() takes elements that end, inside of the text', () => {
  for (const structure of ['', 'b4.12', 'Li.4.', 'b.']) assert.ok(isWellFormed(structure, 16), structure)
  for (const structure of ['b', '.', 'b4.13', 'b4.12.', 'b4.12 ', '?', 'b04.12', 'b(x).1', 'H(x).1']) {
    assert.ok(!isWellFormed(structure, 16), structure)
  }
})

test('mapAddresses() replaces addresses and takes lines away', () => {
  const addressOf = ({ element }: AddressedRange) => (element.type === 'link' ? `${element.href}${element.line}` : `/${element.src}`)
  assert.equal(mapAddresses('b1a2(/a|7).3a(%29)..m(x).k.', addressOf), 'b1a2(/a7).3a(%290)..m(/x).k.')
  const ranges: number[][] = []
  mapAddresses('b1a(/a)e2.1.1.2k.1a(/b).1', ({ start, end }) => String(ranges.push([start, end])))
  assert.deepEqual(ranges, [[1, 5], [8, 9]])
  assert.equal(mapAddresses('b1a(/a)e2k.1.1m(/c)..3.', ({ element }) => (element.type === 'link' ? null : element.src)), 'b1e2k.1.1m(/c)..3')
})

/** The rows of a page's first section, as texts. */
function rowsOf(html: string, limit?: number) {
  const [chunk] = chunkPages(readSite([{ path: 'index.html', text: `<main><h1>Title</h1>${html}</main>` }]).pages)
  const { text, structure } = chunk!
  return tableRows(structure, limit).map(({ start, end, isHeader, cells }) => ({
    row: text.slice(start, end),
    isHeader,
    cells: cells.map((cell) => text.slice(cell.start, cell.end)),
  }))
}

test('codeSpans() takes code right after a place that links lead to', () => {
  const { sections: [section] } = readPage('<a id="a"></a>`--port` b\n\n<a id="c"></a>\n\n```sh\nd\n```\n')
  assert.deepEqual(codeSpans(section!.structure), [
    { start: 0, end: 6, isBlock: false, lang: null }, { start: 10, end: 11, isBlock: true, lang: 'sh' },
  ])
})

test('tableRows() gives rows with their cells', () => {
  const html = '<p>Text.</p><table><thead><tr><th>Name<th>Default</tr></thead><tr><td>a <b>b</b><td>1</tr></table><p>T</p>'
  assert.deepEqual(rowsOf(html), [
    { row: 'Name\tDefault', isHeader: true, cells: ['Name', 'Default'] },
    { row: 'a b\t1', isHeader: false, cells: ['a b', '1'] },
  ])
  assert.deepEqual(rowsOf('<p>Text.</p>'), [])
})

test('tableRows() leaves out cells without text', () => {
  assert.deepEqual(rowsOf('<table><tr><td>a<td><td>b<td></tr><tr><td></tr></table>').map(({ cells }) => cells), [['a', 'b']])
})

test('tableRows() takes a table inside a cell as text of the cell', () => {
  // The cells "a x y", with a table of "x" and "y", and "b"; then the cell "c".
  const rows = tableRows('TrcT2rc.1c1.1...c1.1.r1c.1..')
  assert.deepEqual(rows, [
    { start: 0, end: 7, isHeader: false, cells: [{ start: 0, end: 5 }, { start: 6, end: 7 }] },
    { start: 8, end: 9, isHeader: false, cells: [{ start: 8, end: 9 }] },
  ])
})

test('tableRows() ends at its limit', () => {
  const html = `<table>${'<tr><td>abc<td>def</tr>'.repeat(10)}</table>`
  assert.deepEqual(rowsOf(html, 12).map(({ row, cells }) => [row, cells.length]), [['abc\tdef', 2], ['abc\t', 1]])
})

test('replaceTexts() moves what is after the texts, and the ends around them', () => {
  const text = 'a bb c d e'
  const named = (section: { readonly text: string; readonly structure: string }) => {
    return parseElements(section.structure).map(({ element, start, end }) => `${element.type} ${section.text.slice(start, end)}`)
  }
  const elements = [
    { element: { type: 'quote' }, start: 0, end: 10, level: 0 }, { element: { type: 'link', href: '/x', line: 0 }, start: 2, end: 4, level: 1 },
    { element: { type: 'strong' }, start: 5, end: 8, level: 1 }, { element: { type: 'link', href: '/y', line: 0 }, start: 7, end: 8, level: 2 },
    { element: { type: 'inline-code' }, start: 9, end: 10, level: 1 },
  ] as const
  const replaced = replaceTexts({ text, structure: formatElements(elements) }, [{ start: 2, end: 4, text: 'x' }, { start: 7, end: 8, text: 'yyy' }])
  assert.equal(replaced.text, 'a x c yyy e')
  assert.deepEqual(named(replaced), ['quote a x c yyy e', 'link x', 'strong c yyy', 'link yyy', 'inline-code e'])
})

test('replaceTexts() leaves out what is in a range without a text in its place, and ends what reaches into it', () => {
  const text = 'a b c d'
  const elements = [
    { element: { type: 'strong' }, start: 0, end: 3, level: 0 }, { element: { type: 'emphasis' }, start: 2, end: 3, level: 1 },
    { element: { type: 'inline-code' }, start: 4, end: 5, level: 0 }, { element: { type: 'deleted' }, start: 6, end: 7, level: 0 },
  ] as const
  const cut = replaceTexts({ text, structure: formatElements(elements) }, [{ start: 2, end: 6, text: '' }])
  assert.deepEqual(cut, { text: 'a d', structure: 'b.2s.1' })
})
