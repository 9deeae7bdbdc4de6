/**
 * The elements of a page -> headings, prose and code of its content, without
 * the boilerplate around it.
 *
 * `header` is content inside `main`, `article` and `section`, if it holds
 * the heading, and boilerplate elsewhere.
 */
import { stripInvisible } from '../invisible.ts'
import type { ElementStart } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'
import { classesOf, isBoilerplate, isFragmentLink, isHidden, isPermalink } from './boilerplate.ts'
import {
  type Capture,
  captureCalloutTitle,
  captureFootnoteReference,
  captureTabLabels,
  type ContentTarget,
  createCapture,
  writeProse,
} from './capture.ts'
import { isGutter } from './code.ts'
import { elementStart, isFootnoteReference, isFootnotes, isTabList, isTabPanel } from './element-start.ts'
import { idsOf } from './heading.ts'
import type { HtmlMetadata } from './metadata.ts'
import { indexedAttributes } from './owner-marks.ts'
import { type HtmlElement, type HtmlVisitor, isBlock } from './tree.ts'

const LISTS = new Set(['dir', 'dl', 'menu', 'ol', 'ul'])
const ITEMS = new Set(['dd', 'dt', 'li'])
const CELLS = new Set(['td', 'th'])
const SECTIONING = new Set(['article', 'main', 'section'])

/** Metadata of a page, and the destination of its content. */
export interface ContentVisitorOptions extends ContentTarget {
  readonly metadata: HtmlMetadata
}

/** An element of the structure without its end. */
interface OpenElement {
  readonly element: HtmlElement
  readonly start: ElementStart
  /** Null if it leaves only its text. */
  readonly id: ElementId | null
}

/** A visitor that writes the content of the elements that it visits. */
export function createContentVisitor({ metadata, ...target }: ContentVisitorOptions): HtmlVisitor {
  const { flow, anchors, lineAt } = target
  const { roots, layoutTables, headerRows } = metadata
  const rootStarts = new Set(roots?.map(({ start }) => start))
  let capture: Capture | null = null
  /** Number of open elements in which a `header` is content. */
  let sectioning = roots === null ? 0 : 1
  /** Number of open links to anchors of this page. */
  let fragmentLinks = 0
  /** Elements of the structure that are open, with the HTML element of each, innermost last. */
  const opened: OpenElement[] = []
  /** Labels of tabs whose panels are still to come, those of inner tabs last. */
  const tabLabels: string[][] = []
  /** Number of the last footnote; null outside of the footnotes. */
  let footnote: number | null = null

  function open(element: HtmlElement): boolean {
    const isReference = capture === null && isFootnoteReference(element) && !isHidden(element)
    const isRead =
      capture === null ? isReference || rootStarts.has(element.at) || !isLeftOut(element) : capture.open(element)
    if (!isRead) return false
    if (isFragmentLink(element)) fragmentLinks += 1
    if (isReference) capture = captureFootnoteReference(element, target)
    else if (capture === null) enter(element)
    return true
  }

  function isLeftOut(element: HtmlElement): boolean {
    const { name } = element
    if (isHidden(element) || isBoilerplate(element)) return true
    return (name === 'header' && sectioning === 0) || ((name === 'td' || name === 'pre') && isGutter(element))
  }

  function enter(element: HtmlElement): void {
    const { name } = element
    for (const value of indexedAttributes(element)) writeProse(target, ` ${value} `)
    capture = isTabList(element) ? captureTabLabels(element, addTabLabels) : createCapture(element, target)
    if (capture !== null) return
    if (name === 'img') return writeImage(element)
    if (name === 'br') flow.lineBreak()
    else if (LISTS.has(name)) flow.openList()
    else if (ITEMS.has(name)) flow.item()
    else if (name === 'table') flow.openTable(layoutTables.has(element.at) ? 'layout' : 'data')
    else if (name === 'tr') flow.row()
    else if (CELLS.has(name)) flow.cell()
    else if (isBlock(name)) flow.edge()
    else if (isBox(element)) flow.prose(' ')
    if (isFootnotes(element)) footnote = 0
    if (isTabPanel(element)) openTab(element)
    else openElement(element)
    if (SECTIONING.has(name)) sectioning += 1
    anchors.addCandidates(idsOf(element))
  }

  function openElement(element: HtmlElement): void {
    const { name } = element
    if (name === 'input') return markTask(element)
    let start = elementStart(element, { line: lineAt(element.at), headerRows })
    if (footnote !== null && name === 'ol') return
    if (footnote !== null && name === 'li') {
      footnote += 1
      start = { type: 'footnote', label: String(footnote) }
    }
    if (start === null || (start.type === 'link' && start.href === '')) return
    const outer = opened.at(-1)?.start
    if (start.type === 'title' && outer?.type === 'callout') capture = captureCalloutTitle(element, outer.kind, target)
    else opened.push({ element, start, id: flow.open(start) })
  }

  /** A box at the start of an item is the mark of its task. */
  function markTask({ attributes, parent }: HtmlElement): void {
    const item = opened.at(-1)
    const isInItem = item?.element.name === 'li' && (parent === item.element || parent?.parent === item.element)
    if (attributes.get('type') !== 'checkbox' || item === undefined || !isInItem) return
    flow.close(item.id)
    const start = { type: 'item', isDone: attributes.has('checked') } as const
    opened[opened.length - 1] = { element: item.element, start, id: flow.open(start) }
  }

  function writeImage(element: HtmlElement): void {
    const start = elementStart(element, { line: 0, headerRows })
    const id = start === null ? null : flow.open(start)
    text(element.attributes.get('alt') ?? '')
    flow.close(id)
  }

  function addTabLabels(labels: readonly string[]): void {
    if (labels.length > 0) tabLabels.push([...labels])
  }

  function openTab(element: HtmlElement): void {
    opened.push({ element, start: { type: 'tab' }, id: flow.open({ type: 'tab' }) })
    const label = tabLabels.at(-1)?.shift()
    if (tabLabels.at(-1)?.length === 0) tabLabels.pop()
    if (label === undefined || label.trim() === '') return
    const title = flow.open({ type: 'title' })
    flow.edge()
    writeProse(target, label)
    flow.close(title)
    flow.edge()
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
    if (footnote !== null && isFootnotes(element)) footnote = null
    if (opened.at(-1)?.element === element) flow.close(opened.pop()?.id ?? null)
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
    else writeProse(target, seen)
  }

  return { open, close, text }
}

/** True for inline elements that styles show as boxes: the labels of tabs, the description on a card. */
function isBox(element: HtmlElement): boolean {
  return element.name === 'label' || classesOf(element).includes('description')
}
