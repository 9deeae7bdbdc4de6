/** Rows and cells -> an HTML table. */
import type { Element, Node } from '../../content/structure/tree.ts'
import { type Child, element, type Markup } from './html.ts'

/** Columns of a table; further cells share the last one. */
const MAX_COLUMNS = 200

type Row = Element & { readonly type: 'row' }

/** A function that renders the content of a cell; `isHeader` for one of the head. */
export type RenderCell = (cell: Node, isHeader: boolean) => Child

/** Renders a table. The header rows at its start are its head. */
export function renderTable({ children }: Element, renderCell: RenderCell): Markup {
  const rows = children.filter((row): row is Row => row.type === 'row')
  const headEnd = rows.findIndex(({ isHeader }) => !isHeader)
  const headRows = headEnd === -1 ? rows : rows.slice(0, headEnd)
  const bodyRows = headEnd === -1 ? [] : rows.slice(headEnd)
  const columns = Math.min(MAX_COLUMNS, rows.reduce((most, row) => Math.max(most, row.children.length), 0))

  function renderRow(row: Row, isHead: boolean): Markup {
    const [first, last] = [row.children.slice(0, columns - 1), row.children.slice(columns - 1)]
    const cells = [...first.map((cell) => [cell]), ...(last.length > 0 ? [last] : [])].map((nodes) => {
      const content = nodes.map((cell) => renderCell(cell, isHead))
      const isEmpty = nodes.every(({ start, end }) => start === end)
      return isHead && !isEmpty ? element('th', { scope: 'col' }, ...content) : element('td', {}, ...content)
    })
    const missing = columns - cells.length
    const filling = missing > 0 ? element('td', { colspan: missing > 1 ? String(missing) : null }) : null
    return element('tr', {}, cells, filling)
  }

  const head = headRows.length === 0 ? null : element('thead', {}, headRows.map((row) => renderRow(row, true)))
  const body = bodyRows.length === 0 ? null : element('tbody', {}, bodyRows.map((row) => renderRow(row, false)))
  return element('div', { class: 'table', tabindex: '0' }, element('table', {}, head, body))
}
