/**
 * Finds the end of a JSX tag, an expression in braces or a statement: follows
 * brackets, quotes, template strings and comments, over any number of lines. It
 * counts brackets and does not parse: it has no regular expressions of
 * JavaScript, and a quote that doesn't end on its line is an apostrophe.
 */
import { findUnescaped, lineEnd, matchAt } from '../../offset.ts'

/** Result of `scanJsx` for a text without the end. */
export const STILL_OPEN = -1
/** Result of `scanJsx` for a text that shows that there can be no end. */
export const IMPOSSIBLE = -2

type Bracket = '}' | ')' | ']'
/** What is open, by the character that ends it; `*` is a comment. */
type Closer = Bracket | '>' | '`' | '"' | "'" | '*'

const CLOSER: Readonly<Record<string, Bracket>> = { '{': '}', '${': '}', '(': ')', '[': ']' }
const MARKS_IN_CODE = /[{}()[\]'"`]|\/\*|(?<!:)\/\//g
/** What has a meaning inside of each. */
const MARKS: Readonly<Record<Closer, RegExp>> = {
  '>': /["'{<>]/g, '`': /`|\\[^]?|\$\{/g, '"': /"/g, "'": /'/g, '*': /\*\//g,
  '}': MARKS_IN_CODE, ')': MARKS_IN_CODE, ']': MARKS_IN_CODE,
}
/** What ends a quoted text in code or its line, and what escapes the next character. */
const MARKS_IN_QUOTES = { '"': /["\\\n]/g, "'": /['\\\n]/g }

/** The scanner of one tag, expression or statement. */
export interface JsxScanner {
  /** What is open, innermost last. */
  readonly stack: Closer[]
  /** Numbers of open brackets. */
  readonly open: Record<Bracket, number>
  readonly hasEnd: boolean
}

/** A scanner that starts after the `<` of a `tag` or the `{` of `braces`; a `module` has no end of its own. */
export function createJsxScanner(kind: 'tag' | 'braces' | 'module'): JsxScanner {
  const stack: Closer[] = kind === 'module' ? [] : [kind === 'tag' ? '>' : '}']
  const open = { '}': kind === 'braces' ? 1 : 0, ')': 0, ']': 0 }
  return { stack, open, hasEnd: kind !== 'module' }
}

/** True if all brackets and quotes are closed. */
export function isBalanced({ stack }: JsxScanner): boolean {
  return stack.length === 0
}

/** Scans a text, which ends with its line; the offset after the end, `STILL_OPEN` or `IMPOSSIBLE`. */
export function scanJsx(scanner: JsxScanner, text: string, from: number): number {
  const { stack, hasEnd } = scanner
  /** Quotes before this offset are apostrophes. */
  let plainUntil = from
  for (let at = from; at < text.length; ) {
    const inside = stack.at(-1)
    const marks = inside === undefined ? MARKS_IN_CODE : MARKS[inside]
    const mark = matchAt(marks, text, at)?.[0]
    if (mark === undefined) return STILL_OPEN
    at = marks.lastIndex
    if (mark === '<') return IMPOSSIBLE
    if (mark === inside || mark === '*/') leave(scanner)
    else if (mark === '//') at = lineEnd(text, at)
    else if (mark === '/*') stack.push('*')
    else if (mark === '`') stack.push(mark)
    else if (mark === '"' || mark === "'") {
      if (inside === '>') stack.push(mark)
      else if (at > plainUntil) {
        const end = findUnescaped(MARKS_IN_QUOTES[mark], text, at)
        if (text[end] === mark) at = end + 1
        else plainUntil = lineEnd(text, at)
      }
    } else if (mark === '}' || mark === ')' || mark === ']') leaveTo(scanner, mark)
    else {
      const closer = CLOSER[mark]
      if (closer !== undefined) {
        stack.push(closer)
        scanner.open[closer] += 1
      }
    }
    if (hasEnd && stack.length === 0) return at
  }
  return STILL_OPEN
}

function leave({ stack, open }: JsxScanner): Closer | undefined {
  const closer = stack.pop()
  if (closer === '}' || closer === ')' || closer === ']') open[closer] -= 1
  return closer
}

/** Closes all brackets up to the nearest of this kind; a closer without an opener is text, as in `:)`. */
function leaveTo(scanner: JsxScanner, closer: Bracket): void {
  if (scanner.open[closer] > 0) while (leave(scanner) !== closer);
}

/** A scanner for the tag or expression that starts at `at`, null without one. */
export function createFlowScanner(text: string, at: number): JsxScanner | null {
  if (text[at] === '{') return createJsxScanner('braces')
  return text[at] === '<' && /^<\/?[A-Za-z_$>]/.test(text.slice(at, at + 3)) ? createJsxScanner('tag') : null
}
