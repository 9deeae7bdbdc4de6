/**
 * The first characters of a line of Markdown -> the block that they open or
 * close: CommonMark 0.31 chapters 4 and 5, tables of GFM. Each function takes
 * the line without the white space before it, and returns null for any other
 * block.
 */

const ATX = /^(#{1,6})(?:[ \t]|$)/
const FENCE = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/
const BULLET = /^[-+*](?=[ \t]|$)/
const NUMBER = /^([0-9]{1,9})[.)](?=[ \t]|$)/
const FOOTNOTE = /^\[\^([^\]\s]{1,200})\]:/
const TERM_DEFINITION = /^:(?=[ \t])/
const DELIMITER_CELL = /^\s*:?-+:?\s*$/

/** Parses `## Title`. */
export function atxHeading(text: string): { readonly depth: number; readonly text: string } | null {
  const depth = ATX.exec(text)?.[1]?.length
  return depth === undefined ? null : { depth, text: withoutClosingMarks(text.slice(depth).trim()) }
}

/** `## Title ##` is closed; `## C#` is not. */
function withoutClosingMarks(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end -= 1
  if (end === 0) return ''
  return text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trimEnd() : text
}

/** The depth of a heading whose underline is this line. */
export function setextDepth(text: string): 1 | 2 | null {
  const marks = text.trimEnd()
  const char = marks[0]
  if ((char !== '=' && char !== '-') || !isRunOf(marks, char)) return null
  return char === '=' ? 1 : 2
}

/** True for `---`, `* * *` and their like. */
export function isThematicBreak(text: string): boolean {
  const char = text[0]
  if (char !== '-' && char !== '*' && char !== '_') return false
  let count = 0
  for (const next of text) {
    if (next === char) count += 1
    else if (next !== ' ' && next !== '\t') return false
  }
  return count >= 3
}

/** The opening fence of a code block. `end` is a run of its character that may be longer, or a template tag. */
export interface Fence {
  readonly end: { readonly char: string; readonly length: number } | { readonly tag: string }
  readonly info: string
}

/** Parses an opening fence. */
export function fenceStart(text: string): Fence | null {
  const char = text[0]
  if (char !== '`' && char !== '~') return null
  const match = FENCE.exec(text)
  const length = (match?.[1] ?? match?.[3])?.length
  if (length === undefined) return null
  return { end: { char, length }, info: (match?.[2] ?? match?.[4] ?? '').trim() }
}

/** True for the line that closes the fence. */
export function isFenceEnd(text: string, { end }: Fence): boolean {
  if ('tag' in end) return text.startsWith('{') && text.includes(end.tag)
  if (!text.startsWith(end.char)) return false
  const marks = text.trimEnd()
  return marks.length >= end.length && isRunOf(marks, end.char)
}

/** The bullet or number of a list item; `kind` is the same for all items of one list. */
export interface ListMarker {
  readonly kind: string
  readonly length: number
  /** The number; null for a bullet. */
  readonly number: number | null
  /** True if it may follow a paragraph without a blank line. */
  readonly canInterrupt: boolean
}

/** Parses `-`, `1.` and their like. */
export function listMarker(text: string): ListMarker | null {
  const bullet = BULLET.exec(text)?.[0]
  if (bullet !== undefined) return { kind: bullet, length: 1, number: null, canInterrupt: text.trim() !== bullet }
  const number = NUMBER.exec(text)
  if (number === null) return null
  const [marker] = number
  const first = Number(number[1])
  const canInterrupt = first === 1 && text.trim() !== marker
  return { kind: marker.slice(-1), length: marker.length, number: first, canInterrupt }
}

/** Parses `: definition` of a definition list. */
export function termDefinition(text: string): ListMarker | null {
  return TERM_DEFINITION.test(text) ? { kind: ':', length: 1, number: null, canInterrupt: true } : null
}

/** Parses `[^label]:`. */
export function footnoteDefinition(text: string): { readonly label: string; readonly length: number } | null {
  const [marker = '', label] = FOOTNOTE.exec(text) ?? []
  return label === undefined ? null : { label, length: marker.length }
}

/** The cells of a table row, each still Markdown; `\|` is a bar. */
export function tableCells(row: string): string[] {
  const text = row.trim()
  const cells: string[] = []
  let from = text.startsWith('|') ? 1 : 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '|') {
      cells.push(text.slice(from, at))
      from = at + 1
    }
  }
  if (from < text.length) cells.push(text.slice(from))
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** True for a delimiter row with as many cells as the header above it. */
export function isDelimiterRow(text: string, header: string): boolean {
  if (!/^[|:\- \t]+$/.test(text) || !text.includes('-') || !(text.includes('|') || header.includes('|'))) return false
  const cells = tableCells(text)
  return cells.every((cell) => DELIMITER_CELL.test(cell)) && cells.length === tableCells(header).length
}

function isRunOf(text: string, char: string): boolean {
  for (const next of text) if (next !== char) return false
  return text !== ''
}
