/**
 * A text and its layout -> its lines as excerpts show them: without indents and empty lines, with cells of tables
 * joined by a dot; and its zones, the parts that are not prose.
 */
import { partitionPoint } from '../../base/partition-point.ts'

/** A half-open UTF-16 range. */
interface Range {
  readonly start: number
  readonly end: number
}

/** A row of a table in a text: a half-open UTF-16 range. */
export interface RowRange {
  readonly start: number
  readonly end: number
  readonly isHeader: boolean
  /** The cells that have text, in order. */
  readonly cells: readonly { readonly start: number; readonly end: number }[]
}

/** The parts of a text that are not prose; those of each list in order, without overlap. */
export interface Layout {
  readonly code: readonly (Range & { readonly isBlock: boolean })[]
  readonly rows: readonly RowRange[]
}

/** A code block or a row of a table in lines. */
export interface Zone extends Range {
  readonly isHeader: boolean
}

/** Lines, and their zones in order, without overlap. */
export interface Lines {
  readonly text: string
  readonly zones: readonly Zone[]
}

/** The layout of a text that is all prose. */
export const PROSE: Layout = { code: [], rows: [] }

/** The separator between two cells. */
const CELL_SEPARATOR = ' · '

/** The lines of a text. Parts of the layout beyond its end are left out. */
export function toLines(text: string, layout: Layout): Lines {
  const parts = partsOf(layout, text.length)
  if (parts.length === 0) return { text: foldLines(text).trim(), zones: [] }
  const pieces: string[] = []
  const zones: Zone[] = []
  let length = 0
  let isLineStart = true
  let at = 0

  function add(piece: string): void {
    if (piece === '') return
    pieces.push(piece)
    length += piece.length
    isLineStart = piece.endsWith('\n')
  }

  function copyTo(end: number): void {
    const piece = foldLines(text.slice(at, end))
    add(isLineStart ? piece.trimStart() : piece)
    at = Math.max(at, end)
  }

  for (const { start, end, isHeader, cells } of parts) {
    copyTo(start)
    const zoneStart = length
    for (const [i, cell] of cells.entries()) {
      if (i > 0) {
        add(CELL_SEPARATOR)
        at = cell.start
      }
      copyTo(cell.end)
    }
    copyTo(end)
    if (length > zoneStart) zones.push({ start: zoneStart, end: length, isHeader })
  }
  copyTo(text.length)
  return { text: pieces.join('').trimEnd(), zones }
}

/** The zone that an offset lies in, null for prose. */
export function zoneAt(zones: readonly Zone[], offset: number): Zone | null {
  const zone = zones[partitionPoint({ from: 0, to: zones.length }, (at) => (zones[at]?.end ?? 0) <= offset)]
  return zone !== undefined && zone.start <= offset ? zone : null
}

/** Rows and code blocks up to `limit`, in order; those inside another one are left out. */
function partsOf({ code, rows }: Layout, limit: number): RowRange[] {
  const parts: RowRange[] = []
  for (const row of rows) {
    if (row.start >= limit) break
    parts.push(row.end <= limit ? row : { ...row, end: limit, cells: row.cells.filter(({ end }) => end <= limit) })
  }
  const rowCount = parts.length
  for (const { start, end, isBlock } of code) {
    if (start >= limit) break
    if (isBlock) parts.push({ start, end: Math.min(end, limit), isHeader: false, cells: [] })
  }
  if (rowCount > 0 && rowCount < parts.length) parts.sort((a, b) => a.start - b.start)
  let last = 0
  return parts.filter(({ start, end }) => {
    if (start < last) return false
    last = end
    return true
  })
}

/** Indents and empty lines take no space in excerpts. Other white space to fold is too little to matter. */
function foldLines(text: string): string {
  return text.includes('\n') ? text.replace(/\n\s+/g, '\n') : text
}
