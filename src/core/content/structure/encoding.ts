/**
 * The structure of a section as one short string: a token for each start and end of an element, in the order of the
 * text. A token is a letter for a start or `.` for an end, the distance from the token before it in UTF-16 units (left
 * out for 0), and for some elements their attributes: `L(3)i4.12i1.9.`. Strings take a tenth of the memory of objects,
 * and go into files as they are. All that reads a structure reads the elements that `parseElements` gives: such as the
 * code in a text, and the rows of its tables.
 */
import { partitionPoint } from '../../base/partition-point.ts'
import type { ElementStart, ElementType, LineRanges } from './element.ts'

const LETTERS: Readonly<Record<ElementType, string>> = {
  'heading': 'H', 'list': 'L', 'item': 'i', 'definitions': 'D', 'term': 't', 'definition': 'd',
  'table': 'T', 'row': 'r', 'cell': 'c', 'code': 'C', 'figure': 'F', 'title': 'h', 'quote': 'Q',
  'callout': 'N', 'details': 'S', 'tabs': 'G', 'tab': 'g', 'footnote': 'f',
  'emphasis': 'e', 'strong': 'b', 'deleted': 's', 'inline-code': 'k', 'link': 'a', 'image': 'm',
  'footnote-reference': 'n', 'anchor': 'A',
}
const TYPES: ReadonlyMap<string, ElementType> = new Map(
  Object.entries(LETTERS).map(([type, letter]) => [letter, type as ElementType]),
)

const OPEN = 0x28
/** The attribute of an element that goes on below the heading of its section. */
const CONTINUED = '+'
/** The token of a link or image. */
const ADDRESS = /[am]\d*\(/
const ESCAPED = /[%|()]/g
const ESCAPES = /%(?:25|7C|28|29)/g

/** A half-open range of a text, in UTF-16 units. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** An element and its range of the text. */
export interface ElementRange extends TextRange {
  readonly element: ElementStart
  /** Number of elements around it. */
  readonly level: number
}

/**
 * The elements in the order of their starts, those around others first. One without an end has an empty range; a
 * character that starts no token is passed over.
 */
export function parseElements(structure: string): readonly ElementRange[] {
  const elements: ElementRange[] = []
  const open: { end: number }[] = []
  let at = 0
  for (let index = 0; index < structure.length; ) {
    const letter = structure.charAt(index)
    let head = index + 1
    while (structure.charCodeAt(head) >= 0x30 && structure.charCodeAt(head) <= 0x39) head += 1
    const end = structure.charCodeAt(head) === OPEN ? structure.indexOf(')', head) + 1 : 0
    if (head > index + 1) at += Number(structure.slice(index + 1, head))
    index = end || head
    const type = TYPES.get(letter)
    if (type !== undefined) {
      const attributes = index === head ? '' : structure.slice(head + 1, index - 1)
      const range = { element: startOf(type, attributes), start: at, end: at, level: open.length }
      elements.push(range)
      open.push(range)
    } else if (letter === '.') {
      const last = open.pop()
      if (last !== undefined) last.end = at
    }
  }
  return elements
}

/** Formats a start, or an end for null, `distance` after the token before it. */
export function formatToken(start: ElementStart | null, distance: number): string {
  const way = distance === 0 ? '' : distance
  if (start === null) return `.${way}`
  const attributes = attributesOf(start)
  return LETTERS[start.type] + way + (attributes === '' ? '' : `(${attributes})`)
}

/** The structure with these elements, as `parseElements` gives them. */
export function formatElements(elements: readonly ElementRange[]): string {
  let structure = ''
  let last = 0
  const ends: number[] = []

  function add(start: ElementStart | null, at: number): void {
    structure += formatToken(start, at - last)
    last = at
  }

  function closeTo(level: number): void {
    for (let end = ends.at(-1); end !== undefined && ends.length > level; end = ends.at(-1)) {
      add(null, end)
      ends.pop()
    }
  }

  for (const { element, start, end, level } of elements) {
    closeTo(level)
    add(element, start)
    ends.push(end)
  }
  closeTo(0)
  return structure
}

/** True for the structure of a text of `length` units as `formatToken` writes it, in which each element ends. */
export function isWellFormed(structure: string, length: number): boolean {
  const elements = parseElements(structure)
  return elements.every(({ end }) => end <= length) && formatElements(elements) === structure
}

/** A range of a text, and the text in its place. */
export interface TextReplacement extends TextRange {
  readonly text: string
}

/**
 * A text with others in the place of ascending ranges of it. What is around a range or is the range itself stays around
 * the text in its place; what is in a range without a text in its place is left out.
 */
export function replaceTexts(
  { text, structure }: { readonly text: string; readonly structure: string },
  replacements: readonly TextReplacement[],
): { readonly text: string; readonly structure: string } {
  if (replacements.length === 0) return { text, structure }
  const parts: string[] = []
  /** By how much the text after each number of replacements moves, in all. */
  const moves = [0]
  let from = 0
  for (const { start, end, text: written } of replacements) {
    parts.push(text.slice(from, start), written)
    from = end
    moves.push((moves.at(-1) ?? 0) + written.length - (end - start))
  }
  /** Number of replacements that end at an offset or before. */
  function countBefore(at: number): number {
    // A binary search, because a section may have very many links.
    return partitionPoint({ from: 0, to: replacements.length }, (number) => (replacements[number]?.end ?? Infinity) <= at)
  }
  function moved(at: number): number {
    const before = countBefore(at)
    const { start = Infinity, end = 0 } = replacements[before] ?? {}
    return start < at ? end + (moves[before + 1] ?? 0) : at + (moves[before] ?? 0)
  }
  function isLeftOut(range: ElementRange): boolean {
    const around = replacements[countBefore(range.start)]
    return around !== undefined && around.text === '' && around.start <= range.start && range.end <= around.end
  }
  const elements = parseElements(structure).filter((range) => !isLeftOut(range)).map((range) => {
    return { ...range, start: moved(range.start), end: moved(range.end) }
  })
  return { text: [...parts, text.slice(from)].join(''), structure: formatElements(elements) }
}

/** A link or an image. */
export interface AddressedRange extends ElementRange {
  readonly element: ElementStart & { readonly type: 'link' | 'image' }
}

/** The structure with the addresses of `addressOf`, without lines of links; one without an address becomes text. */
export function mapAddresses(structure: string, addressOf: (range: AddressedRange) => string | null): string {
  if (structure.search(ADDRESS) === -1) return structure
  /** Levels of the elements around the next one that have become text. */
  const removed: number[] = []
  return formatElements(parseElements(structure).flatMap((range) => {
    while ((removed.at(-1) ?? -1) >= range.level) removed.pop()
    const level = range.level - removed.length
    const { element } = range
    if (element.type !== 'link' && element.type !== 'image') return { ...range, level }
    const address = addressOf({ ...range, element })
    const { type } = element
    if (address !== null) {
      return { ...range, level, element: type === 'link' ? { type, href: address, line: 0 } : { type, src: address } }
    }
    removed.push(range.level)
    return []
  }))
}

/** The attributes without those at the end that have default values, with bars between them. */
function attributesOf(start: ElementStart): string {
  switch (start.type) {
    case 'heading': return String(start.depth)
    case 'list': return start.first === null ? '' : String(start.first)
    case 'item': return start.isDone === null ? '' : start.isDone ? 'x' : 'o'
    case 'row': return start.isHeader ? 'h' : ''
    case 'code': {
      const lines = [start.inserted, start.deleted, start.marked]
      const hasLines = lines.some((ranges) => ranges.length > 0)
      return escape(start.lang ?? '') + (hasLines ? `|${lines.map(formatRanges).join('|')}` : '')
    }
    case 'callout': return escape(start.kind) + (start.isContinued ? `|${CONTINUED}` : '')
    case 'details': case 'tabs': case 'tab': return start.isContinued ? CONTINUED : ''
    case 'footnote': case 'footnote-reference': return escape(start.label)
    case 'link': return escape(start.href) + (start.line === 0 ? '' : `|${start.line}`)
    case 'image': return escape(start.src)
    case 'anchor': return escape(start.id)
    default: return ''
  }
}

function startOf(type: ElementType, attributes: string): ElementStart {
  const bar = attributes.indexOf('|')
  const first = (bar === -1 ? attributes : attributes.slice(0, bar)).replace(ESCAPES, decodeURIComponent)
  switch (type) {
    case 'heading': return { type, depth: Number(first) }
    case 'list': return { type, first: first === '' ? null : Number(first) }
    case 'item': return { type, isDone: first === '' ? null : first === 'x' }
    case 'row': return { type, isHeader: first === 'h' }
    case 'code': {
      const [, inserted = '', deleted = '', marked = ''] = bar === -1 ? [] : attributes.split('|')
      const lang = first === '' ? null : first
      return { type, lang, inserted: parseRanges(inserted), deleted: parseRanges(deleted), marked: parseRanges(marked) }
    }
    case 'callout': return { type, kind: first, ...(bar !== -1 && { isContinued: true }) }
    case 'details': case 'tabs': case 'tab': return { type, ...(first === CONTINUED && { isContinued: true }) }
    case 'footnote': case 'footnote-reference': return { type, label: first }
    case 'link': return { type, href: first, line: bar === -1 ? 0 : Number(attributes.slice(bar + 1)) }
    case 'image': return { type, src: first }
    case 'anchor': return { type, id: first }
    default: return { type }
  }
}

function formatRanges(ranges: LineRanges): string {
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(',')
}

function parseRanges(source: string): LineRanges {
  if (source === '') return []
  return source.split(',').map((range) => {
    const [first = '', last = first] = range.split('-')
    return [Number(first), Number(last)] as const
  })
}

function escape(value: string): string {
  return value.replace(ESCAPED, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

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
  return parseElements(structure).flatMap(({ element, start, end }) => {
    if (end === start || (element.type !== 'code' && element.type !== 'inline-code')) return []
    const isBlock = element.type === 'code'
    return { start, end, isBlock, lang: isBlock ? element.lang : null }
  })
}

/**
 * The rows up to an offset, without those of tables inside cells; a longer row ends there.
 *
 * @example
 * const { pages } = readSite([{ path: 'a.md', text: '# A\n\n| flag | default |\n|---|---|\n| port | 8787 |' }])
 * const [{ text, structure }] = chunkPages(pages)
 * const rows = tableRows(structure).map(({ start, end }) => text.slice(start, end))
 * rows // ['flag\tdefault', 'port\t8787']
 */
export function tableRows(structure: string, limit = Infinity): TableRow[] {
  // Most sections have no table: the letter of one is looked for first.
  if (!structure.includes('T')) return []
  const rows: TableRow[] = []
  /** The cells of the last row, its end and its level. */
  let cells: TextRange[] = []
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
