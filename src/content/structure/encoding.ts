/**
 * The structure of a section as one short string: a token for each start and
 * end of an element, in the order of the text. A token is a letter for a start
 * or `.` for an end, the distance from the token before it in UTF-16 units
 * (left out for 0), and for some elements their attributes: `L(3)i4.12i1.9.`.
 * Strings take a tenth of the memory of objects, and go into files as they are.
 */
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

const ZERO = 0x30
const OPEN = 0x28
const ADDRESS = /[am]\d*\(/
const ESCAPED = /[%|()]/g
const ESCAPES = /%(25|7C|28|29)/g

/** A start of an element, or the end of the innermost open one (`start` null). */
export interface StructureToken {
  readonly start: ElementStart | null
  /** UTF-16 offset into the text. */
  readonly at: number
}

/** Formats a start, or an end for null, `distance` after the token before it. */
export function formatToken(start: ElementStart | null, distance: number): string {
  const head = (start === null ? '.' : LETTERS[start.type]) + (distance === 0 ? '' : distance)
  return start === null ? head : head + formatAttributes(start)
}

/** Parses a structure; a character that starts no token is passed over. */
export function parseTokens(structure: string): readonly StructureToken[] {
  const tokens: StructureToken[] = []
  scanTokens(structure, (letter, at, from, to) => {
    const type = TYPES.get(letter)
    if (type !== undefined) {
      const attributes = from === to ? [] : structure.slice(from + 1, to - 1).split('|').map(unescape)
      tokens.push({ start: startOf(type, attributes), at })
    } else if (letter === '.') tokens.push({ start: null, at })
  })
  return tokens
}

/**
 * Calls `visit` with the letter of each token, its offset into the text, and the bounds in the structure of its
 * attributes with their parentheses, the same if it has none.
 */
function scanTokens(structure: string, visit: (letter: string, at: number, from: number, to: number) => void): void {
  let at = 0
  for (let index = 0; index < structure.length; ) {
    const letter = structure.charAt(index)
    index += 1
    let distance = 0
    for (
      let digit = structure.charCodeAt(index) - ZERO;
      digit >= 0 && digit <= 9;
      digit = structure.charCodeAt(index) - ZERO
    ) {
      distance = distance * 10 + digit
      index += 1
    }
    at += distance
    // 0 without parentheses.
    const end = structure.charCodeAt(index) === OPEN ? structure.indexOf(')', index) + 1 : 0
    visit(letter, at, index, end || index)
    index = end || index
  }
}

/**
 * True for the structure of a text of `length` UTF-16 units, as `formatToken` writes it: each element ends, none after
 * the text.
 */
export function isWellFormed(structure: string, length: number): boolean {
  let depth = 0
  let last = 0
  const tokens: string[] = []
  for (const { start, at } of parseTokens(structure)) {
    depth += start === null ? -1 : 1
    if (depth < 0) return false
    tokens.push(formatToken(start, at - last))
    last = at
  }
  return depth === 0 && last <= length && tokens.join('') === structure
}

/** Functions for the addresses of a structure, called in order. */
export interface AddressMap {
  readonly link: (href: string, line: number) => string
  readonly image: (src: string) => string
  /** Takes the range of text in the link that was mapped last. Default: not told. */
  readonly linkText?: (start: number, end: number) => void
}

/** The structure with other addresses, and without the lines of links. */
export function mapAddresses(structure: string, { link, image, linkText }: AddressMap): string {
  if (!ADDRESS.test(structure)) return structure
  let mapped = ''
  let copied = 0
  let depth = 0
  /** The open link, which holds no other: its depth, 0 for none, and its start. */
  let linkDepth = 0
  let linkStart = 0
  scanTokens(structure, (letter, at, from, to) => {
    if (letter === '.') {
      if (depth === linkDepth) {
        linkText?.(linkStart, at)
        linkDepth = 0
      }
      depth -= 1
      return
    }
    depth += 1
    const isLink = letter === LETTERS.link
    if (!isLink && letter !== LETTERS.image) return
    if (isLink) [linkDepth, linkStart] = [depth, at]
    const [source = '', line = ''] = structure.slice(from + 1, to - 1).split('|')
    const address = unescape(source)
    mapped +=
      structure.slice(copied, from) + inParentheses(escape(isLink ? link(address, Number(line)) : image(address)))
    copied = to
  })
  return mapped + structure.slice(copied)
}

/** The attributes in parentheses; an empty text if all have default values. */
function formatAttributes(start: ElementStart): string {
  switch (start.type) {
    case 'heading': return `(${start.depth})`
    case 'list': return start.first === null ? '' : `(${start.first})`
    case 'item': return start.isDone === null ? '' : start.isDone ? '(x)' : '(o)'
    case 'row': return start.isHeader ? '(h)' : ''
    case 'code': {
      const { lang, inserted, deleted, marked } = start
      const lines = [inserted, deleted, marked]
      const isMarked = lines.some((ranges) => ranges.length > 0)
      return inParentheses(escape(lang ?? '') + (isMarked ? `|${lines.map(formatRanges).join('|')}` : ''))
    }
    case 'callout': return inParentheses(escape(start.kind))
    case 'footnote':
    case 'footnote-reference': return inParentheses(escape(start.label))
    case 'link': return inParentheses(escape(start.href) + (start.line === 0 ? '' : `|${start.line}`))
    case 'image': return inParentheses(escape(start.src))
    case 'anchor': return inParentheses(escape(start.id))
    default: return ''
  }
}

function inParentheses(attributes: string): string {
  return attributes === '' ? '' : `(${attributes})`
}

function startOf(type: ElementType, [first = '', ...more]: readonly string[]): ElementStart {
  switch (type) {
    case 'heading': return { type, depth: Number(first) }
    case 'list': return { type, first: first === '' ? null : Number(first) }
    case 'item': return { type, isDone: first === '' ? null : first === 'x' }
    case 'row': return { type, isHeader: first === 'h' }
    case 'code': {
      const [inserted = [], deleted = [], marked = []] = more.map(parseRanges)
      return { type, lang: first === '' ? null : first, inserted, deleted, marked }
    }
    case 'callout': return { type, kind: first }
    case 'footnote':
    case 'footnote-reference': return { type, label: first }
    case 'link': return { type, href: first, line: Number(more[0] ?? 0) }
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
  return value.search(ESCAPED) === -1
    ? value
    : value.replace(ESCAPED, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

function unescape(value: string): string {
  return value.includes('%')
    ? value.replace(ESCAPES, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : value
}
