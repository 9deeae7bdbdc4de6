/**
 * An element whose content is collected before any of it is written: a heading
 * with its anchor, code, a formula, labels and titles.
 *
 * The anchor of a heading is one of the ids of the page: that of the heading, of
 * an element inside it, or of an element above it with no text between (a section
 * that starts with the heading, an empty `<a id>`). No two headings get the same,
 * because browsers open the first element that has it.
 */
import { stripInvisible } from '../invisible.ts'
import { isBoilerplate, isHidden, isSearchExcluded } from './boilerplate.ts'
import { createCodeCollector } from './code.ts'
import { isTabLabel } from './element-start.ts'
import {
  addCodeBlock, addEdge, addHeading, addInlineCode, addProse, closeElement, type HtmlFlow, openElement,
} from './flow.ts'
import { INLINE_CODE } from './self-link.ts'
import { headingDepth, type HtmlElement, type HtmlVisitor, idsOf, isBlock } from './tree.ts'

const CODE_BLOCKS = new Set(['listing', 'pre', 'xmp'])
/** UTF-16 units of a heading's text; more is prose in the wrong element. */
const MAX_HEADING_LENGTH = 1_000
/** Warnings of one page; a page with more has one fault many times. */
const MAX_WARNINGS = 20

/** The destination of the content of a page. */
export interface ContentTarget {
  readonly flow: HtmlFlow
  readonly anchors: HtmlAnchors
  /** Line of an offset of the page. Offsets must come in ascending order. */
  readonly lineAt: (at: number) => number
}

/** The ids of a page that anchors are chosen from. */
export interface HtmlAnchors {
  /** Ids of the elements that began since the last text: they may be the anchor of the next heading. */
  readonly candidates: string[]
  /** Ids that are the anchor of a heading. */
  readonly taken: Set<string>
  readonly warnings: { readonly line: number; readonly message: string }[]
}

/** A visitor of the content of one element. */
export interface Capture extends HtmlVisitor {
  readonly element: HtmlElement
  readonly keeps: 'words' | 'code'
  /** Takes text that counts only if there is no other. */
  readonly otherwise?: (text: string) => void
  /** Writes the content. */
  readonly finish: () => void
}

/** A capture of the element, null for an element whose content is written at once. */
export function createCapture(element: HtmlElement, target: ContentTarget): Capture | null {
  const { name } = element
  const depth = headingDepth(name)
  if (depth !== null) return captureHeading(element, depth, target)
  if (CODE_BLOCKS.has(name)) return captureCodeBlock(element, target)
  if (INLINE_CODE.has(name)) return captureInlineCode(element, target)
  return name === 'math' ? captureMath(element, target) : null
}

/** Writes prose. */
export function writeProse({ flow, anchors }: ContentTarget, prose: string): void {
  if (prose.trim() !== '') anchors.candidates.length = 0
  addProse(flow, prose)
}

/** Writes the title of the element that is open. */
export function writeTitle(target: ContentTarget, title: string): void {
  const { flow } = target
  const id = openElement(flow, { type: 'title' })
  addEdge(flow)
  writeProse(target, title)
  closeElement(flow, id)
  addEdge(flow)
}

/** The labels of tabs, each to be written with its panel. */
export function captureTabLabels(element: HtmlElement, onLabels: (labels: string[]) => void): Capture {
  const labels: string[] = []
  function open(inner: HtmlElement) {
    if (isTabLabel(inner)) labels.push('')
    return !isHidden(inner)
  }
  function text(text: string) {
    if (labels.length > 0) labels[labels.length - 1] += text
  }
  return { element, keeps: 'words', open, close: () => {}, text, finish: () => onLabels(labels) }
}

/**
 * The title of a callout. If the author wrote none, generators show its kind ("WARNING"), which is not kept as text.
 */
export function captureCalloutTitle(element: HtmlElement, kind: string, target: ContentTarget): Capture {
  const parts: string[] = []
  function finish() {
    const title = parts.join('')
    if (title.trim().toLowerCase() !== kind) writeTitle(target, title)
  }
  return { element, keeps: 'words', open: isContent, close: () => {}, text: (text) => void parts.push(text), finish }
}

/** A reference to a footnote, whose text is its number in brackets or not. */
export function captureFootnoteReference(element: HtmlElement, { flow }: ContentTarget): Capture {
  const parts: string[] = []
  function finish() {
    const label = parts.join('').replace(/[[\]\s]/g, '')
    if (label !== '') closeElement(flow, openElement(flow, { type: 'footnote-reference', label }))
  }
  return { element, keeps: 'code', open: () => true, close: () => {}, text: (text) => void parts.push(text), finish }
}

function isContent(element: HtmlElement): boolean {
  return !isHidden(element) && !isBoilerplate(element)
}

/** A heading: its text; the `alt` of one that is only an image, the symbols of one that is only a link. */
function captureHeading(element: HtmlElement, depth: number, target: ContentTarget): Capture {
  const { flow, anchors } = target
  const parts: string[] = []
  const images: string[] = []
  const symbols: string[] = []
  /** Ids of the heading and of the elements inside, in order. */
  const ids = idsOf(element)

  function open(inner: HtmlElement): boolean {
    if (!isContent(inner)) return false
    ids.push(...idsOf(inner))
    if (inner.name === 'br' || isBlock(inner.name)) parts.push(' ')
    else if (inner.name === 'img') images.push(inner.attributes.get('alt') ?? '')
    return true
  }

  function close({ name }: HtmlElement): void {
    if (isBlock(name)) parts.push(' ')
  }

  function finish(): void {
    const words = parts.join('')
    const text = words.trim() === '' ? images.join(' ') || symbols.join(' ') : words
    const seen = stripInvisible(text)
    if (seen.trim() !== '' && text.length <= MAX_HEADING_LENGTH) {
      const isExcluded = isSearchExcluded(element.attributes)
      addHeading(flow, { depth, text: seen, isExcluded, ...claimAnchor(target, ids, element.at) })
    } else {
      anchors.candidates.push(...ids)
      addEdge(flow)
      writeProse(target, seen)
      addEdge(flow)
    }
  }

  const text = (text: string) => void parts.push(text)
  const otherwise = (text: string) => void symbols.push(text)
  return { element, keeps: 'words', open, close, text, otherwise, finish }
}

/** Anchor and line of a heading with these ids whose start tag is at `at`; null if each id is taken. */
function claimAnchor(
  { anchors: { candidates, taken, warnings }, lineAt }: ContentTarget,
  ids: readonly string[],
  at: number,
): { readonly anchor: string | null; readonly line: number } {
  const line = lineAt(at)
  // Of the ids above the heading, the nearest was written for it.
  const all = [...ids, ...candidates.splice(0).reverse()]
  const anchor = all.find((id) => !taken.has(id)) ?? null
  if (anchor !== null) taken.add(anchor)
  else if (all.length > 0 && warnings.length < MAX_WARNINGS) {
    const message = `The id "${all[0]}" belongs to an earlier heading; the text joins the section above`
    warnings.push({ line, message })
  }
  return { anchor, line }
}

function captureCodeBlock(element: HtmlElement, { flow, anchors }: ContentTarget): Capture {
  const { open, close, text, finish } = createCodeCollector(element)
  function writeCode() {
    const { text, ...code } = finish()
    if (text.trim() !== '') anchors.candidates.length = 0
    addCodeBlock(flow, text, code)
  }
  return { element, keeps: 'code', open, close, text, finish: writeCode }
}

function captureInlineCode(element: HtmlElement, { flow, anchors }: ContentTarget): Capture {
  const parts: string[] = []
  let holdsBlock = false
  function open(inner: HtmlElement) {
    holdsBlock ||= CODE_BLOCKS.has(inner.name)
    if (inner.name === 'br') parts.push('\n')
    return isContent(inner)
  }
  function writeCode() {
    const code = parts.join('')
    if (code.trim() !== '') anchors.candidates.length = 0
    if (holdsBlock) addCodeBlock(flow, code, { lang: null })
    else addInlineCode(flow, code)
  }
  return { element, keeps: 'code', open, close: () => {}, text: (text) => void parts.push(text), finish: writeCode }
}

/** A formula is its TeX source where the page has it, else the text of its symbols. */
function captureMath(element: HtmlElement, target: ContentTarget): Capture {
  const symbols: string[] = []
  const source: string[] = []
  let parts = symbols
  function open({ name, attributes }: HtmlElement) {
    if (name === 'annotation' && attributes.get('encoding') === 'application/x-tex') parts = source
    return name !== 'annotation' || parts === source
  }
  function close({ name }: HtmlElement) {
    if (name === 'annotation') parts = symbols
  }
  const finish = () => writeProse(target, (source.length > 0 ? source : symbols).join('').trim())
  return { element, keeps: 'code', open, close, text: (text) => void parts.push(text), finish }
}
