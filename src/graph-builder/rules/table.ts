/**
 * Tables in a section's text (rows are lines, cells are parted by tabs) -> the
 * defaults they state: the cells below a heading such as "Default".
 */
import type { CodeSpan } from '../../content/page.ts'
import type { Candidate } from './candidate.ts'

/** UTF-16 units of a default that is still a value and no explanation. */
const MAX_DEFAULT_LENGTH = 60
/** Rows of one section. */
const MAX_ROWS = 1_000
/** A dash, nothing or "none" is no default. */
const NOTHING = /^(?:[^\p{L}\p{N}'"/[{]*|\s*(?:none|n\/a|required)\s*)$/iu
/** Below the weight of a default that a sentence states: a row's key says which setting it belongs to. */
const WEIGHT = 84

/** In the order of the text. */
export function tableDefaults(text: string, code: readonly CodeSpan[]): Candidate[] {
  if (!/\bdefault/i.test(text) || !text.includes('\t')) return []
  const found: Candidate[] = []
  // Null outside of a table, -1 in a table without such a column.
  let column: number | null = null
  let rows = 0
  for (const { start, cells } of tablesOf(text, code)) {
    if (cells === null) column = null
    else if (column === null) column = cells.findIndex((cell) => /^default(?:s| value)?$/i.test(cell.trim()))
    else if ((rows += 1) <= MAX_ROWS) found.push(...cellAt(cells, column, start))
  }
  return found
}

interface Row {
  readonly start: number
  /** Null for what parts two tables. */
  readonly cells: readonly string[] | null
}

/** Lines with a tab, outside of code blocks; anything else parts tables. */
function* tablesOf(text: string, code: readonly CodeSpan[]): Generator<Row> {
  const blocks = code.filter((span) => span.isBlock)
  let block = 0
  for (let start = 0; start < text.length; ) {
    while (block < blocks.length && blocks[block]!.end <= start) block += 1
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const isCode = block < blocks.length && blocks[block]!.start <= start
    const line = text.slice(start, end)
    yield { start, cells: !isCode && line.includes('\t') ? line.split('\t') : null }
    start = end + 1
  }
}

function cellAt(cells: readonly string[], column: number, start: number): Candidate[] {
  const cell = cells[column]
  if (cell === undefined || cell.length > MAX_DEFAULT_LENGTH || NOTHING.test(cell)) return []
  const at = start + cells.slice(0, column).reduce((sum, one) => sum + one.length + 1, 0)
  return [{ kind: 'default', weight: WEIGHT, start: at, end: at + cell.length }]
}
