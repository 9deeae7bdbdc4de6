/** Elements -> HTML text. All text is escaped: only `element` makes markup, so no string of the content becomes any. */

/** A piece of HTML, made by `element`. */
export interface Markup {
  readonly markup: string
}

/** Content of an element: text, elements, lists of both, or nothing. */
export type Child = string | Markup | readonly Child[] | null

/** Attributes by name: `true` for one without a value, null and `false` for none. */
export type Attributes = Readonly<Record<string, string | boolean | null>>

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;',
}

/** An element. Its name and the names of its attributes never come from content. */
export function element(name: string, attributes: Attributes, ...children: readonly Child[]): Markup {
  const start = `<${name}${Object.entries(attributes).map(formatAttribute).join('')}>`
  return { markup: VOID.has(name) ? start : `${start}${formatChild(children)}</${name}>` }
}

/** Text in which two backticks make code, as authors write it in descriptions, titles and definitions. */
export function withCode(text: string): readonly Child[] {
  return text.split(/`([^`\n]+)`/).map((part, i) => (i % 2 === 0 ? part : element('code', {}, part)))
}

function formatAttribute([name, value]: readonly [string, string | boolean | null]): string {
  if (value === null || value === false) return ''
  return value === true ? ` ${name}` : ` ${name}="${escape(value)}"`
}

function formatChild(child: Child): string {
  if (child === null) return ''
  if (typeof child === 'string') return escape(child)
  return 'markup' in child ? child.markup : child.map(formatChild).join('')
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? '')
}
