/**
 * The plain text of a section and its runs of code -> paragraphs, lists, tables
 * and code blocks. What the text keeps of its markup is its breaks (see
 * `content/page`): a block of several lines is a list, one with tabs a table
 * whose first row is its head.
 */
import type { Section } from '../content/page.ts'
import { type Child, element, type Markup } from './html.ts'

/** Prose between two breaks -> what is shown of it. */
export type RenderProse = (text: string) => Child

type Cell = Child[]
type Line = Cell[]

/** The blocks of a section, in order. */
export function renderText({ text, code }: Pick<Section, 'text' | 'code'>, showProse: RenderProse): Markup[] {
  const blocks: Markup[] = []
  let lines: Line[] = [[[]]]
  let at = 0

  function closeBlock(): void {
    const filled = lines.filter((line) => line.some((cell) => cell.length > 0))
    if (filled.length > 0) blocks.push(renderBlock(filled))
    lines = [[[]]]
  }

  function addProse(prose: string): void {
    for (const piece of prose.split(/(\n\n|\n|\t)/)) {
      if (piece === '\n\n') closeBlock()
      else if (piece === '\n') lines.push([[]])
      else if (piece === '\t') lines.at(-1)!.push([])
      else if (piece !== '') lines.at(-1)!.at(-1)!.push(showProse(piece))
    }
  }

  for (const span of code) {
    addProse(text.slice(at, span.start))
    const literal = text.slice(span.start, span.end)
    if (span.isBlock) {
      closeBlock()
      blocks.push(renderCode(literal))
    } else lines.at(-1)!.at(-1)!.push(element('code', {}, literal))
    at = span.end
  }
  addProse(text.slice(at))
  closeBlock()
  return blocks
}

function renderCode(text: string): Markup {
  // Code may be wider than the page: the keyboard scrolls what has the focus.
  return element('pre', { tabindex: '0', dir: 'ltr' }, element('code', {}, text))
}

function renderBlock(lines: readonly Line[]): Markup {
  if (lines.some((line) => line.length > 1)) return renderTable(lines)
  if (lines.length === 1) return element('p', {}, ...lines[0]!)
  return element('ul', {}, lines.map((line) => element('li', {}, ...line)))
}

/** Text has no empty cells: a short head lacks its corner, a short row its middle, which its last cell takes up. */
function renderTable([head = [], ...rows]: readonly Line[]): Markup {
  const columns = Math.max(head.length, ...rows.map((row) => row.length))
  const corner: Line = Array.from({ length: columns - head.length }, () => [])
  const headRow = [
    ...corner.map(() => element('td', {})),
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
