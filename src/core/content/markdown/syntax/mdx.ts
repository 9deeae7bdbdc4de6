/**
 * The additions of MDX to Markdown: statements at the top level, expressions in braces, and the ends of these and of
 * JSX tags.
 */
import { type FrontMap, unescapeScript, valueAt } from '../../frontmatter/value.ts'
import { findUnescaped, lineEnd, matchAt } from '../../offset.ts'

/** The start of a statement; not prose that starts with these words. */
const IMPORT = /^import(?:\s*["'{*]|\s+(?:type\s|[\w$]+\s*(?:,|from\b)))/
const EXPORT = /^export\s+(?:\{|\*|(?:default|const|let|var|function|async|class|type|interface)\b)/
/** Whole imports on one line, as Docusaurus reads them in `.md` files too. */
const IMPORT_LINE = /^(?:import\s[^'"]{0,400}["'][^'"]{1,400}["'];?\s*){1,20}$/
/** The start of a statement in a block of them. */
const STATEMENT = /^(?=(?:export|import)\s)/m
const EXPORTED_CONSTANT = /^export\s+const\s+([\w$]+)\s*(?::\s*\w+\s*)?=([^]*)$/
/** A number that is shown as it is written. */
const NUMBER = /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?|-?Infinity|NaN)$/
/** `${version}` in a template. */
const PLACEHOLDER = /(?<!\\)\$\{[^{}`]{1,200}\}/g
const FRONTMATTER_PATH = /^frontmatter\.[\w$.]{1,200}$/

/** True for a line that starts an import or export, at the top level of an MDX page. */
export function startsStatement(line: string): boolean {
  return IMPORT.test(line) || EXPORT.test(line)
}

/** True for a line of whole imports, which is no Markdown in any dialect. */
export function isImportLine(line: string): boolean {
  return IMPORT.test(line) && IMPORT_LINE.test(line)
}

/** The exported constants of some statements whose values are one string or number, by name. */
export function exportedLiterals(source: string): ReadonlyMap<string, string> {
  const literals = new Map<string, string>()
  for (const statement of source.split(STATEMENT)) {
    const [, name, value = ''] = EXPORTED_CONSTANT.exec(statement) ?? []
    const shown = name === undefined ? null : shownValue(value.trim().replace(/;$/, ''))
    if (name !== undefined && shown !== null) literals.set(name, shown)
  }
  return literals
}

/**
 * The text of an expression that is one string or number, as a page shows it, with `…` for what a template takes from
 * elsewhere; null for any other.
 */
export function shownValue(source: string): string | null {
  const text = source.trim()
  return NUMBER.test(text) ? text : literalOf(text.startsWith('`') ? text.replace(PLACEHOLDER, '…') : text)
}

/** The text of an expression that is one string (`'a'`, `"a"` or a template without `${}`), else null. */
export function literalOf(source: string): string | null {
  const text = source.trim()
  const quote = text[0]
  if (quote !== '"' && quote !== "'" && quote !== '`') return null
  for (let at = 1; at < text.length - 1; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote || (quote === '`' && text.startsWith('${', at))) return null
  }
  return text.length > 1 && text.endsWith(quote) ? unescapeScript(text.slice(1, -1)) : null
}

/** The text or number in the frontmatter that `frontmatter.a.b` names; null for any other value or expression. */
export function lookUp(source: string, frontmatter: FrontMap): string | null {
  const expression = source.trim()
  if (!FRONTMATTER_PATH.test(expression)) return null
  const value = valueAt(frontmatter, expression.slice('frontmatter.'.length))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/*
 * Finds the end of a JSX tag, an expression in braces or a statement: follows brackets, quotes, template strings and
 * comments, over any number of lines. It counts brackets and does not parse: it has no regular expressions of
 * JavaScript, and a quote that doesn't end on its line is an apostrophe.
 */

/** Result of `scanJsx` for a text without the end. */
export const STILL_OPEN = -1
/** Result of `scanJsx` for a text that shows that there can be no end. */
const IMPOSSIBLE = -2

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
    } else if (mark === '}' || mark === ')' || mark === ']') {
      // Closes all brackets up to the nearest of its kind; a closer without an opener is text, as in `:)`.
      if (scanner.open[mark] > 0) while (leave(scanner) !== mark) continue
    } else {
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

/** A scanner for the tag or expression that starts at `at`, null without one. */
export function createFlowScanner(text: string, at: number): JsxScanner | null {
  if (text[at] === '{') return createJsxScanner('braces')
  return text[at] === '<' && /^<\/?[A-Za-z_$>]/.test(text.slice(at, at + 3)) ? createJsxScanner('tag') : null
}
