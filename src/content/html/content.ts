/**
 * The elements of a page -> headings, prose and code of its content, without
 * the boilerplate around it.
 *
 * `header` is content inside `main`, `article` and `section`, where it holds
 * the heading, and boilerplate elsewhere.
 */
import { stripInvisible } from '../invisible.ts'
import type { HtmlAnchors } from './anchors.ts'
import { classesOf, isBoilerplate, isHidden } from './boilerplate.ts'
import { createCodeCollector, isGutter } from './code.ts'
import type { HtmlFlow } from './flow.ts'
import { createHeadingCollector, headingDepth, idsOf } from './heading.ts'
import type { HtmlMetadata } from './metadata.ts'
import { type HtmlElement, type HtmlVisitor, isBlock } from './tree.ts'

const INLINE_CODE = new Set(['code', 'samp', 'tt'])
const CODE_BLOCKS = new Set(['listing', 'pre', 'xmp'])
const LISTS = new Set(['dir', 'dl', 'menu', 'ol', 'ul'])
const ITEMS = new Set(['dd', 'dt', 'li'])
const CELLS = new Set(['td', 'th'])
const SECTIONING = new Set(['article', 'main', 'section'])

/** The text of a heading's link to itself in themes that don't use `#`. */
const PERMALINK = /^(?:direct link to|permalink (?:for|to)|permanent link|section titled)\b/i
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Metadata of a page, and the destination of its content. */
export interface ContentVisitorOptions {
  readonly metadata: HtmlMetadata
  readonly flow: HtmlFlow
  readonly anchors: HtmlAnchors
}

/** An element whose content is collected before any of it is written. */
interface Capture extends HtmlVisitor {
  readonly element: HtmlElement
  readonly keeps: 'words' | 'code'
  readonly finish: () => void
}

/** A visitor that writes the content of the elements that it visits. */
export function createContentVisitor({ metadata, flow, anchors }: ContentVisitorOptions): HtmlVisitor {
  const { roots, layoutTables } = metadata
  const rootStarts = new Set(roots?.map(({ start }) => start))
  let capture: Capture | null = null
  /** Number of open elements in which a `header` is content. */
  let sectioning = roots === null ? 0 : 1
  /** Number of open links to anchors of this page. */
  let fragmentLinks = 0

  function open(element: HtmlElement): boolean {
    const isRead = capture === null ? rootStarts.has(element.at) || !isLeftOut(element) : capture.open(element)
    if (!isRead) return false
    if (isFragmentLink(element)) fragmentLinks += 1
    if (capture === null) enter(element)
    return true
  }

  function isLeftOut(element: HtmlElement): boolean {
    const { name } = element
    if (isHidden(element) || isBoilerplate(element)) return true
    return (name === 'header' && sectioning === 0) || ((name === 'td' || name === 'pre') && isGutter(element))
  }

  function enter(element: HtmlElement): void {
    const { name } = element
    capture = startCapture(element)
    if (capture !== null) return
    if (name === 'img') text(element.attributes.get('alt') ?? '')
    else if (name === 'br') flow.lineBreak()
    else if (LISTS.has(name)) flow.openList()
    else if (ITEMS.has(name)) flow.item()
    else if (name === 'table') flow.openTable(layoutTables.has(element.at) ? 'layout' : 'data')
    else if (name === 'tr') flow.row()
    else if (CELLS.has(name)) flow.cell()
    else if (isBlock(name)) flow.edge()
    else if (isBox(element)) flow.prose(' ')
    if (SECTIONING.has(name)) sectioning += 1
    anchors.addCandidates(idsOf(element))
  }

  function close(element: HtmlElement, end: number): void {
    if (isFragmentLink(element)) fragmentLinks -= 1
    if (capture === null) leave(element)
    else if (capture.element !== element) capture.close(element, end)
    else {
      const { finish } = capture
      capture = null
      finish()
    }
  }

  function leave(element: HtmlElement): void {
    const { name } = element
    if (SECTIONING.has(name)) sectioning -= 1
    if (LISTS.has(name)) flow.closeList()
    else if (name === 'table') flow.closeTable()
    else if (isBlock(name) && !ITEMS.has(name) && !CELLS.has(name) && name !== 'tr') flow.edge()
    else if (isBox(element)) flow.prose(' ')
  }

  function text(raw: string): void {
    const seen = stripInvisible(raw)
    if (capture?.keeps === 'code') capture.text(seen)
    else if (fragmentLinks > 0 && isPermalink(seen)) return
    else if (capture !== null) capture.text(seen)
    else write(seen)
  }

  function write(prose: string): void {
    if (prose.trim() !== '') anchors.clearCandidates()
    flow.prose(prose)
  }

  function startCapture(element: HtmlElement): Capture | null {
    const { name } = element
    if (headingDepth(name) !== null) return captureHeading(element)
    if (CODE_BLOCKS.has(name)) return captureCodeBlock(element)
    if (INLINE_CODE.has(name)) return captureInlineCode(element)
    return name === 'math' ? captureMath(element) : null
  }

  function captureHeading(element: HtmlElement): Capture {
    const { open, close, text, finish } = createHeadingCollector(element)
    function writeHeading() {
      const { depth, text, ids, isProse } = finish()
      const seen = stripInvisible(text)
      if (seen.trim() !== '' && !isProse) flow.heading({ depth, text: seen, ...anchors.claim(ids, element.at) })
      else {
        anchors.addCandidates(ids)
        flow.edge()
        write(seen)
        flow.edge()
      }
    }
    return { element, keeps: 'words', open, close, text, finish: writeHeading }
  }

  function captureCodeBlock(element: HtmlElement): Capture {
    const { open, close, text, finish } = createCodeCollector(element)
    function writeCode() {
      const { text, lang } = finish()
      if (text.trim() !== '') anchors.clearCandidates()
      flow.codeBlock(text, lang)
    }
    return { element, keeps: 'code', open, close, text, finish: writeCode }
  }

  function captureInlineCode(element: HtmlElement): Capture {
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
      if (holdsBlock) flow.codeBlock(code, null)
      else flow.inlineCode(code)
    }
    return { element, keeps: 'code', open, close: () => {}, text: (text) => void parts.push(text), finish: writeCode }
  }

  /** A formula is its TeX source where the page has it, else the text of its symbols. */
  function captureMath(element: HtmlElement): Capture {
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
    const writeFormula = () => write((source.length > 0 ? source : symbols).join('').trim())
    return { element, keeps: 'code', open, close, text: (text) => void parts.push(text), finish: writeFormula }
  }

  return { open, close, text }
}

/** True for inline elements that styles show as boxes: the labels of tabs, the description on a card. */
function isBox(element: HtmlElement): boolean {
  return element.name === 'label' || classesOf(element).includes('description')
}

function isFragmentLink({ name, attributes }: HtmlElement): boolean {
  return name === 'a' && (attributes.get('href')?.startsWith('#') ?? false)
}

/** True for the text of a link within its page that only says that it is a link: `#`, `¶`, `↩`, "Section titled …". */
function isPermalink(text: string): boolean {
  const label = text.trim()
  return label !== '' && (!LETTER_OR_DIGIT.test(label) || PERMALINK.test(label))
}
