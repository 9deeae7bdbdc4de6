/**
 * The parts of Markdown links that are not text: destinations, titles, labels and definitions (CommonMark 4.7, 6.3).
 * Functions `endOf…` return the offset after the part at an offset, -1 without one.
 */
import { foldSpace } from '../../../base/text.ts'
import { decodeEntities } from '../../entities.ts'
import { endOfMatch, findMark, findUnescaped, matchAt } from '../../offset.ts'

/** The target of a link. */
export interface LinkTarget {
  /** The address, without escapes. */
  readonly address: string
  /** Offset after the target. */
  readonly end: number
}

/** Characters of a label. */
export const MAX_LABEL_LENGTH = 999
/** UTF-16 units of a template in an address: `{{< ref "b" >}}` of Hugo, `{% link b.md %}` of Jekyll. */
const MAX_TEMPLATE_LENGTH = 500
/** Depth of nested parentheses in one destination, and number of its braces: a template may hide parentheses. */
const MAX_PARENTHESES = 32
const MAX_BRACES = 32
const ESCAPE = /\\([!-/:-@[-`{-~])/g
/** In these a backslash hides the character after it. */
const LABEL = /\[([^\\[\]]*(?:\\[^][^\\[\]]*){0,999})\]/y
/** Titles, and addresses in angles, by the mark that opens them: that at the end, and all that count inside. */
const ENCLOSED: Readonly<Record<string, readonly [end: string, marks: RegExp]>> = {
  '"': ['"', /["\\]/g], "'": ["'", /['\\]/g], '(': [')', /[()\\]/g], '<': ['>', /[\\<>\n]/g],
}
const BARE_MARKS = /[\\(){\u0000- ]/g
/** Of a line that has no more text. */
const REST_OF_LINE = /[ \t]*(?:\n|$)/y
/** With line ends, because paragraphs have no blank line. */
const SPACE = /[ \t\n]*/y
const TEMPLATE_ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}' }
const TEMPLATE_START = /\{[{%]/

/** The key of a label: case and white space make no difference. */
export function normalizeLabel(label: string): string {
  return foldSpace(label).toLowerCase().toUpperCase()
}

/** The target of an inline link, `(url "title")`; null without one. */
export function readResource(text: string, at: number): LinkTarget | null {
  if (text[at] !== '(') return null
  const start = endOfMatch(SPACE, text, at + 1)
  if (text[start] === ')') return { address: '', end: start + 1 }
  const target = readTarget(text, start)
  const end = target === null ? -1 : endOfMatch(SPACE, text, target.title ?? target.end)
  return target !== null && text[end] === ')' ? { address: target.address, end: end + 1 } : null
}

/** The destination at an offset, and the offset after the title that may follow; null without one. */
function readTarget(text: string, start: number): (LinkTarget & { readonly title: number | null }) | null {
  const end = endOfDestination(text, start)
  if (end === -1) return null
  const titleStart = endOfMatch(SPACE, text, end)
  const title = titleStart > end && text[titleStart] !== '<' ? endOfEnclosed(text, titleStart) : -1
  return { address: addressOf(text.slice(start, end)), end, title: title === -1 ? null : title }
}

function endOfEnclosed(text: string, at: number): number {
  const [close, marks] = ENCLOSED[text[at] ?? ''] ?? []
  const end = marks === undefined ? -1 : findUnescaped(marks, text, at + 1)
  return end !== -1 && text[end] === close ? end + 1 : -1
}

/** End of a `[label]`: no bracket inside, and at most the length that the standard allows. */
export function endOfLabel(text: string, at: number): number {
  const label = matchAt(LABEL, text, at)?.[1] ?? ''
  return label.length > MAX_LABEL_LENGTH || label.trim() === '' ? -1 : LABEL.lastIndex
}

/** The paragraph without the definitions at its start, which `references` gets; the first of equal labels counts. */
export function takeDefinitions(paragraph: string, references: Map<string, string>): string {
  let from = 0
  while (paragraph[from] === '[') {
    const labelEnd = endOfLabel(paragraph, from)
    const target = labelEnd === -1 || paragraph[labelEnd] !== ':' ? null : readDefinition(paragraph, labelEnd + 1)
    if (target === null) break
    const label = normalizeLabel(paragraph.slice(from + 1, labelEnd - 1))
    if (!references.has(label)) references.set(label, target.address)
    from = target.end
  }
  return paragraph.slice(from)
}

/** A definition after its `[label]:`. The title may be on the next line, and is the last thing of its line. */
function readDefinition(text: string, at: number): LinkTarget | null {
  const start = endOfMatch(SPACE, text, at)
  const target = start === text.length ? null : readTarget(text, start)
  if (target === null) return null
  const titleLine = target.title === null ? -1 : endOfMatch(REST_OF_LINE, text, target.title)
  const end = titleLine === -1 ? endOfMatch(REST_OF_LINE, text, target.end) : titleLine
  return end === -1 ? null : { address: target.address, end }
}

/** The address of a destination as written. One with a template stays as it is. */
function addressOf(destination: string): string {
  if (!destination.startsWith('<') && TEMPLATE_START.test(destination)) return destination
  const source = destination.startsWith('<') ? destination.slice(1, -1) : destination
  return decodeEntities(source.includes('\\') ? source.replace(ESCAPE, '$1') : source)
}

function endOfDestination(text: string, at: number): number {
  if (text[at] === '<') return endOfEnclosed(text, at)
  let depth = 0
  let braces = 0
  let mark = findMark(BARE_MARKS, text, at)
  for (let next = 0; mark !== -1; mark = findMark(BARE_MARKS, text, next)) {
    next = text[mark] === '\\' ? mark + 2 : endOfTemplate(text, mark) ?? mark + 1
    if (text[mark] === '(') depth += 1
    else if (text[mark] === ')' && depth > 0) depth -= 1
    else if (text[mark] === '{') braces += 1
    else if (text[mark] !== '\\') break
    if (depth > MAX_PARENTHESES || braces > MAX_BRACES) return -1
  }
  const end = mark === -1 ? text.length : mark
  return depth > 0 || end === at ? -1 : end
}

/** Offset after a template, which has spaces and quotes in it; null without one. */
function endOfTemplate(text: string, at: number): number | null {
  const end = TEMPLATE_ENDS[text.slice(at, at + 2)]
  const close = end === undefined ? -1 : text.slice(at, at + MAX_TEMPLATE_LENGTH).indexOf(end)
  return end === undefined || close === -1 ? null : at + close + end.length
}
