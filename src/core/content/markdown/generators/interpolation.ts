/**
 * Double braces, in which Vue, Jinja, Nunjucks and Liquid put a value or a call: `{{ version }}`, `{{ tabs("npm") }}`.
 * Only the generator knows the values, except those of the page's own frontmatter.
 */
import { literalOf } from '../syntax/mdx.ts'

const BRACES = /^\{\{(?![<%])([^]{1,2000})\}\}$/
/** What a call, an index or a filter has. A lone name may be the subject of the page: `{{each}}`. */
const COMPUTES = /[([|]/
/** `{{ $frontmatter.title }}` of VitePress, `{{ page.title }}` of Jekyll. */
const FRONTMATTER_VALUE = /\{\{\s{0,9}(?:\$frontmatter|page)\.([\w$.]{1,200})\s{0,9}\}\}/y

/** True for a text that is nothing but one computed value, which the page does not have. */
export function isInterpolation(text: string): boolean {
  const expression = BRACES.exec(text)?.[1]
  if (expression === undefined || expression.includes('{{')) return false
  return COMPUTES.test(expression) && literalOf(expression) === null
}

/** Parses `{{ $frontmatter.a.b }}` and `{{ page.a.b }}` at `at`: `a.b`, the offset after; null for any other. */
export function frontmatterValue(text: string, at: number): { readonly path: string; readonly end: number } | null {
  FRONTMATTER_VALUE.lastIndex = at
  const path = FRONTMATTER_VALUE.exec(text)?.[1]
  return path === undefined ? null : { path, end: FRONTMATTER_VALUE.lastIndex }
}
