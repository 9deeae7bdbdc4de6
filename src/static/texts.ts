/** Sections as they are shown <-> a part: a JSON list of lists, which packs well and needs no names. */
import { parseJson } from '../base/json.ts'
import type { RowRange } from '../search/show/lines.ts'
import type { ShownChunk } from '../search/searcher.ts'

/** The bytes of some sections. The `structure` of each is written by `formatRows`. */
export function encodeTexts(sections: readonly ShownChunk[]): Uint8Array {
  const rows = sections.map(({ id, title, heading, url, group, lang, text, code = [], structure }) => {
    const spans = code.flatMap(({ start, end, isBlock }) => [start, end, isBlock ? 1 : 0])
    return [id, title, heading ?? '', url, group ?? '', lang ?? '', text, spans, structure ?? '']
  })
  return new TextEncoder().encode(JSON.stringify(rows))
}

/** The sections in a part. */
export function decodeTexts(bytes: Uint8Array): ShownChunk[] {
  return listOf(parseJson(new TextDecoder().decode(bytes))).map((section) => {
    const fields = listOf(section)
    const [id, title, heading, url, group, lang, text] = fields.map((field) => (typeof field === 'string' ? field : ''))
    const spans = numbersOf(fields[7])
    const code = Array.from({ length: Math.floor(spans.length / 3) }, (_, i) => {
      const [start = 0, end = 0, isBlock = 0] = spans.slice(3 * i)
      return { start, end, isBlock: isBlock === 1 }
    })
    const structure = typeof fields[8] === 'string' ? fields[8] : ''
    return {
      id: id ?? '', title: title ?? '', heading: heading ?? '', url: url ?? '', group: group ?? '', lang: lang ?? '',
      text: text ?? '', code, ...(structure !== '' && { structure }),
    }
  })
}

/** Rows of tables as a notation: for each its start, end, 1 for a header, number of cells, and these. Empty for none. */
export function formatRows(rows: readonly RowRange[]): string {
  return rows.map(({ start, end, isHeader, cells }) => {
    return [start, end, isHeader ? 1 : 0, cells.length, ...cells.flatMap((cell) => [cell.start, cell.end])].join(' ')
  }).join(' ')
}

/** The rows in such a notation. */
export function parseRows(notation: string): RowRange[] {
  const numbers = notation.split(' ').map(Number).values()
  const next = () => numbers.next().value ?? 0
  const rows: RowRange[] = []
  for (let start = numbers.next().value; start !== undefined; start = numbers.next().value) {
    const [end, isHeader, count] = [next(), next() === 1, Math.min(next(), notation.length)]
    rows.push({ start, end, isHeader, cells: Array.from({ length: count }, () => ({ start: next(), end: next() })) })
  }
  return rows
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function numbersOf(value: unknown): readonly number[] {
  return listOf(value).filter((item) => typeof item === 'number')
}
