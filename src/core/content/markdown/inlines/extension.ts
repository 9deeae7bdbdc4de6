/**
 * Inline markup of site generators -> the text that their pages show: icons,
 * keys and subscripts of MkDocs, literals in templates of Vue. Each function
 * returns the offset after the markup at `at`, null if there is none.
 */
import { frontmatterValue } from '../generators/interpolation.ts'
import { inlineComponent } from '../generators/mdc.ts'
import { literalOf } from '../syntax/mdx.ts'
import { addText, type InlineState } from './inline-state.ts'

/** `:material-close:`, with its attribute list; an icon has no text. */
const ICON = /:(?:fontawesome|material|octicons|simple)(?:-[a-z0-9]+)+:(?:\{[^{}\n]{0,200}\})? ?/y
/** `++ctrl+alt+del++`. */
const KEYS = /\+\+([a-z][a-z0-9-]{0,19}(?:\+[a-z0-9][a-z0-9-]{0,19}){0,5})\+\+(?![\w+])/y
/** `H~2~O`; with white space inside it is a deletion. */
const SUBSCRIPT = /~([\w+.,()=-]{1,40})~(?!~)/y
/** `{{ 'text' }}`. */
const LITERAL = /\{\{\s{0,9}("(?:[^"\\]|\\.){0,400}"|'(?:[^'\\]|\\.){0,400}')\s{0,9}\}\}/y
const WORD = /[\p{L}\p{N}]/u

/** Drops an icon, and one space after it. */
export function parseIcon({ text }: InlineState, at: number): number | null {
  return WORD.test(text.charAt(at - 1)) ? null : matchAt(ICON, text, at)?.end ?? null
}

/** Parses the names of keys that are pressed together: `++page-up++` is "Page Up". */
export function parseKeys(state: InlineState, at: number): number | null {
  const { text } = state
  const keys = /[\w+]/.test(text.charAt(at - 1)) ? null : matchAt(KEYS, text, at)
  if (keys === null) return null
  addText(state, keys.content.replaceAll('-', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()))
  return keys.end
}

/** Parses single tildes inside a word. */
export function parseSubscript(state: InlineState, at: number): number | null {
  const { text } = state
  const subscript = WORD.test(text.charAt(at - 1)) ? matchAt(SUBSCRIPT, text, at) : null
  if (subscript !== null) addText(state, subscript.content)
  return subscript?.end ?? null
}

/** Parses double braces around one string. */
export function parseLiteral(state: InlineState, at: number): number | null {
  const braces = matchAt(LITERAL, state.text, at)
  const value = braces === null ? null : literalOf(braces.content)
  if (braces === null || value === null) return null
  addText(state, value)
  return braces.end
}

/** Parses double braces around a value of the page's frontmatter. */
export function parseFrontmatterValue({ text, inlines }: InlineState, at: number): number | null {
  const value = frontmatterValue(text, at)
  if (value === null) return null
  inlines.push({ type: 'expression', source: `frontmatter.${value.path}`, otherwise: text.slice(at, value.end) })
  return value.end
}

/** Parses a component of MDC: its label, or else the texts of its attributes. */
export function parseComponent(state: InlineState, at: number): number | null {
  const component = state.hasComponents ? inlineComponent(state.text, at) : null
  if (component === null) return null
  const { label, tag, end } = component
  if (label !== null) addText(state, label)
  else state.inlines.push({ type: 'tag', tag: { ...tag, name: 'shortcode' } })
  return end
}

/**
 * The code in which double braces around one string are replaced by it, as VitePress does for languages with `-vue`.
 */
export function replaceLiterals(code: string): string {
  return code.replace(new RegExp(LITERAL.source, 'g'), (braces, content: string) => literalOf(content) ?? braces)
}

/** `content`: the first group, empty without one. */
function matchAt(pattern: RegExp, text: string, at: number): { content: string; end: number } | null {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  return match === null ? null : { content: match[1] ?? '', end: pattern.lastIndex }
}
