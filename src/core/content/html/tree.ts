/**
 * HTML -> its elements, opened and closed in order, as a browser would nest them: optional end tags are added, end tags
 * that match nothing are skipped. No tree is built; memory is bounded by the path of open elements.
 *
 * Source: the tree construction rules of the HTML standard, without the
 * adoption agency and foster parenting, which move elements but no text.
 */
import { type Attributes, createHtmlTokens } from './tokens.ts'

/** Depth of nested elements, which bounds memory; deeper ones have no content: it is that of the deepest element. */
export const MAX_OPEN_ELEMENTS = 50_000

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

const CELLS = ['td', 'th', 'caption']
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', ...CELLS])

/** What a start tag ends without an end tag (HTML Standard, 13.1.2.4). */
export interface ImpliedEnds {
  /** Open elements that the start tag ends. */
  readonly ends: readonly string[]
  /** Elements inside which it does: it ends nothing outside the innermost of them. */
  readonly within: readonly string[]
}

/** Start tags that end other elements. All blocks end a paragraph as well. */
export const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnds> = new Map([
  ...rule('li', { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir', 'table'] }),
  ...rule('dt dd', { ends: ['dt', 'dd'], within: ['dl', 'table'] }),
  ...rule('td th', { ends: CELLS, within: ['table'] }),
  ...rule('tr', { ends: ['tr', 'colgroup', ...CELLS], within: ['table'] }),
  ...rule('thead tbody tfoot', { ends: ['thead', 'tbody', 'tfoot', 'tr', 'colgroup', ...CELLS], within: ['table'] }),
  ...rule('h1 h2 h3 h4 h5 h6', { ends: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], within: CELLS }),
])

/** An open element. */
export interface HtmlElement {
  /** Lower case. */
  readonly name: string
  readonly attributes: Attributes
  readonly parent: HtmlElement | null
  /** Offset of its start tag, which no other element has. */
  readonly at: number
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
  const path = createPath()
  /** Index on the path of the element that is skipped, -1 without one. */
  let skippedFrom = -1

  function open(name: string, attributes: Attributes, { isSelfClosing, at }: { isSelfClosing: boolean; at: number }) {
    closeTo(path.impliedEnd(name), at)
    const element = { name, attributes, parent: path.last(), at }
    const isForeign = path.isForeign() || name === 'svg' || name === 'math'
    const isRaw = isRawText(name) && !isForeign
    if (VOID.has(name) || isRaw || (isForeign && isSelfClosing)) {
      const text = isRaw ? tokens.rawText(name) : ''
      if (skippedFrom !== -1 || !visitor.open(element)) return
      if (text !== '') visitor.text(text)
      visitor.close(element, at)
      return
    }
    const isRead = skippedFrom === -1 && visitor.open(element)
    if (path.length() >= MAX_OPEN_ELEMENTS && (isRead || skippedFrom !== -1)) {
      path.skip(name)
      if (isRead) visitor.close(element, at)
      return
    }
    if (!isRead && skippedFrom === -1) skippedFrom = path.length()
    path.push(element)
  }

  /** Closes open elements until `length` are left, because of the tag at `at`. */
  function closeTo(length: number, at: number): void {
    while (path.length() > length) {
      const element = path.pop()
      if (element === null) return
      if (skippedFrom === -1) visitor.close(element, at)
      else if (path.length() === skippedFrom) skippedFrom = -1
    }
  }

  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    if (token.type === 'open') open(token.name, token.attributes, token)
    else if (token.type === 'close') closeTo(path.explicitEnd(token.name), token.at)
    else if (skippedFrom === -1) visitor.text(token.text)
  }
  closeTo(0, range.end)
}

/** State of all elements of one name. */
interface Kind {
  readonly isBlock: boolean
  readonly isScope: boolean
  /** Index on the path of the innermost open element of this name, -1 without one. */
  index: number
  /** Number of elements that were too deep for the path and whose end tags follow. */
  skipped: number
}

/** The open elements, outermost first. It is never searched: each kind has the index of its innermost element. */
function createPath() {
  const steps: { readonly element: HtmlElement; readonly kind: Kind; readonly outerIndex: number }[] = []
  const kinds = new Map<string, Kind>()
  const scopes: number[] = []
  const [paragraph, svg, math, foreignObject] = [kindOf('p'), kindOf('svg'), kindOf('math'), kindOf('foreignobject')]
  const cells = CELLS.map(kindOf)

  function kindOf(name: string): Kind {
    let kind = kinds.get(name)
    if (kind === undefined) {
      kind = { isBlock: BLOCKS.has(name), isScope: SCOPES.has(name), index: -1, skipped: 0 }
      kinds.set(name, kind)
    }
    return kind
  }

  function push(element: HtmlElement): void {
    const kind = kindOf(element.name)
    steps.push({ element, kind, outerIndex: kind.index })
    kind.index = steps.length - 1
    if (kind.isScope) scopes.push(kind.index)
  }

  function pop(): HtmlElement | null {
    const step = steps.pop()
    if (step === undefined) return null
    step.kind.index = step.outerIndex
    if (step.kind.isScope) scopes.pop()
    return step.element
  }

  /** Leaves an element off the path. */
  function skip(name: string): void {
    kindOf(name).skipped += 1
  }

  const isForeign = () => Math.max(svg.index, math.index) > foreignObject.index
  const innermostScope = () => scopes.at(-1) ?? -1

  /** Length of the path that a start tag leaves open. */
  function impliedEnd(name: string): number {
    const kind = kindOf(name)
    let length = steps.length
    // Links do not nest: an anchor that was left unclosed ends at the next.
    if (name === 'a' && kind.index > innermostScope()) length = kind.index
    if (!kind.isBlock) return length
    // A drawing can't hold a block, so the drawing was left unclosed.
    if (svg.index > foreignObject.index) length = svg.index
    if (paragraph.index > innermost(cells)) length = Math.min(length, paragraph.index)
    const implied = IMPLIED_ENDS.get(name)
    if (implied === undefined) return length
    const border = innermost(implied.within.map(kindOf))
    for (const { index } of implied.ends.map(kindOf)) if (index > border) length = Math.min(length, index)
    return length
  }

  /** Length of the path that an end tag leaves open: all of it if it matches no element. */
  function explicitEnd(name: string): number {
    const kind = kindOf(name)
    const all = steps.length
    if (kind.skipped > 0) {
      kind.skipped -= 1
      return all
    }
    // What follows `</body>` still belongs to the page.
    if (kind.index === -1 || name === 'body' || name === 'html') return all
    const border = !kind.isScope ? innermostScope() : TABLE_PARTS.has(name) ? -1 : innermost(cells)
    return kind.index >= border ? kind.index : all
  }

  const length = () => steps.length
  const last = () => steps.at(-1)?.element ?? null
  return { push, pop, skip, isForeign, impliedEnd, explicitEnd, length, last }
}

function innermost(kinds: readonly Kind[]): number {
  let innermostIndex = -1
  for (const { index } of kinds) if (index > innermostIndex) innermostIndex = index
  return innermostIndex
}

function rule(names: string, implied: ImpliedEnds): (readonly [string, ImpliedEnds])[] {
  return names.split(' ').map((name) => [name, implied])
}

/** The words of a text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
