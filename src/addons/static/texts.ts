/** Sections as they are shown <-> a part: a JSON list of lists, which compresses well and needs no field names. */
import { isCount, isString, parseJson } from '../../core/base.ts'
import type { RowRange, ShownChunk } from '../../core/search.ts'
import { decodeJson, encodeJson } from './bytes.ts'

/** The bytes of sections. Their `structure` is the notation of `formatRows`, and their `code` has blocks only. */
export function encodeTexts(sections: readonly ShownChunk[]): Uint8Array {
  const lists = sections.map(({ id, title, heading, url, group, lang, text, code = [], structure, queries = [] }) => {
    const ranges = code.map(({ start, end }) => [start, end])
    return [id, title, heading ?? '', url, group ?? '', lang ?? '', text, structure ?? '', queries, ranges]
  })
  return encodeJson(lists)
}

/** The sections in a part. */
export function decodeTexts(bytes: Uint8Array): ShownChunk[] {
  return listOf(decodeJson(bytes)).map((section) => {
    const fields = listOf(section)
    const text = (number: number) => [fields[number]].filter(isString)[0] ?? ''
    const structure = text(7)
    const queries = listOf(fields[8]).filter(isString)
    return {
      id: text(0), title: text(1), heading: text(2), url: text(3), group: text(4), lang: text(5), text: text(6),
      code: listOf(fields[9]).flatMap(rangeOf).map((range) => ({ ...range, isBlock: true })),
      ...(structure !== '' && { structure }),
      ...(queries.length > 0 && { queries }),
    }
  })
}

/** Table rows as a notation: JSON lists of a row's range, its cells, and 1 for a header. */
export function formatRows(rows: readonly RowRange[]): string {
  if (rows.length === 0) return ''
  return JSON.stringify(rows.map(({ start, end, isHeader, cells }) => {
    return [start, end, cells.map((cell) => [cell.start, cell.end]), Number(isHeader)]
  }))
}

/** The rows in such a notation. */
export function parseRows(notation: string): RowRange[] {
  return listOf(parseJson(notation)).flatMap((row) => {
    const [, , cells, isHeader] = listOf(row)
    return rangeOf(row).map((range) => ({ ...range, isHeader: isHeader === 1, cells: listOf(cells).flatMap(rangeOf) }))
  })
}

/** The range that a list begins with; none for other values. */
function rangeOf(value: unknown): { readonly start: number; readonly end: number }[] {
  const [start, end] = listOf(value)
  return isCount(start) && isCount(end) ? [{ start, end }] : []
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
