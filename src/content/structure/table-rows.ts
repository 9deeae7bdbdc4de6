/** The structure of a section -> the rows of the tables in its text. */
import { parseTokens } from './encoding.ts'

/** A row of a table: a half-open UTF-16 range of the section's text. Rows are in order and do not overlap. */
export interface TableRow {
  readonly start: number
  readonly end: number
  readonly isHeader: boolean
  /** The cells that have text, in order. */
  readonly cells: readonly { readonly start: number; readonly end: number }[]
}

/** The rows up to an offset, without those of tables inside cells; a longer row ends there. */
export function tableRows(structure: string, limit = Infinity): TableRow[] {
  const rows: TableRow[] = []
  // Most sections have no table: the letter of one is looked for first.
  if (!structure.includes('T')) return rows
  let depth = 0
  let row: { start: number; isHeader: boolean; depth: number; cells: { start: number; end: number }[] } | null = null
  let cellStart: number | null = null
  for (const { start, at } of parseTokens(structure)) {
    if (at > limit) {
      const { start: from = limit, isHeader = false, cells = [] } = row ?? {}
      if (from < limit) rows.push({ start: from, end: limit, isHeader, cells })
      break
    }
    depth += start === null ? -1 : 1
    if (start?.type === 'row' && row === null) row = { start: at, isHeader: start.isHeader, depth, cells: [] }
    else if (row === null) continue
    else if (start?.type === 'cell' && depth === row.depth + 1) cellStart = at
    else if (start === null && depth === row.depth && cellStart !== null) {
      if (at > cellStart) row.cells.push({ start: cellStart, end: at })
      cellStart = null
    } else if (depth < row.depth) {
      const { start: from, isHeader, cells } = row
      if (at > from) rows.push({ start: from, end: at, isHeader, cells })
      row = null
    }
  }
  return rows
}
