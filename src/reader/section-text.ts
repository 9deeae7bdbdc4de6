/**
 * The plain text of a section with its code spans -> paragraphs, lists, tables and code blocks. The text has kept only
 * the breaks of its markup (see `content/page`): a block of several lines is a list, a block with tabs is a table whose
 * first row is its head.
 */
import type { Chunk } from '../content/chunk.ts'
import { type Child, element, type Markup } from './html.ts'

/** A function that renders prose without breaks. */
export type RenderProse = (text: string) => Child

type Cell = Child[]
type Line = Cell[]

/** The blocks of a section, in order. */
export function renderText({ text, code }: Pick<Chunk, 'text' | 'code'>, renderProse: RenderProse): Markup[] {
  const blocks: Markup[] = []
  let cell: Cell = []
  let line: Line = [cell]
  let lines: Line[] = [line]
  let at = 0

  function openCell(): void {
    cell = []
    line.push(cell)
  }

  function openLine(): void {
    cell = []
    line = [cell]
    lines.push(line)
  }

  function closeBlock(): void {
    const filled = lines.filter((line) => line.some((cell) => cell.length > 0))
    if (filled.length > 0) blocks.push(renderBlock(filled))
    lines = []
    openLine()
  }

  function addProse(prose: string): void {
    for (const piece of prose.split(/(\n\n|\n|\t)/)) {
      if (piece === '\n\n') closeBlock()
      else if (piece === '\n') openLine()
      else if (piece === '\t') openCell()
      else if (piece !== '') cell.push(renderProse(piece))
    }
  }

  for (const span of code) {
    addProse(text.slice(at, span.start))
    const literal = text.slice(span.start, span.end)
    if (span.isBlock) {
      closeBlock()
      blocks.push(renderCode(literal))
    } else cell.push(element('code', {}, literal))
    at = span.end
  }
  addProse(text.slice(at))
  closeBlock()
  return blocks
}

function renderCode(text: string): Markup {
  // Wide code can be scrolled with the keyboard only if it can have the focus.
  return element('pre', { tabindex: '0', dir: 'ltr' }, element('code', {}, text))
}

function renderBlock(lines: readonly Line[]): Markup {
  const [first = [], ...others] = lines
  if (lines.some((line) => line.length > 1)) return renderTable(lines)
  if (others.length === 0) return element('p', {}, ...first)
  return element('ul', {}, lines.map((line) => element('li', {}, ...line)))
}

/** Text has no empty cells: a short head gets empty cells at its start, the last cell of a short row spans the rest. */
function renderTable([head = [], ...rows]: readonly Line[]): Markup {
  const columns = Math.max(head.length, ...rows.map((row) => row.length))
  const headRow = [
    ...Array.from({ length: columns - head.length }, () => element('td', {})),
    ...head.map((cell) => element('th', { scope: 'col' }, ...cell)),
  ]
  const body = rows.map((row) => {
    const missing = columns - row.length
    return element('tr', {}, row.map((cell, index) => {
      const span = index === row.length - 1 && missing > 0 ? String(missing + 1) : null
      return element('td', { colspan: span }, ...cell)
    }))
  })
  const table = element('table', {}, element('thead', {}, element('tr', {}, headRow)), element('tbody', {}, body))
  return element('div', { class: 'table', tabindex: '0' }, table)
}
