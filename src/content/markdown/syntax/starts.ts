/**
 * What the start of a line can open or close in Markdown, without the white
 * space before it: CommonMark 0.31 chapters 4 and 5, tables of GFM. Each
 * function takes the rest of the line and answers null where it is something
 * else.
 */

const ATX = /^(#{1,6})(?:[ \t]|$)/
const FENCE = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/
const BULLET = /^[-+*](?=[ \t]|$)/
const NUMBER = /^([0-9]{1,9})[.)](?=[ \t]|$)/
const FOOTNOTE = /^\[\^([^\]\s]{1,200})\]:/
const TERM_DEFINITION = /^:(?=[ \t])/
const DELIMITER_CELL = /^\s*:?-+:?\s*$/

export function atxHeading(text: string): { readonly depth: number; readonly text: string } | null {
  const marks = ATX.exec(text)?.[1]
  return marks === undefined ? null : { depth: marks.length, text: withoutClosingMarks(text.slice(marks.length).trim()) }
}

/** `## Title ##` is closed; `## C#` is not. */
function withoutClosingMarks(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end -= 1
  if (end === 0) return ''
  return text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trimEnd() : text
}

/** 1 or 2 for the line below a heading. */
export function setextDepth(text: string): 1 | 2 | null {
  const marks = text.trimEnd()
  const char = marks[0]
  if ((char !== '=' && char !== '-') || !isRunOf(marks, char)) return null
  return char === '=' ? 1 : 2
}

export function isThematicBreak(text: string): boolean {
  const char = text[0]
  if (char !== '-' && char !== '*' && char !== '_') return false
  let count = 0
  for (const one of text) {
    if (one === char) count += 1
    else if (one !== ' ' && one !== '\t') return false
  }
  return count >= 3
}

/** Ends at a run of its character that is no shorter, or at a tag of a template language. */
export interface Fence {
  readonly end: { readonly char: string; readonly length: number } | { readonly tag: string }
  readonly info: string
}

export function fenceStart(text: string): Fence | null {
  if (text[0] !== '`' && text[0] !== '~') return null
  const match = FENCE.exec(text)
  const marks = match?.[1] ?? match?.[3]
  if (marks === undefined) return null
  return { end: { char: marks[0]!, length: marks.length }, info: (match?.[2] ?? match?.[4] ?? '').trim() }
}

export function isFenceEnd(text: string, { end }: Fence): boolean {
  if ('tag' in end) return text.startsWith('{') && text.includes(end.tag)
  const marks = text.trimEnd()
  return marks.length >= end.length && isRunOf(marks, end.char)
}

/** A bullet or number; `kind` is the same for all items of one list. */
export interface ListMarker {
  readonly kind: string
  readonly length: number
  /** Whether it may follow a paragraph without a blank line. */
  readonly canInterrupt: boolean
}

export function listMarker(text: string): ListMarker | null {
  const bullet = BULLET.exec(text)?.[0]
  if (bullet !== undefined) return { kind: bullet, length: 1, canInterrupt: text.trim() !== bullet }
  const number = NUMBER.exec(text)
  if (number === null) return null
  const [marker, digits] = [number[0], number[1]!]
  return { kind: marker.slice(-1), length: marker.length, canInterrupt: Number(digits) === 1 && text.trim() !== marker }
}

/** `: what a term means`, of definition lists. */
export function termDefinition(text: string): ListMarker | null {
  return TERM_DEFINITION.test(text) ? { kind: ':', length: 1, canInterrupt: true } : null
}

export function footnoteDefinition(text: string): { readonly label: string; readonly length: number } | null {
  const match = FOOTNOTE.exec(text)
  return match === null ? null : { label: match[1]!, length: match[0].length }
}

/** Cells of a table's row, each still Markdown; `\|` is a bar. */
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

/** Whether this is the row of dashes below a table's header of so many cells. */
export function isDelimiterRow(text: string, header: string): boolean {
  if (!/^[|:\- \t]+$/.test(text) || !text.includes('-') || !(text.includes('|') || header.includes('|'))) return false
  const cells = tableCells(text)
  return cells.every((cell) => DELIMITER_CELL.test(cell)) && cells.length === tableCells(header).length
}

function isRunOf(text: string, char: string): boolean {
  for (const one of text) if (one !== char) return false
  return text !== ''
}
