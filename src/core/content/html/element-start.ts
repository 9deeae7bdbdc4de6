/**
 * An HTML element -> the element of a section's structure that it starts, by name, role and the classes that the common
 * generators give to callouts, tabs and their parts.
 */
import type { BlockStart, ElementStart, InlineStart } from '../structure/element.ts'
import { classesOf } from './boilerplate.ts'
import { type HtmlElement, words } from './tree.ts'

/** Blocks that each start an element of the structure, whatever their attributes. */
export const BLOCK_OF: ReadonlyMap<string, BlockStart> = new Map<string, BlockStart>([
  ['ul', { type: 'list', first: null }], ['menu', { type: 'list', first: null }],
  ['dir', { type: 'list', first: null }], ['li', { type: 'item', isDone: null }], ['dl', { type: 'definitions' }],
  ['dt', { type: 'term' }], ['dd', { type: 'definition' }], ['table', { type: 'table' }], ['td', { type: 'cell' }],
  ['th', { type: 'cell' }], ['blockquote', { type: 'quote' }], ['figure', { type: 'figure' }],
  ['figcaption', { type: 'title' }], ['details', { type: 'details' }], ['summary', { type: 'title' }],
])
/** The same of elements in sentences. */
export const INLINE_OF: ReadonlyMap<string, InlineStart> = new Map<string, InlineStart>([
  ['em', { type: 'emphasis' }], ['i', { type: 'emphasis' }], ['strong', { type: 'strong' }], ['b', { type: 'strong' }],
  ['del', { type: 'deleted' }], ['s', { type: 'deleted' }],
])

/** Classes of the element around a callout; the kind is in the class after the prefix, or in a class of its own. */
const CALLOUT_PREFIXES = [
  'starlight-aside--', 'theme-admonition-', 'markdown-alert-', 'alert--', 'callout-', 'admonition-', 'alert-',
]
/** `admonition note` of Sphinx and MkDocs, `custom-block tip` of VitePress, `callout tip` of Obsidian's publishers. */
const CALLOUTS = new Set(['admonition', 'custom-block', 'callout', 'alert', 'markdown-alert', 'starlight-aside'])
const CALLOUT_TITLES = words(`admonition-title custom-block-title markdown-alert-title starlight-aside__title
  callout-title alert-title`)
/** Classes of a callout that are not its kind. */
const NO_KIND = new Set([...CALLOUTS, 'github-alert', 'block', 'inline', 'end', 'alert-dismissible', 'collapsible'])
/** Docusaurus adds a hash to its own class names: `admonitionHeading_Gvgb`. */
const CALLOUT_TITLE_START = 'admonitionHeading_'
const TABS = new Set(['tabs-container', 'tabbed-set', 'vp-code-group', 'sd-tab-set'])
const FOOTNOTES = new Set(['footnotes', 'footnote-list'])
/** Highest number of an item, of nine digits as in Markdown. */
const MAX_NUMBER = 999_999_999
const KIND = /^[a-z][a-z-]{0,30}$/

/** The element that starts on a line, null for none. `headerRows`: offsets of rows that have only header cells. */
export function elementStart(
  element: HtmlElement,
  { line, headerRows }: { readonly line: number; readonly headerRows: ReadonlySet<number> },
): ElementStart | null {
  const { name, attributes } = element
  if (name === 'a') return { type: 'link', href: attributes.get('href')?.trim() ?? '', line }
  if (name === 'ol') return { type: 'list', first: firstNumber(attributes) }
  if (name === 'tr') return { type: 'row', isHeader: element.parent?.name === 'thead' || headerRows.has(element.at) }
  if (name === 'starlight-tabs') return { type: 'tabs' }
  const ofClass = attributes.size === 0 ? null : byClass(element)
  return ofClass ?? BLOCK_OF.get(name) ?? INLINE_OF.get(name) ?? null
}

/** True for the element around the labels of tabs. */
export function isTabList({ name, attributes, parent }: HtmlElement): boolean {
  if (attributes.get('role') === 'tablist') return true
  const classes = name === 'div' ? attributes.get('class') : undefined
  if (classes !== 'tabs') return classes === 'tabbed-labels'
  return parent !== null && classesOf(parent).includes('vp-code-group')
}

/** True for the content of one tab. */
export function isTabPanel({ attributes, parent }: HtmlElement): boolean {
  if (attributes.get('role') === 'tabpanel' || attributes.get('class') === 'tabbed-block') return true
  if (parent?.attributes.get('class') !== 'blocks' || parent.parent === null) return false
  return classesOf(parent.parent).includes('vp-code-group')
}

/** True for an element with the footnotes of a page. */
export function isFootnotes(element: HtmlElement): boolean {
  return element.attributes.has('data-footnotes') || classesOf(element).some((name) => FOOTNOTES.has(name))
}

/** True for a reference to a footnote. */
export function isFootnoteReference(element: HtmlElement): boolean {
  const { attributes } = element
  if (attributes.has('data-footnote-ref') || attributes.get('role') === 'doc-noteref') return true
  return classesOf(element).some((name) => name === 'footnote-ref' || name === 'footnote-reference')
}

function byClass(element: HtmlElement): BlockStart | null {
  const classes = classesOf(element)
  if (classes.length === 0) return null
  if (classes.some((name) => CALLOUT_TITLES.has(name) || name.startsWith(CALLOUT_TITLE_START))) return { type: 'title' }
  if (classes.some((name) => TABS.has(name))) return { type: 'tabs' }
  // Collapsible callouts of MkDocs and VitePress stay `details`.
  if (element.name === 'details') return null
  const kind = calloutKind(classes)
  return kind === null ? null : { type: 'callout', kind }
}

function calloutKind(classes: readonly string[]): string | null {
  for (const prefix of CALLOUT_PREFIXES) {
    const kind = classes.find((name) => name.startsWith(prefix))?.slice(prefix.length)
    if (kind !== undefined && KIND.test(kind) && !kind.endsWith('title') && !kind.endsWith('icon')) return kind
  }
  if (!classes.some((name) => CALLOUTS.has(name))) return null
  return classes.find((name) => KIND.test(name) && !NO_KIND.has(name)) ?? 'note'
}

/** The number of the first item of an `<ol>`. */
export function firstNumber(attributes: ReadonlyMap<string, string>): number {
  const number = Number.parseInt(attributes.get('start') ?? '1', 10)
  return number >= 0 && number <= MAX_NUMBER ? number : 1
}
