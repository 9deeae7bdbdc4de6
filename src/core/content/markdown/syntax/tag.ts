/**
 * A tag of HTML or JSX in Markdown -> its name and attributes; HTML tags end by CommonMark's rule (6.6), which leaves
 * `a <b, c> d` as text. And `{#id .class key=value}` after a heading, link or block, with or without the colon of
 * kramdown (`{: .class}`): markup for the generator and no text, whose id is the anchor of its heading.
 */
import { decodeEntities } from '../../entities.ts'
import { endOfMatch, matchAt, type ScanBudget } from '../../offset.ts'
import { createJsxScanner, literalOf, scanJsx } from './mdx.ts'

/** Attributes of one tag that are read. */
const MAX_ATTRIBUTES = 100

/** A parsed tag. */
export interface Tag {
  /** As written; empty for a JSX fragment. */
  readonly name: string
  /** Lower-case name of an HTML element; null for a component. */
  readonly element: string | null
  readonly kind: 'open' | 'close' | 'empty'
  /**
   * The texts of attributes; empty without a value, left out if computed, except those that hide the element. Of two
   * equal names the first counts.
   */
  readonly attributes: ReadonlyMap<string, string>
}

/** `div`, `my-tabs`; `Tabs.Item` of JSX. */
const OPEN_NAME = /<[A-Za-z][A-Za-z0-9-]*(?:\.[A-Z][A-Za-z0-9.]*)?/y
const CLOSE_TAG = /<\/[A-Za-z][A-Za-z0-9-]*(?:\.[A-Z][A-Za-z0-9.]*)?[ \t\n]*>/y
/** Of an attribute, with calls of templates, whose own quotes don't end it: `"{{ "/a" | url }}"`. */
const TEXT = /[^"{]*(?:(?:\{\{[^{}]{0,400}\}\}|(?!\{\{[^{}]{0,400}\}\})\{)[^"{]*)*/.source
const VALUE = `"${TEXT}"|${/'[^']*'|\{[^{}]*\}|\{\{[^{}]*\}\}|[^\s"'=<>`]+/.source}`
/** An attribute of CommonMark, `@click`, `#slot` or `:prop` of Vue, with `{value}` and `{{ … }}` of JSX. */
const ATTRIBUTE = new RegExp(`[ \\t\\n]+[A-Za-z_:@#][A-Za-z0-9_.:@#-]*(?:[ \\t\\n]*=[ \\t\\n]*(?:${VALUE}))?`, 'y')
const TAG_END = /[ \t\n]*\/?>/y
/** A name with its value, which is in quotes, bare, or starts with a brace; a brace alone starts a spread of JSX. */
const NAME_AND_VALUE = new RegExp(`([^\\s=/>{"']+)(?:\\s*=\\s*(?:"(${TEXT})"?|'([^']*)'?|(\\{)|([^\\s>]*)))?|\\{`, 'g')
/** `Tabs`, `Tabs.Item`, `my-tabs`; not `A` or `BR`, which is HTML in capitals. */
const COMPONENT = /^[A-Z].*[a-z]|[.-]/
const TAG_NAME = /^<\/?\s*([^\s/>{]*)/

/** Offset after the HTML tag whose `<` is at `at`, -1 without one. */
export function endOfHtmlTag(text: string, at: number, budget: ScanBudget): number {
  const close = endOfMatch(CLOSE_TAG, text, at)
  if (close !== -1 || budget.isSpent()) return close
  let end = endOfMatch(OPEN_NAME, text, at)
  for (let next = end; next !== -1; next = endOfMatch(ATTRIBUTE, text, next)) end = next
  if (end === -1) return -1
  const tagEnd = endOfMatch(TAG_END, text, end)
  if (tagEnd === -1) budget.consume(end - at)
  return tagEnd
}

/** Parses one whole tag, from `<` to `>`. */
export function readTag(source: string): Tag {
  const name = TAG_NAME.exec(source)?.[1] ?? ''
  const element = COMPONENT.test(name) ? null : name.toLowerCase()
  if (source.startsWith('</')) return { name, element, kind: 'close', attributes: new Map() }
  // Names of attributes of HTML have no case.
  const keyOf = (attribute: string) => (element === null ? attribute : attribute.toLowerCase())
  const attributes = readAttributes(source.slice(1 + name.length, -1), keyOf)
  return { name, element, kind: source.endsWith('/>') ? 'empty' : 'open', attributes }
}

/** The tag of a place with an id, for places that authors mark in other ways. */
export function anchorTag(id: string): Tag {
  return { name: 'a', element: 'a', kind: 'empty', attributes: new Map([['id', id]]) }
}

/** Parses `a="1" b={'2'} c`, of a tag or shortcode; `keyOf` gives the key for the name of an attribute. */
export function readAttributes(source: string, keyOf = (name: string) => name): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (let at = 0; attributes.size < MAX_ATTRIBUTES; ) {
    const match = matchAt(NAME_AND_VALUE, source, at)
    if (match === null) break
    const [, name, double, single, brace, bare] = match
    const start = NAME_AND_VALUE.lastIndex
    const isComputed = name === undefined || brace !== undefined
    const end = isComputed ? scanJsx(createJsxScanner('braces'), source, start) : start
    at = end < 0 ? source.length : end
    if (name === undefined) continue
    const key = keyOf(name)
    const written = double ?? single ?? bare ?? ''
    const text = isComputed ? textOf(key, source.slice(start, at - 1).trim()) : decodeEntities(written)
    if (text !== null && !attributes.has(key)) attributes.set(key, text)
  }
  return attributes
}

/** The text of an expression, null if it is computed. Styles and `true` can hide an element, items name its tabs. */
function textOf(key: string, expression: string): string | null {
  const isHiding = key === 'style' || (expression === 'true' && (key === 'hidden' || key === 'aria-hidden'))
  return literalOf(expression) ?? (isHiding || (key === 'items' && expression.startsWith('[')) ? expression : null)
}

/** UTF-16 units between the braces. */
const MAX_LENGTH = 200

/** Classes: `.a.b`, `.md:w-1/2`, `.z-[-1]`, `.text-(--primary)`. */
const PART = /^(?:#([^\s{}#]+)|id=["']?([^\s"'{}]+)["']?|\.[\w!-][\w!:./()[\]%#,-]*|data-[\w-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"']*))$/
const PARTS = /[\w-]+=(?:"[^"]*"|'[^']*')|\S+/g

/** A parsed list. */
export interface AttributeList {
  readonly id: string | null
  /** True for `data-search-exclude` of Material for MkDocs. */
  readonly isSearchExcluded: boolean
  /** Offset after the closing brace. */
  readonly end: number
}

/** Parses the list whose `{` is at `at`; null if the braces hold something else. */
export function readAttributeList(text: string, at: number): AttributeList | null {
  const window = text.slice(at, at + MAX_LENGTH)
  const close = window.indexOf('}')
  if (close === -1 || window[0] !== '{') return null
  const parts = window.slice(window[1] === ':' ? 2 : 1, close).replace(/\\$/, '').match(PARTS) ?? []
  let id: string | null = null
  for (const part of parts) {
    const match = PART.exec(part)
    if (match === null) return null
    id = match[1] ?? match[2] ?? id
  }
  const isSearchExcluded = parts.some((part) => /^data-search-exclude(?:=|$)/.test(part))
  return parts.length === 0 ? null : { id, isSearchExcluded, end: at + close + 1 }
}
