/** The structure of a section -> the ranges of code and of table rows in its text, as half-open UTF-16 offsets. */
import { parseElements } from './encoding.ts'

/** The range of code in a section's text. Ranges of one section are in order and do not overlap. */
export interface CodeSpan {
  readonly start: number
  readonly end: number
  /** A fence, an indented block or `<pre>`; false for code inside a sentence. */
  readonly isBlock: boolean
  /** Language word of a fence, null if none is given. */
  readonly lang: string | null
}

/** A row of a table. Rows are in order and do not overlap. */
export interface TableRow {
  readonly start: number
  readonly end: number
  readonly isHeader: boolean
  /** The cells that have text, in order. */
  readonly cells: readonly { readonly start: number; readonly end: number }[]
}

/** The code of a section, in order. */
export function codeSpans(structure: string): CodeSpan[] {
  const spans: CodeSpan[] = []
  for (const { element, start, end } of parseElements(structure)) {
    if (end === start) continue
    if (element.type === 'code') spans.push({ start, end, isBlock: true, lang: element.lang })
    else if (element.type === 'inline-code') spans.push({ start, end, isBlock: false, lang: null })
  }
  return spans
}

/**
 * The rows up to an offset, without those of tables inside cells; a longer row ends there.
 *
 * @example
 * const { pages } = readSite([{ path: 'a.md', text: '# A\n\n| flag | default |\n|---|---|\n| port | 8787 |' }])
 * const [{ text, structure }] = chunkPages(pages)
 * tableRows(structure).map(({ start, end }) => text.slice(start, end).split('\t')) // [['flag', 'default'], ['port', '8787']]
 */
export function tableRows(structure: string, limit = Infinity): TableRow[] {
  // Most sections have no table: the letter of one is looked for first.
  if (!structure.includes('T')) return []
  const rows: TableRow[] = []
  /** The cells of the last row, its end and its level. */
  let cells: { start: number; end: number }[] = []
  let rowEnd = 0
  let rowLevel = 0
  for (const { element, start, end, level } of parseElements(structure)) {
    if (end === start || start >= limit) continue
    const isInside = start < rowEnd && level > rowLevel
    if (element.type === 'row' && !isInside) {
      cells = []
      rowEnd = Math.min(end, limit)
      rowLevel = level
      rows.push({ start, end: rowEnd, isHeader: element.isHeader, cells })
    } else if (element.type === 'cell' && isInside && level === rowLevel + 1 && end <= limit) cells.push({ start, end })
  }
  return rows
}
