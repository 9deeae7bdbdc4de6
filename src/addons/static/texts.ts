/** Sections as they are shown <-> a part: a JSON list of lists, which compresses well and needs no field names. */
import { parseJson } from '../../core/base.ts'
import type { RowRange, ShownChunk } from '../../core/search.ts'

/** The bytes of sections. Their `structure` is the notation of `formatRows`, and their `code` has blocks only. */
export function encodeTexts(sections: readonly ShownChunk[]): Uint8Array {
  const lists = sections.map(({ id, title, heading, url, group, lang, text, code = [], structure, queries = [] }) => {
    const ranges = formatRanges(code)
    const optional = [structure ?? '', queries.join('\n')]
    return [id, title, heading ?? '', url, group ?? '', lang ?? '', text, ranges, ...optional]
  })
  return new TextEncoder().encode(JSON.stringify(lists))
}

/** The sections in a part. */
export function decodeTexts(bytes: Uint8Array): ShownChunk[] {
  return listOf(parseJson(new TextDecoder().decode(bytes))).map((section) => {
    const texts = listOf(section).map((field) => (typeof field === 'string' ? field : ''))
    const [
      id = '', title = '', heading = '', url = '', group = '', lang = '', text = '', code = '', structure = '',
      queries = '',
    ] = texts
    const blocks = parseRanges(code).map((range) => ({ ...range, isBlock: true }))
    return {
      id, title, heading, url, group, lang, text,
      code: blocks,
      ...(structure !== '' && { structure }),
      ...(queries !== '' && { queries: queries.split('\n') }),
    }
  })
}

/** A half-open range of a text. */
interface Range {
  readonly start: number
  readonly end: number
}

/** Ranges as a notation: for each, its distance from the end of the previous one, and its length. */
function formatRanges(ranges: readonly Range[]): string {
  let last = 0
  return ranges.map(({ start, end }) => {
    const distance = start - last
    last = end
    return `${distance} ${end - start}`
  }).join(' ')
}

function parseRanges(notation: string): Range[] {
  let end = 0
  return [...notation.matchAll(/(-?\d+) (\d+)/g)].map(([, distance, length]) => {
    const start = end + Number(distance)
    end = start + Number(length)
    return { start, end }
  })
}

/** Table rows as a notation: the ranges of a row and its cells, from the end of the previous row; `!` for a header. */
export function formatRows(rows: readonly RowRange[]): string {
  let last = 0
  return rows.map(({ start, end, isHeader, cells }) => {
    const ranges = [{ start, end }, ...cells].map((range) => moved(range, -last))
    last = end
    return (isHeader ? '!' : '') + formatRanges(ranges)
  }).join(',')
}

/** The rows in such a notation. */
export function parseRows(notation: string): RowRange[] {
  let last = 0
  return notation.split(',').flatMap((row) => {
    const [range, ...cells] = parseRanges(row).map((one) => moved(one, last))
    if (range === undefined) return []
    last = range.end
    return { ...range, isHeader: row.startsWith('!'), cells }
  })
}

function moved({ start, end }: Range, distance: number): Range {
  return { start: start + distance, end: end + distance }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
