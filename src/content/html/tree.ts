/**
 * HTML -> its elements, opened and closed in order, as a browser would nest
 * them: end tags that may be left out are put in, end tags that match nothing
 * are passed over. Nothing is built; memory is the path of open elements.
 *
 * Source: the tree construction rules of the HTML standard, without the
 * adoption agency and foster parenting, which move elements but no text.
 */
import { createHtmlTokens } from './tokens.ts'
import type { Attributes } from './tokens.ts'

/** Elements are nested no deeper, as in browsers; what is deeper counts as their siblings. */
const MAX_OPEN_ELEMENTS = 512

const VOID = words('area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr')

/** What they hold is text, whatever it looks like. */
const RAW_TEXT = words('iframe noembed noframes script style textarea title xmp')

const BLOCKS = words(`address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol
  p pre search section summary table tbody td tfoot th thead tr ul xmp`)

/** Elements whose end tag ends all that is open inside; the end tag of any other stays inside the nearest of them. */
const SCOPES = new Set([...BLOCKS, ...words('audio button canvas datalist math noscript object select svg template video')])

const CELLS = ['td', 'th', 'caption']
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', ...CELLS])

interface ImpliedEnds {
  /** Open elements that the start tag ends. */
  readonly ends: readonly string[]
  /** Elements it does not reach out of. */
  readonly within: readonly string[]
}

/** Start tags that end other elements, apart from the blocks, which all end a paragraph. */
const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnds> = new Map([
  ...rule('li', { ends: ['li'], within: ['ul', 'ol', 'menu', 'dir', 'table'] }),
  ...rule('dt dd', { ends: ['dt', 'dd'], within: ['dl', 'table'] }),
  ...rule('td th', { ends: CELLS, within: ['table'] }),
  ...rule('tr', { ends: ['tr', 'colgroup', ...CELLS], within: ['table'] }),
  ...rule('thead tbody tfoot', { ends: ['thead', 'tbody', 'tfoot', 'tr', 'colgroup', ...CELLS], within: ['table'] }),
  ...rule('h1 h2 h3 h4 h5 h6', { ends: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], within: CELLS }),
])

export interface HtmlElement {
  /** Lower case. */
  readonly name: string
  readonly attributes: Attributes
  readonly parent: HtmlElement | null
  /** Offset of its start tag, which no other element has. */
  readonly at: number
}

/** Told of a page in document order. */
export interface HtmlVisitor {
  /** Whether to read what is inside; if not, the element is not closed either. */
  readonly open: (element: HtmlElement) => boolean
  /** `end` is the offset of its end tag, or of the tag that ended it instead. */
  readonly close: (element: HtmlElement, end: number) => void
  readonly text: (text: string) => void
}

/** Whether an element stands in lines of its own. */
export function isBlock(name: string): boolean {
  return BLOCKS.has(name)
}

/** Shows the visitor a range of a page, all of it by default; `html` has `\n` as its only line break. */
export function walkHtml(html: string, visitor: HtmlVisitor, range = { start: 0, end: html.length }): void {
  const tokens = createHtmlTokens(html, range)
  const path = createPath()
  /** Place on the path of the element that is being passed over, -1 for none. */
  let unreadFrom = -1

  function open(name: string, attributes: Attributes, { isSelfClosing, at }: { isSelfClosing: boolean; at: number }) {
    closeTo(path.impliedEnd(name), at)
    const element = { name, attributes, parent: path.last(), at }
    const isForeign = path.isForeign() || name === 'svg' || name === 'math'
    const isRaw = RAW_TEXT.has(name) && !isForeign
    if (VOID.has(name) || isRaw || (isForeign && isSelfClosing)) {
      const text = isRaw ? tokens.rawText(name) : ''
      if (unreadFrom !== -1 || !visitor.open(element)) return
      if (text !== '') visitor.text(text)
      visitor.close(element, at)
      return
    }
    const isRead = unreadFrom === -1 && visitor.open(element)
    if (path.length() >= MAX_OPEN_ELEMENTS && (isRead || unreadFrom !== -1)) {
      path.leaveOut(name)
      if (isRead) visitor.close(element, at)
      return
    }
    if (!isRead && unreadFrom === -1) unreadFrom = path.length()
    path.push(element)
  }

  /** Closes open elements until `length` are left, because of what stands at `at`. */
  function closeTo(length: number, at: number): void {
    while (path.length() > length) {
      const element = path.pop()
      if (unreadFrom === -1) visitor.close(element, at)
      else if (path.length() === unreadFrom) unreadFrom = -1
    }
  }

  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    if (token.type === 'open') open(token.name, token.attributes, token)
    else if (token.type === 'close') closeTo(path.explicitEnd(token.name), token.at)
    else if (unreadFrom === -1) visitor.text(token.text)
  }
  closeTo(0, range.end)
}

/** What the path knows of an element name. */
interface Kind {
  readonly isBlock: boolean
  readonly isScope: boolean
  /** Place on the path of the innermost open element of this name, -1 for none. */
  place: number
  /** Elements that were too deep to be put on the path and whose end tags are still to come. */
  leftOut: number
}

/** The open elements, outermost first. It is never searched: each kind knows its innermost place. */
function createPath() {
  const steps: { readonly element: HtmlElement; readonly kind: Kind; readonly outerPlace: number }[] = []
  const kinds = new Map<string, Kind>()
  const scopes: number[] = []
  const [paragraph, svg, math, foreignObject] = [kindOf('p'), kindOf('svg'), kindOf('math'), kindOf('foreignobject')]
  const cells = CELLS.map(kindOf)

  function kindOf(name: string): Kind {
    let kind = kinds.get(name)
    if (kind === undefined) {
      kind = { isBlock: BLOCKS.has(name), isScope: SCOPES.has(name), place: -1, leftOut: 0 }
      kinds.set(name, kind)
    }
    return kind
  }

  function push(element: HtmlElement): void {
    const kind = kindOf(element.name)
    steps.push({ element, kind, outerPlace: kind.place })
    kind.place = steps.length - 1
    if (kind.isScope) scopes.push(kind.place)
  }

  function pop(): HtmlElement {
    const { element, kind, outerPlace } = steps.pop()!
    kind.place = outerPlace
    if (kind.isScope) scopes.pop()
    return element
  }

  function leaveOut(name: string): void {
    kindOf(name).leftOut += 1
  }

  const isForeign = () => Math.max(svg.place, math.place) > foreignObject.place
  const innermostScope = () => scopes.at(-1) ?? -1

  /** How much of the path a start tag leaves open. */
  function impliedEnd(name: string): number {
    const kind = kindOf(name)
    let length = steps.length
    // Links do not nest: an anchor that was left unclosed ends at the next.
    if (name === 'a' && kind.place > innermostScope()) length = kind.place
    if (!kind.isBlock) return length
    // A block does not belong into a drawing, so the drawing was left unclosed.
    if (svg.place > foreignObject.place) length = svg.place
    if (paragraph.place > innermost(cells)) length = Math.min(length, paragraph.place)
    const implied = IMPLIED_ENDS.get(name)
    if (implied === undefined) return length
    const border = innermost(implied.within.map(kindOf))
    for (const { place } of implied.ends.map(kindOf)) if (place > border) length = Math.min(length, place)
    return length
  }

  /** How much of the path an end tag leaves open: all of it when it matches nothing within reach. */
  function explicitEnd(name: string): number {
    const kind = kindOf(name)
    const all = steps.length
    if (kind.leftOut > 0) {
      kind.leftOut -= 1
      return all
    }
    // What follows `</body>` still belongs to the page.
    if (kind.place === -1 || name === 'body' || name === 'html') return all
    const border = !kind.isScope ? innermostScope() : TABLE_PARTS.has(name) ? -1 : innermost(cells)
    return kind.place >= border ? kind.place : all
  }

  const length = () => steps.length
  const last = () => steps.at(-1)?.element ?? null
  return { push, pop, leaveOut, isForeign, impliedEnd, explicitEnd, length, last }
}

function innermost(kinds: readonly Kind[]): number {
  let place = -1
  for (const kind of kinds) if (kind.place > place) place = kind.place
  return place
}

function rule(names: string, implied: ImpliedEnds): (readonly [string, ImpliedEnds])[] {
  return names.split(' ').map((name) => [name, implied])
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
