/**
 * Inline markup of site generators -> the text that their pages show: icons,
 * keys and subscripts of MkDocs, literals in templates of Vue. Each function
 * returns the offset after the markup at `at`, null if there is none.
 */
import { matchAt } from '../../offset.ts'
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
/** `{{ $frontmatter.title }}` of VitePress, `{{ page.title }}` of Jekyll. */
const FRONTMATTER_VALUE = /\{\{\s{0,9}(?:\$frontmatter|page)\.([\w$.]{1,200})\s{0,9}\}\}/y
const WORD = /[\p{L}\p{N}]/u

/** Drops an icon, and one space after it. */
export function parseIcon({ text }: InlineState, at: number): number | null {
  const [icon] = WORD.test(text.charAt(at - 1)) ? [] : (matchAt(ICON, text, at) ?? [])
  return icon === undefined ? null : at + icon.length
}

/** Parses the names of keys that are pressed together: `++page-up++` is "Page Up". */
export function parseKeys(state: InlineState, at: number): number | null {
  const { text } = state
  const [source, keys] = /[\w+]/.test(text.charAt(at - 1)) ? [] : (matchAt(KEYS, text, at) ?? [])
  if (source === undefined || keys === undefined) return null
  addText(state, keys.replaceAll('-', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()))
  return at + source.length
}

/** Parses single tildes inside a word. */
export function parseSubscript(state: InlineState, at: number): number | null {
  const { text } = state
  const [source, subscript] = WORD.test(text.charAt(at - 1)) ? (matchAt(SUBSCRIPT, text, at) ?? []) : []
  if (source === undefined || subscript === undefined) return null
  addText(state, subscript)
  return at + source.length
}

/** Parses double braces around one string. */
export function parseLiteral(state: InlineState, at: number): number | null {
  const [braces = '', source] = matchAt(LITERAL, state.text, at) ?? []
  const value = source === undefined ? null : literalOf(source)
  if (value === null) return null
  addText(state, value)
  return at + braces.length
}

/** Parses double braces around a value of the page's frontmatter. */
export function parseFrontmatterValue({ text, inlines }: InlineState, at: number): number | null {
  const [otherwise, path] = matchAt(FRONTMATTER_VALUE, text, at) ?? []
  if (otherwise === undefined) return null
  inlines.push({ type: 'expression', source: `frontmatter.${path}`, otherwise })
  return at + otherwise.length
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

/** Code with the strings in double braces in their place, as VitePress shows languages with `-vue`. */
export function replaceLiterals(code: string): string {
  return code.replace(new RegExp(LITERAL.source, 'g'), (braces, content: string) => literalOf(content) ?? braces)
}
