/**
 * An element whose content is collected before any of it is written: a heading
 * with its anchor, code, a formula, labels and titles.
 *
 * The anchor of a heading is one of the ids of the page: that of the heading, of an element inside it, or of an element
 * above it with no text between (a section that starts with the heading, an empty `<a id>`). No two headings get the
 * same, because browsers open the first element that has it.
 */
import { foldSpace } from '../../base/text.ts'
import { stripInvisible } from '../invisible.ts'
import { INLINE_CODE, isBoilerplate, isBox, isHidden, isSearchExcluded } from './boilerplate.ts'
import { createCodeCollector } from './code.ts'
import {
  idsOfDefinition, isDefinitionName, isSignature, MAX_DEFINITIONS, MAX_SIGNATURE, shortSignature,
} from './definitions.ts'
import { addCodeBlock, addEdge, addInlineCode, addProse, type HtmlFlow, openElement, separatedWriter } from './flow.ts'
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
  readonly definitions: Definitions
}

/** The definitions of a page so far. */
export interface Definitions {
  /** Open lists of definitions, innermost last. */
  readonly lists: HtmlElement[]
  /** The terms before the explanation that follows. */
  readonly terms: HeadingText[]
  count: number
}

/** The text of a heading or term, and the ids of its element and of the elements inside, in order. */
interface HeadingText {
  readonly text: string
  readonly ids: readonly string[]
  /** Offset of its start tag. */
  readonly at: number
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
  readonly finish: () => void
}

/** A capture of the element, null for an element whose content is written at once. */
export function createCapture(element: HtmlElement, target: ContentTarget): Capture | null {
  const { name } = element
  const depth = headingDepth(name)
  if (isDefinitionName(element)) {
    const around = idsOfDefinition(element)
    return captureHeading(element, (term) => {
      writeDefinition(target, [{ ...term, ids: [...term.ids, ...around] }], target.definitions.lists.length)
    })
  }
  if (depth !== null) return captureHeading(element, (heading) => writeHeading(target, heading, { element, depth }))
  if (CODE_BLOCKS.has(name)) return captureCodeBlock(element, target)
  if (INLINE_CODE.has(name) || isSignature(element)) return captureCode(element, target)
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
  flow.writer.close(id)
  addEdge(flow)
}

/** How the text of an element is collected; by default the words of its content. */
interface Collecting extends Partial<Pick<Capture, 'keeps'>> {
  /** `parts` takes what an element adds to the text. */
  readonly open?: (inner: HtmlElement, parts: string[]) => boolean
  readonly close?: (inner: HtmlElement, parts: string[]) => void
}

function collect(
  element: HtmlElement,
  { keeps = 'words', open = isContent, close = () => {} }: Collecting,
  onText: (text: string) => void,
): Capture {
  const parts: string[] = []
  return {
    element, keeps,
    open: (inner) => open(inner, parts),
    close: (inner) => close(inner, parts),
    text: (text) => void parts.push(text),
    finish: () => onText(parts.join('')),
  }
}

/** The labels of tabs, each to be written with its panel. */
export function captureTabLabels(element: HtmlElement, onLabels: (labels: string[]) => void): Capture {
  const labels: string[] = []
  function open(inner: HtmlElement) {
    if (inner.name === 'label' || inner.attributes.get('role') === 'tab') labels.push('')
    return !isHidden(inner)
  }
  function text(text: string) {
    if (labels.length > 0) labels[labels.length - 1] += text
  }
  return { element, keeps: 'words', open, close: () => {}, text, finish: () => onLabels(labels) }
}

/** The title of a callout, unless it is the kind ("WARNING"), which generators show where the author wrote none. */
export function captureCalloutTitle(element: HtmlElement, kind: string, target: ContentTarget): Capture {
  return collect(element, {}, (title) => {
    if (title.trim().toLowerCase() !== kind) writeTitle(target, title)
  })
}

/** A reference to a footnote, whose text is its number in brackets or not. */
export function captureFootnoteReference(element: HtmlElement, { flow }: ContentTarget): Capture {
  return collect(element, { keeps: 'code', open: () => true }, (text) => {
    const label = text.replace(/[[\]\s]/g, '')
    if (label !== '') flow.writer.close(openElement(flow, { type: 'footnote-reference', label }))
  })
}

function isContent(element: HtmlElement): boolean {
  return !isHidden(element) && !isBoilerplate(element)
}

/** A heading: its text; the `alt` of one that is only an image, the symbols of one that is only a link. */
export function captureHeading(element: HtmlElement, onText: (heading: HeadingText) => void): Capture {
  const images: string[] = []
  const symbols: string[] = []
  const ids = idsOf(element)
  function open(inner: HtmlElement, parts: string[]): boolean {
    if (!isContent(inner)) return false
    ids.push(...idsOf(inner))
    if (inner.name === 'br' || isBlock(inner.name) || isBox(inner)) parts.push(' ')
    else if (inner.name === 'img') images.push(inner.attributes.get('alt') ?? '')
    return true
  }
  const close = (inner: HtmlElement, parts: string[]) => void ((isBlock(inner.name) || isBox(inner)) && parts.push(' '))
  const capture = collect(element, { open, close }, (words) => {
    const text = words.trim() === '' ? images.join(' ') || symbols.join(' ') : words
    onText({ text: stripInvisible(text), ids, at: element.at })
  })
  return { ...capture, otherwise: (text) => void symbols.push(text) }
}

function writeHeading(
  target: ContentTarget,
  { text, ids, at }: HeadingText,
  { element, depth }: { readonly element: HtmlElement; readonly depth: number },
): void {
  const { flow, anchors } = target
  if (text.trim() !== '' && text.length <= MAX_HEADING_LENGTH) {
    const isExcluded = isSearchExcluded(element.attributes)
    separatedWriter(flow).heading({ depth, text, isExcluded, ...claimAnchor(target, ids, at) })
  } else {
    for (const id of ids) anchors.candidates.push(id)
    addEdge(flow)
    writeProse(target, text)
    addEdge(flow)
  }
}

/** The start of the section of a definition, for terms that share an explanation. */
export function writeDefinition(target: ContentTarget, terms: readonly HeadingText[], nesting: number): void {
  const { flow, definitions } = target
  const [first] = terms
  const text = foldSpace(terms.map((term) => term.text.trim()).filter((term) => term !== '').join(', '))
  if (first === undefined || text === '') return
  const claimed = claimAnchor(target, terms.flatMap(({ ids }) => ids), first.at)
  definitions.count += 1
  const anchor = definitions.count > MAX_DEFINITIONS ? null : claimed.anchor
  separatedWriter(flow).definition({ text: shortSignature(text), anchor, line: claimed.line, nesting })
  if (text.length > MAX_SIGNATURE) addCodeBlock(flow, text, { lang: null })
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
  const collector = createCodeCollector(element)
  function finish() {
    const { text, ...code } = collector.finish()
    if (text.trim() !== '') anchors.candidates.length = 0
    addCodeBlock(flow, text, code)
  }
  return { element, keeps: 'code', ...collector, finish }
}

function captureCode(element: HtmlElement, { flow, anchors }: ContentTarget): Capture {
  const isFolded = isSignature(element)
  let holdsBlock = isFolded
  function open(inner: HtmlElement, parts: string[]) {
    holdsBlock ||= CODE_BLOCKS.has(inner.name)
    if (inner.name === 'br') parts.push('\n')
    return isContent(inner)
  }
  return collect(element, { keeps: 'code', open }, (text) => {
    const code = isFolded ? foldSpace(text) : text
    if (code.trim() !== '') anchors.candidates.length = 0
    if (holdsBlock) addCodeBlock(flow, code, { lang: null })
    else addInlineCode(flow, code)
  })
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
