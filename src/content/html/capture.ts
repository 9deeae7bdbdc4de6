/**
 * An element whose content is collected before any of it is written: a heading,
 * code or a formula.
 */
import { stripInvisible } from '../invisible.ts'
import type { HtmlAnchors } from './anchors.ts'
import { isBoilerplate, isHidden } from './boilerplate.ts'
import { createCodeCollector } from './code.ts'
import { isTabLabel } from './element-start.ts'
import type { HtmlFlow } from './flow.ts'
import { createHeadingCollector, headingDepth } from './heading.ts'
import type { HtmlElement, HtmlVisitor } from './tree.ts'

const INLINE_CODE = new Set(['code', 'samp', 'tt'])
const CODE_BLOCKS = new Set(['listing', 'pre', 'xmp'])

/** The destination of the content of a page. */
export interface ContentTarget {
  readonly flow: HtmlFlow
  readonly anchors: HtmlAnchors
  /** Line of an offset of the page. */
  readonly lineAt: (at: number) => number
}

/** A visitor of the content of one element. */
export interface Capture extends HtmlVisitor {
  readonly element: HtmlElement
  readonly keeps: 'words' | 'code'
  /** Writes the content. */
  readonly finish: () => void
}

/** A capture of the element, null for an element whose content is written at once. */
export function createCapture(element: HtmlElement, target: ContentTarget): Capture | null {
  const { name } = element
  if (headingDepth(name) !== null) return captureHeading(element, target)
  if (CODE_BLOCKS.has(name)) return captureCodeBlock(element, target)
  if (INLINE_CODE.has(name)) return captureInlineCode(element, target)
  return name === 'math' ? captureMath(element, target) : null
}

/** Writes prose. */
export function writeProse({ flow, anchors }: ContentTarget, prose: string): void {
  if (prose.trim() !== '') anchors.clearCandidates()
  flow.prose(prose)
}

function captureHeading(element: HtmlElement, target: ContentTarget): Capture {
  const { flow, anchors } = target
  const { open, close, text, finish } = createHeadingCollector(element)
  function writeHeading() {
    const { depth, text, ids, isProse } = finish()
    const seen = stripInvisible(text)
    if (seen.trim() !== '' && !isProse) flow.heading({ depth, text: seen, ...anchors.claim(ids, element.at) })
    else {
      anchors.addCandidates(ids)
      flow.edge()
      writeProse(target, seen)
      flow.edge()
    }
  }
  return { element, keeps: 'words', open, close, text, finish: writeHeading }
}

function captureCodeBlock(element: HtmlElement, { flow, anchors }: ContentTarget): Capture {
  const { open, close, text, finish } = createCodeCollector(element)
  function writeCode() {
    const { text, ...code } = finish()
    if (text.trim() !== '') anchors.clearCandidates()
    flow.codeBlock(text, code)
  }
  return { element, keeps: 'code', open, close, text, finish: writeCode }
}

function captureInlineCode(element: HtmlElement, { flow, anchors }: ContentTarget): Capture {
  const parts: string[] = []
  let holdsBlock = false
  function open(inner: HtmlElement) {
    holdsBlock ||= CODE_BLOCKS.has(inner.name)
    if (inner.name === 'br') parts.push('\n')
    return !isHidden(inner) && !isBoilerplate(inner)
  }
  function writeCode() {
    const code = parts.join('')
    if (code.trim() !== '') anchors.clearCandidates()
    if (holdsBlock) flow.codeBlock(code, { lang: null })
    else flow.inlineCode(code)
  }
  return { element, keeps: 'code', open, close: () => {}, text: (text) => void parts.push(text), finish: writeCode }
}

/** The labels of tabs, each to be written with its panel. */
export function captureTabLabels(element: HtmlElement, onLabels: (labels: readonly string[]) => void): Capture {
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
  const { flow } = target
  const parts: string[] = []
  function finish() {
    const title = parts.join('')
    if (title.trim().toLowerCase() === kind) return
    const id = flow.open({ type: 'title' })
    flow.edge()
    writeProse(target, title)
    flow.close(id)
    flow.edge()
  }
  const open = (inner: HtmlElement) => !isHidden(inner) && !isBoilerplate(inner)
  return { element, keeps: 'words', open, close: () => {}, text: (text) => void parts.push(text), finish }
}

/** A reference to a footnote, whose text is its number in brackets or not. */
export function captureFootnoteReference(element: HtmlElement, { flow }: ContentTarget): Capture {
  const parts: string[] = []
  function finish() {
    const label = parts.join('').replace(/[[\]\s]/g, '')
    if (label !== '') flow.close(flow.open({ type: 'footnote-reference', label }))
  }
  return { element, keeps: 'code', open: () => true, close: () => {}, text: (text) => void parts.push(text), finish }
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
