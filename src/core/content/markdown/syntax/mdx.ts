/**
 * The additions of MDX to Markdown other than tags: statements at the top level
 * and expressions in braces.
 */
import type { FrontMap, FrontValue } from '../../frontmatter/value.ts'

/** The start of a statement; not prose that starts with these words. */
const IMPORT = /^import(?:\s*["'{*]|\s+(?:type\s|[\w$]+\s*(?:,|from\b)))/
const EXPORT = /^export\s+(?:\{|\*|(?:default|const|let|var|function|async|class|type|interface)\b)/
/** A whole import on one line, as Docusaurus reads it in `.md` files too. */
const IMPORT_LINE = /^import\s[^'"]{0,400}["'][^'"]{1,400}["'];?\s*$/
/** The start of a statement in a block of them. */
const STATEMENT = /^(?=(?:export|import)\s)/m
const EXPORTED_CONSTANT = /^export\s+const\s+([\w$]+)\s*(?::\s*\w+\s*)?=([^]*)$/
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|([^]))/g
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'], ['t', '\t'], ['r', '\r'], ['b', '\b'], ['f', '\f'], ['v', '\v'], ['0', '\0'],
])
/** A number that is shown as it is written. */
const NUMBER = /^(?:-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?|-?Infinity|NaN)$/
/** `${version}` in a template. */
const PLACEHOLDER = /(?<!\\)\$\{[^{}`]{1,200}\}/g
const FRONTMATTER_PATH = /^frontmatter\.[\w$.]{1,200}$/

/** True for a line that starts an import or export, at the top level of an MDX page. */
export function startsStatement(line: string): boolean {
  return IMPORT.test(line) || EXPORT.test(line)
}

/** True for a line that is one whole import, and so no Markdown in any dialect. */
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
  return text.length > 1 && text.endsWith(quote) ? unescape(text.slice(1, -1)) : null
}

/** The text or number in the frontmatter that `frontmatter.a.b` names; null for any other value or expression. */
export function lookUp(source: string, frontmatter: FrontMap): string | null {
  const expression = source.trim()
  if (!FRONTMATTER_PATH.test(expression)) return null
  let value: FrontValue | undefined = frontmatter
  for (const key of expression.split('.').slice(1)) value = value instanceof Map ? value.get(key) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

function unescape(text: string): string {
  return text.replace(ESCAPE, (_, wide?: string, four?: string, two?: string, lineEnd?: string, char?: string) => {
    if (lineEnd !== undefined) return ''
    if (char !== undefined) return ESCAPED.get(char) ?? char
    const code = parseInt(wide ?? four ?? two ?? '', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}
