/**
 * Finds the end of a JSX tag, an expression in braces or a statement: follows
 * brackets, quotes, template strings and comments, over any number of lines. It
 * counts brackets and does not parse: it has no regular expressions of
 * JavaScript, and a quote that doesn't end on its line is an apostrophe.
 */
import { lineEnd } from '../../lines.ts'

/** Result of `scanJsx` for a text without the end. */
export const STILL_OPEN = -1
/** Result of `scanJsx` for a text that shows that there can be no end. */
export const IMPOSSIBLE = -2

/** Open brackets and quotes by the character that ends them; `*` is a comment. */
type Closer = '>' | '}' | ')' | ']' | '`' | '"' | "'" | '*'

const CLOSER: Readonly<Record<string, Closer>> = { '{': '}', '(': ')', '[': ']' }
const MARKS_IN_TAG = /["'{<>]/g
const MARKS_IN_CODE = /[{}()[\]'"`]|\/(?=\*)|(?<!:)\/(?=\/)/g
const MARKS_IN_TEMPLATE = /[`\\]|\$(?=\{)/g
const MARKS_IN_QUOTES = /["'\\\n]/g

/** The scanner of one tag, expression or statement. */
export interface JsxScanner {
  /** What is open, innermost last. */
  readonly stack: Closer[]
  readonly open: { '}': number; ')': number; ']': number }
  readonly hasEnd: boolean
  text: string
  /** Quotes before this offset are apostrophes. */
  plainUntil: number
}

/** A scanner that starts after the `<` of a `tag` or the `{` of `braces`; a `module` has no end of its own. */
export function createJsxScanner(kind: 'tag' | 'braces' | 'module'): JsxScanner {
  const stack: Closer[] = kind === 'module' ? [] : [kind === 'tag' ? '>' : '}']
  const open = { '}': kind === 'braces' ? 1 : 0, ')': 0, ']': 0 }
  return { stack, open, hasEnd: kind !== 'module', text: '', plainUntil: 0 }
}

/** True if all brackets and quotes are closed. */
export function isBalanced({ stack }: JsxScanner): boolean {
  return stack.length === 0
}

/** Scans a text, which ends with its line; the offset after the end, `STILL_OPEN` or `IMPOSSIBLE`. */
export function scanJsx(scanner: JsxScanner, text: string, from: number): number {
  scanner.text = text
  scanner.plainUntil = from
  let at = from
  while (at >= 0 && at < text.length) {
    at = step(scanner, at)
    if (scanner.hasEnd && scanner.stack.length === 0) return at
  }
  return at === IMPOSSIBLE ? IMPOSSIBLE : STILL_OPEN
}

/** Moves to the offset after the next mark that has a meaning here. */
function step(scanner: JsxScanner, at: number): number {
  const inside = scanner.stack.at(-1)
  switch (inside) {
    case '>': return stepInTag(scanner, at)
    case '`': return stepInTemplate(scanner, at)
    case '"': case "'": return leaveAt(scanner, inside, at)
    case '*': return leaveAt(scanner, '*/', at)
    default: return stepInCode(scanner, at)
  }
}

function stepInTag(scanner: JsxScanner, at: number): number {
  const { text, stack } = scanner
  const mark = find(MARKS_IN_TAG, text, at)
  if (mark === -1) return text.length
  const char = text[mark]
  if (char === '<') return IMPOSSIBLE
  if (char === '>') stack.pop()
  else if (char === '{') enter(scanner, '}')
  else stack.push(char === '"' ? '"' : "'")
  return mark + 1
}

function stepInTemplate(scanner: JsxScanner, at: number): number {
  const { text, stack } = scanner
  const mark = find(MARKS_IN_TEMPLATE, text, at)
  if (mark === -1) return text.length
  if (text[mark] === '`') stack.pop()
  else if (text[mark] === '$') enter(scanner, '}')
  return text[mark] === '`' ? mark + 1 : mark + 2
}

function stepInCode(scanner: JsxScanner, at: number): number {
  const { text, stack } = scanner
  const mark = find(MARKS_IN_CODE, text, at)
  if (mark === -1) return text.length
  const char = text.charAt(mark)
  if (char === '/') {
    if (text[mark + 1] === '*') stack.push('*')
    else return lineEnd(text, mark)
  } else if (char === '"' || char === "'") return skipQuoted(scanner, mark)
  else if (char === '`') stack.push('`')
  else if (char === '}' || char === ')' || char === ']') leave(scanner, char)
  else enter(scanner, CLOSER[char] ?? '}')
  return char === '/' ? mark + 2 : mark + 1
}

function skipQuoted(scanner: JsxScanner, at: number): number {
  const { text } = scanner
  if (at < scanner.plainUntil) return at + 1
  let mark = find(MARKS_IN_QUOTES, text, at + 1)
  while (mark !== -1 && text[mark] !== '\n') {
    if (text[mark] === text[at]) return mark + 1
    mark = find(MARKS_IN_QUOTES, text, text[mark] === '\\' ? mark + 2 : mark + 1)
  }
  scanner.plainUntil = lineEnd(text, at)
  return at + 1
}

function enter(scanner: JsxScanner, closer: Closer): void {
  const { stack, open } = scanner
  stack.push(closer)
  if (closer === '}' || closer === ')' || closer === ']') open[closer] += 1
}

/** Closes all brackets up to the nearest of this kind; a closer without an opener is text, as in `:)`. */
function leave(scanner: JsxScanner, closer: '}' | ')' | ']'): void {
  const { stack, open } = scanner
  if (open[closer] === 0) return
  while (true) {
    const top = stack.pop()
    if (top === '}' || top === ')' || top === ']') open[top] -= 1
    if (top === closer || top === undefined) return
  }
}

function leaveAt(scanner: JsxScanner, mark: string, at: number): number {
  const { text, stack } = scanner
  const end = text.indexOf(mark, at)
  if (end === -1) return text.length
  stack.pop()
  return end + mark.length
}

/** Offset of the next mark of one character, -1 without one. */
export function find(marks: RegExp, text: string, at: number): number {
  marks.lastIndex = at
  return marks.test(text) ? marks.lastIndex - 1 : -1
}

/** A scanner for the tag or expression that starts at `at`, null without one. */
export function createFlowScanner(text: string, at: number): JsxScanner | null {
  if (text[at] === '{') return createJsxScanner('braces')
  return text[at] === '<' && /^<\/?[A-Za-z_$>]/.test(text.slice(at, at + 3)) ? createJsxScanner('tag') : null
}
