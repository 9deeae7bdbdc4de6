/**
 * The elements of a page -> headings, prose and code of its content, without
 * the furniture around it.
 *
 * `header` is content inside `main`, `article` and `section`, where it holds
 * the heading, and furniture elsewhere.
 */
import type { HtmlAnchors } from './anchors.ts'
import { createCodeReader, isGutter } from './code.ts'
import type { HtmlFlow } from './flow.ts'
import { classesOf, isFurniture, isUnseen } from './boilerplate.ts'
import { createHeadingReader, headingDepth, idsOf } from './heading.ts'
import type { HtmlSurvey } from './metadata.ts'
import { isBlock } from './tree.ts'
import type { HtmlElement, HtmlVisitor } from './tree.ts'
import { stripInvisible } from '../invisible.ts'

const INLINE_CODE = new Set(['code', 'samp', 'tt'])
const CODE_BLOCKS = new Set(['listing', 'pre', 'xmp'])
const LISTS = new Set(['dir', 'dl', 'menu', 'ol', 'ul'])
const ITEMS = new Set(['dd', 'dt', 'li'])
const CELLS = new Set(['td', 'th'])
const SECTIONING = new Set(['article', 'main', 'section'])

/** What themes say instead of `#` in the link of a heading to itself. */
const PERMALINK = /^(?:direct link to|permalink (?:for|to)|permanent link|section titled)\b/i
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

export interface ContentReaderOptions {
  readonly survey: HtmlSurvey
  readonly flow: HtmlFlow
  readonly anchors: HtmlAnchors
}

/** An element whose inside is gathered before anything is written. */
interface Capture extends HtmlVisitor {
  readonly element: HtmlElement
  readonly keeps: 'words' | 'code'
  readonly finish: () => void
}

/** A visitor that writes what it is shown: the elements that hold the content. */
export function createContentReader({ survey, flow, anchors }: ContentReaderOptions): HtmlVisitor {
  const { roots, layoutTables } = survey
  const rootStarts = new Set(roots?.map(({ start }) => start))
  let capture: Capture | null = null
  /** Open elements inside which a `header` is content. */
  let sectioning = roots === null ? 0 : 1
  /** Open links to a place on this page. */
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
    if (isUnseen(element) || isFurniture(element)) return true
    return (name === 'header' && sectioning === 0) || ((name === 'td' || name === 'pre') && isGutter(element))
  }

  function enter(element: HtmlElement): void {
    const { name } = element
    capture = begin(element)
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
    anchors.pass(idsOf(element))
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
    else say(seen)
  }

  function say(words: string): void {
    if (words.trim() !== '') anchors.settle()
    flow.prose(words)
  }

  function begin(element: HtmlElement): Capture | null {
    const { name } = element
    if (headingDepth(name) !== null) return captureHeading(element)
    if (CODE_BLOCKS.has(name)) return captureCodeBlock(element)
    if (INLINE_CODE.has(name)) return captureInlineCode(element)
    return name === 'math' ? captureMath(element) : null
  }

  function captureHeading(element: HtmlElement): Capture {
    const { open, close, text, finish } = createHeadingReader(element)
    function write() {
      const { depth, text, ids, isProse } = finish()
      const seen = stripInvisible(text)
      if (seen.trim() !== '' && !isProse) flow.heading({ depth, text: seen, ...anchors.claim(ids, element.at) })
      else {
        anchors.pass(ids)
        flow.edge()
        say(seen)
        flow.edge()
      }
    }
    return { element, keeps: 'words', open, close, text, finish: write }
  }

  function captureCodeBlock(element: HtmlElement): Capture {
    const { open, close, text, finish } = createCodeReader(element)
    function write() {
      const { text, lang } = finish()
      if (text.trim() !== '') anchors.settle()
      flow.codeBlock(text, lang)
    }
    return { element, keeps: 'code', open, close, text, finish: write }
  }

  function captureInlineCode(element: HtmlElement): Capture {
    const parts: string[] = []
    let holdsBlock = false
    function open(inner: HtmlElement) {
      holdsBlock ||= CODE_BLOCKS.has(inner.name)
      if (inner.name === 'br') parts.push('\n')
      return !isUnseen(inner) && !isFurniture(inner)
    }
    function write() {
      const code = parts.join('')
      if (code.trim() !== '') anchors.settle()
      if (holdsBlock) flow.codeBlock(code, null)
      else flow.inlineCode(code)
    }
    return { element, keeps: 'code', open, close: () => {}, text: (text) => void parts.push(text), finish: write }
  }

  /** A formula is its TeX source where that is given, else the text of its signs. */
  function captureMath(element: HtmlElement): Capture {
    const signs: string[] = []
    const source: string[] = []
    let into = signs
    function open({ name, attributes }: HtmlElement) {
      if (name === 'annotation' && attributes.get('encoding') === 'application/x-tex') into = source
      return name !== 'annotation' || into === source
    }
    function close({ name }: HtmlElement) {
      if (name === 'annotation') into = signs
    }
    const write = () => say((source.length > 0 ? source : signs).join('').trim())
    return { element, keeps: 'code', open, close, text: (text) => void into.push(text), finish: write }
  }

  return { open, close, text }
}

/** Inline elements that styles set apart: the labels of tabs, the description on a card. */
function isBox(element: HtmlElement): boolean {
  return element.name === 'label' || classesOf(element).includes('description')
}

function isFragmentLink({ name, attributes }: HtmlElement): boolean {
  return name === 'a' && (attributes.get('href')?.startsWith('#') ?? false)
}

/** Whether the text of a link within its page only says that it is a link: `#`, `¶`, `↩`, "Section titled …". */
function isPermalink(text: string): boolean {
  const label = text.trim()
  return label !== '' && (!LETTER_OR_DIGIT.test(label) || PERMALINK.test(label))
}
