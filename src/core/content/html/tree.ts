/**
 * HTML -> its elements, opened and closed in order, as a browser would nest them: optional end tags are added, end tags
 * that match nothing are skipped. No tree is built; memory is bounded by the path of open elements.
 *
 * Source: the tree construction rules of the HTML standard, without the
 * adoption agency and foster parenting, which move elements but no text.
 */
import { type Attributes, createHtmlTokens } from './tokens.ts'

/** Depth of nested elements, as in Chromium: there, an element ends the deepest one, and takes its place. */
export const MAX_OPEN_ELEMENTS = 512

/** Elements without content (HTML Standard, 13.1.2, and obsolete ones). */
export const VOID = words(`area base basefont bgsound br col embed frame hr img input keygen link meta param source
  track wbr`)

/** Elements whose content is text, whatever it looks like. */
const RAW_TEXT = words('iframe noembed noframes script style textarea title xmp')

const BLOCKS = words(`address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol
  p pre search section summary table tbody td tfoot th thead tr ul xmp`)

/** Elements whose end tag ends all open elements inside. End tags of other elements have no effect outside of them. */
const SCOPES = new Set([
  ...BLOCKS,
  ...words('audio button canvas datalist math noscript object select svg template video'),
])

const CELLS = words('td th caption')
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', ...CELLS])
const FOREIGN = words('svg math')
/** Elements of which the innermost on the path counts: whether it is a link, a paragraph, a drawing. */
const LINK_BOUNDS = new Set([...SCOPES, 'a'])
const PARAGRAPH_BOUNDS = new Set([...CELLS, 'p'])
const DRAWING_BOUNDS = words('svg foreignobject')

/** What a start tag ends without an end tag (HTML Standard, 13.1.2.4). */
export interface ImpliedEnds {
  /** Open elements that the start tag ends. */
  readonly ends: ReadonlySet<string>
  /** Elements inside which it does: it ends nothing outside the innermost of them. */
  readonly within: ReadonlySet<string>
}

/** Start tags that end other elements. All blocks end a paragraph as well. */
export const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnds> = new Map([
  ...rule('li', 'li', 'ul ol menu dir table'),
  ...rule('dt dd', 'dt dd', 'dl table'),
  ...rule('td th', 'td th caption', 'table'),
  ...rule('tr', 'tr colgroup td th caption', 'table'),
  ...rule('thead tbody tfoot', 'thead tbody tfoot tr colgroup td th caption', 'table'),
  ...rule('h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6', 'td th caption'),
])

/** An open element. */
export interface HtmlElement {
  /** Lower case. */
  readonly name: string
  readonly attributes: Attributes
  readonly parent: HtmlElement | null
  /** Offset of its start tag, which no other element has. */
  readonly at: number
  /** True for a drawing or formula, and inside of it. */
  readonly isForeign: boolean
}

/** Receives the elements and text of a page in document order. */
export interface HtmlVisitor {
  /** True to visit the content; if not, the element is not closed either. */
  readonly open: (element: HtmlElement) => boolean
  /** `end` is the offset of its end tag, or of the tag that ended it instead. */
  readonly close: (element: HtmlElement, end: number) => void
  readonly text: (text: string) => void
}

/** True for an element whose content is text, whatever it looks like, outside of drawings and formulas. */
export function isRawText(name: string): boolean {
  return RAW_TEXT.has(name)
}

/** True for an element on lines of its own. */
export function isBlock(name: string): boolean {
  return BLOCKS.has(name)
}

/** Depth of a heading element, null for any other. */
export function headingDepth(name: string): number | null {
  const isHeading = name.length === 2 && name.startsWith('h') && name >= 'h1' && name <= 'h6'
  return isHeading ? Number(name.charAt(1)) : null
}

/** The ids by which a link can reach an element: `id`, and the `name` of an `<a>`. */
export function idsOf({ name, attributes }: HtmlElement): string[] {
  if (attributes.size === 0) return []
  const ids = [attributes.get('id') ?? '', name === 'a' ? (attributes.get('name') ?? '') : '']
  return ids.filter((id) => id !== '')
}

/** Visits a range of a page, all of it by default; `html` has `\n` as its only line break. */
export function walkHtml(html: string, visitor: HtmlVisitor, range = { start: 0, end: html.length }): void {
  const tokens = createHtmlTokens(html, range)
  /** The open elements, outermost first. */
  const path: HtmlElement[] = []
  /** Index on the path of the element that is skipped, -1 without one. */
  let skippedFrom = -1

  function open(name: string, attributes: Attributes, { isSelfClosing, at }: { isSelfClosing: boolean; at: number }) {
    closeTo(impliedEnd(path, name), at)
    const isForeign = FOREIGN.has(name) || isInForeign(path)
    const isRaw = isRawText(name) && !isForeign
    const isEmpty = VOID.has(name) || isRaw || (isForeign && isSelfClosing)
    if (!isEmpty) closeTo(MAX_OPEN_ELEMENTS - 1, at)
    const element = { name, attributes, parent: path.at(-1) ?? null, at, isForeign }
    const { text, end } = isRaw ? tokens.rawText(name) : { text: '', end: at }
    const isRead = skippedFrom === -1 && visitor.open(element)
    if (!isEmpty) {
      if (!isRead && skippedFrom === -1) skippedFrom = path.length
      path.push(element)
    } else if (isRead) {
      if (text !== '') visitor.text(text)
      visitor.close(element, end)
    }
  }

  /** Closes open elements until `length` are left, because of the tag at `at`. */
  function closeTo(length: number, at: number): void {
    while (path.length > length) {
      const element = path.pop()
      if (path.length === skippedFrom) skippedFrom = -1
      else if (skippedFrom === -1 && element !== undefined) visitor.close(element, at)
    }
  }

  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    if (token.type === 'open') open(token.name, token.attributes, token)
    else if (token.type === 'close') closeTo(explicitEnd(path, token.name), token.at)
    else if (skippedFrom === -1) visitor.text(token.text)
  }
  closeTo(0, range.end)
}

/** Index on a path of the innermost element whose name is among these, -1 without one. */
function innermost(path: readonly HtmlElement[], names: { readonly has: (name: string) => boolean }): number {
  return path.findLastIndex(({ name }) => names.has(name))
}

/** True if what starts now is part of a drawing or formula. */
function isInForeign(path: readonly HtmlElement[]): boolean {
  const parent = path.at(-1)
  return parent?.isForeign === true && parent.name !== 'foreignobject'
}

/** Length of the path that a start tag leaves open. */
function impliedEnd(path: readonly HtmlElement[], name: string): number {
  // Links do not nest: an anchor that was left unclosed ends at the next.
  const link = name === 'a' ? innermost(path, LINK_BOUNDS) : -1
  if (path[link]?.name === 'a') return link
  if (!BLOCKS.has(name)) return path.length
  const implied = IMPLIED_ENDS.get(name)
  const border = implied === undefined ? -1 : innermost(path, implied.within)
  const isEnded = ({ name: open }: HtmlElement, index: number) => index > border && implied?.ends.has(open) === true
  const ends = implied === undefined ? -1 : path.findIndex(isEnded)
  const paragraph = innermost(path, PARAGRAPH_BOUNDS)
  // A drawing can't hold a block, so the drawing was left unclosed.
  const drawing = isInForeign(path) ? innermost(path, DRAWING_BOUNDS) : -1
  const ended = [
    ends, path[paragraph]?.name === 'p' ? paragraph : -1, path[drawing]?.name === 'svg' ? drawing : -1,
  ].filter((index) => index !== -1)
  return Math.min(path.length, ...ended)
}

/** Length of the path that an end tag leaves open: all of it if it matches no element. */
function explicitEnd(path: readonly HtmlElement[], name: string): number {
  // What follows `</body>` still belongs to the page.
  if (name === 'body' || name === 'html') return path.length
  const index = path.findLastIndex((open) => open.name === name)
  if (index === -1) return path.length
  // Most end tags end the last element.
  if (index === path.length - 1) return index
  const border = !SCOPES.has(name) ? innermost(path, SCOPES) : TABLE_PARTS.has(name) ? -1 : innermost(path, CELLS)
  return index >= border ? index : path.length
}

function rule(names: string, ends: string, within: string): (readonly [string, ImpliedEnds])[] {
  return names.split(' ').map((name) => [name, { ends: words(ends), within: words(within) }])
}

/** The words of a text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
