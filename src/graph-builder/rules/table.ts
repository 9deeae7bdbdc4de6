/**
 * Tables in a section's text (rows are lines, cells are separated by tabs) ->
 * the defaults in them: the cells below a heading such as "Default".
 */
import type { CodeSpan } from '../../content/structure/ranges.ts'
import type { Candidate } from './candidate.ts'

/** UTF-16 units of a default; more is an explanation. */
const MAX_DEFAULT_LENGTH = 60
/** Rows of one section. */
const MAX_ROWS = 1_000
/** A dash, an empty cell or "none", which is not a default. */
const NO_DEFAULT = /^(?:[^\p{L}\p{N}'"/[{]*|\s*(?:none|n\/a|required)\s*)$/iu
/** Less than the weight of a default in a sentence, because the row's key already names the setting. */
const WEIGHT = 84

/** The candidates in the order of the text. */
export function tableDefaults(text: string, code: readonly CodeSpan[]): Candidate[] {
  if (!/\bdefault/i.test(text) || !text.includes('\t')) return []
  const candidates: Candidate[] = []
  // Null outside of a table, -1 in a table without such a column.
  let column: number | null = null
  let rows = 0
  for (const { start, cells } of tablesOf(text, code)) {
    if (cells === null) column = null
    else if (column === null) column = cells.findIndex((cell) => /^default(?:s| value)?$/i.test(cell.trim()))
    else if ((rows += 1) <= MAX_ROWS) candidates.push(...cellAt(cells, column, start))
  }
  return candidates
}

interface Row {
  readonly start: number
  /** Null for a line between two tables. */
  readonly cells: readonly string[] | null
}

/** The lines of a text. Lines with a tab outside of code blocks are rows; all others separate tables. */
function* tablesOf(text: string, code: readonly CodeSpan[]): Generator<Row> {
  const blocks = code.filter((span) => span.isBlock).values()
  let block = blocks.next().value
  for (let start = 0; start < text.length; ) {
    while (block !== undefined && block.end <= start) block = blocks.next().value
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak === -1 ? text.length : lineBreak
    const isCode = block !== undefined && block.start <= start
    const line = text.slice(start, end)
    yield { start, cells: !isCode && line.includes('\t') ? line.split('\t') : null }
    start = end + 1
  }
}

function cellAt(cells: readonly string[], column: number, start: number): Candidate[] {
  const cell = cells[column]
  if (cell === undefined || cell.length > MAX_DEFAULT_LENGTH || NO_DEFAULT.test(cell)) return []
  const at = start + cells.slice(0, column).reduce((sum, one) => sum + one.length + 1, 0)
  return [{ kind: 'default', weight: WEIGHT, start: at, end: at + cell.length }]
}
