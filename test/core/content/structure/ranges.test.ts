import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import { codeSpans, tableRows } from '../../../../src/core/content/structure/ranges.ts'
import { readSite } from '../../../../src/core/read-site.ts'
import { readPage } from '../../../support/markdown.ts'

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
