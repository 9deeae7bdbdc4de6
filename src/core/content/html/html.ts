/**
 * A page of a built site -> its title and sections: headings, prose and code of its content, without the boilerplate
 * around it. A first pass reads the metadata and finds the elements with the content, a second reads these.
 *
 * `header` is content inside `main`, `article` and `section`, if it holds the heading, and boilerplate elsewhere.
 */
import { type Document, NO_PLACE } from '../document.ts'
import { stripInvisible, visibleLine } from '../invisible.ts'
import { createLineCounter, lineAt } from '../offset.ts'
import { isWeight, WEIGHT_RULE } from '../settings.ts'
import type { SourceFile } from '../page.ts'
import { createSectionWriter } from '../section-writer.ts'
import type { ElementStart } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'
import { createSelfLinkFilter, indexedAttributes, isBoilerplate, isHidden } from './boilerplate.ts'
import {
  type Capture, captureCalloutTitle, captureFootnoteReference, captureHeading, captureTabLabels, type ContentTarget,
  createCapture, type HtmlAnchors, writeDefinition, writeProse, writeTitle,
} from './capture.ts'
import { isGutter } from './code.ts'
import { listAround } from './definitions.ts'
import { elementStart, isFootnoteReference, isFootnotes, isTabList, isTabPanel } from './element-start.ts'
import { addEdge, endDefinitions, endElement, isInData, openElement, startElement } from './flow.ts'
import { isGeneratedPage } from './generated-pages.ts'
import { type HtmlMetadata, readHtmlMetadata } from './metadata.ts'
import { type HtmlElement, type HtmlVisitor, idsOf, walkHtml } from './tree.ts'

const SECTIONING = new Set(['article', 'main', 'section'])

/** Reads a page; any text gives a document. `depth`: that of the deepest heading that starts a section, 2 to 6. */
export function readHtml(file: SourceFile, { depth }: { readonly depth: number }): Document {
  const html = file.text.replace(/\r\n?/g, '\n')
  const metadata = readHtmlMetadata(html)
  const givenTitle = visibleLine(metadata.ownerTitles.fixed)
  const writer = createSectionWriter({ depth, title: givenTitle })
  const anchors: HtmlAnchors = { candidates: [], taken: new Set(), warnings: [] }
  const { roots } = metadata
  const state: ContentState = {
    metadata, anchors, lineAt: createLineCounter(html), definitions: { lists: [], terms: [], count: 0 },
    flow: { writer, tables: [], lists: 0, separator: 'none', isEmpty: false },
    roots: new Set(roots?.map(({ start }) => start)), capture: null, sectioning: roots === null ? 0 : 1,
    selfLinks: createSelfLinkFilter(), opened: [], tabLabels: [], footnote: null,
  }
  const visitor: HtmlVisitor = {
    open: (element) => visitStart(state, element),
    close: (element, end) => visitEnd(state, element, end),
    text: (text) => visitText(state, text),
  }
  for (const root of roots ?? [{ start: 0, end: html.length }]) walkHtml(html, visitor, root)
  const { title, sections, h1, nextHeading } = writer.finish()
  const { weight, generator, pageClasses: classes, description, lang, version, canonical, aliases, hasBodyMark } = metadata
  const isGenerated = isGeneratedPage({ path: file.path, generator, classes }, sections)
  const warnings = weight === null || isWeight(weight.value)
    ? []
    : [{ line: lineAt(html, weight.at), message: `${weight.attribute} ${WEIGHT_RULE}` }]
  const candidates = [metadata.ownerTitles.fallback, ...metadata.titles].map(visibleLine)
  const shown = [givenTitle, h1, ...candidates].filter((text) => text !== null)
  return {
    title: title ?? shown[0] ?? null,
    titles: { isFixed: givenTitle !== null, shown, nextHeading, siteName: metadata.siteName },
    description, slug: null, permalink: null, id: null, group: null, lang, version, canonical, aliases,
    formerAddresses: [],
    weight: isWeight(weight?.value) ? weight.value : null,
    hidden: metadata.hidden ?? (isGenerated ? 'generated' : null),
    lifetime: null, hiddenBelow: [], menu: NO_PLACE, hasBodyMark, hasRoot: roots !== null, sections, ids: metadata.ids,
    warnings: [...anchors.warnings, ...warnings],
  }
}

interface ContentState extends ContentTarget {
  readonly metadata: HtmlMetadata
  /** Offsets of the elements that hold the content. */
  readonly roots: ReadonlySet<number>
  capture: Capture | null
  /** Number of open elements in which a `header` is content. */
  sectioning: number
  readonly selfLinks: ReturnType<typeof createSelfLinkFilter>
  /** Elements of the structure that are open, with the HTML element of each, innermost last. */
  readonly opened: OpenElement[]
  /** Labels of tabs whose panels are still to come, those of inner tabs last. */
  readonly tabLabels: string[][]
  /** Number of the last footnote; null outside of the footnotes. */
  footnote: number | null
}

interface OpenElement {
  readonly element: HtmlElement
  readonly start: ElementStart
  /** Null if it leaves only its text. */
  readonly id: ElementId | null
}

function visitStart(state: ContentState, element: HtmlElement): boolean {
  const { capture, roots } = state
  const isReference = capture === null && isFootnoteReference(element) && !isHidden(element)
  const isRead = capture === null
    ? isReference || roots.has(element.at) || !isLeftOut(state, element)
    : capture.open(element)
  if (!isRead) return false
  state.selfLinks.open(element)
  if (isReference) state.capture = captureFootnoteReference(element, state)
  else if (capture === null) enter(state, element)
  return true
}

function isLeftOut({ sectioning }: ContentState, element: HtmlElement): boolean {
  const { name } = element
  if (isHidden(element) || isBoilerplate(element)) return true
  return (name === 'header' && sectioning === 0) || ((name === 'td' || name === 'pre') && isGutter(element))
}

function enter(state: ContentState, element: HtmlElement): void {
  const { flow, anchors, metadata, tabLabels } = state
  const { name, at } = element
  if (openDefinitionPart(state, element)) return
  for (const value of indexedAttributes(element)) writeProse(state, ` ${value} `)
  const addLabels = (labels: string[]) => void (labels.length > 0 && tabLabels.push(labels))
  state.capture = isTabList(element) ? captureTabLabels(element, addLabels) : createCapture(element, state)
  if (state.capture !== null) return
  if (name === 'img') return writeImage(state, element)
  startElement(flow, element, metadata.layoutTables.has(at))
  if (isFootnotes(element)) state.footnote = 0
  if (isTabPanel(element)) openTab(state, element)
  else openStart(state, element)
  if (SECTIONING.has(name)) state.sectioning += 1
  anchors.candidates.push(...idsOf(element))
}

/** Starts a list of definitions, a term or an explanation in one; false for any other element. */
function openDefinitionPart(state: ContentState, element: HtmlElement): boolean {
  const { flow, anchors, metadata, definitions: { lists, terms } } = state
  const { name, at } = element
  if (name === 'dl' && metadata.definitionLists.has(at) && !isInData(flow)) {
    lists.push(element)
    addEdge(flow)
  } else if (!isDefinitionPart(state, element)) return false
  if (name === 'dt') state.capture = captureHeading(element, (term) => void terms.push(term))
  else anchors.candidates.push(...idsOf(element))
  if (name === 'dd') startDefinition(state)
  return true
}

function isDefinitionPart({ definitions: { lists } }: ContentState, element: HtmlElement): boolean {
  const list = lists.at(-1)
  return list !== undefined && listAround(element) === list
}

/** Starts the section of the terms so far. */
function startDefinition(state: ContentState): void {
  const { lists, terms } = state.definitions
  if (terms.length > 0) writeDefinition(state, terms.splice(0), lists.length - 1)
}

function openStart(state: ContentState, element: HtmlElement): void {
  const { lineAt, metadata: { headerRows }, flow, opened, footnote } = state
  const { name } = element
  if (name === 'input') return markTask(state, element)
  let start = elementStart(element, { line: lineAt(element.at), headerRows })
  if (footnote !== null && name === 'ol') return
  if (footnote !== null && name === 'li') {
    state.footnote = footnote + 1
    start = { type: 'footnote', label: String(footnote + 1) }
  }
  if (start === null || (start.type === 'link' && start.href === '')) return
  const outer = opened.at(-1)?.start
  const isCalloutTitle = start.type === 'title' && outer?.type === 'callout'
  if (isCalloutTitle) state.capture = captureCalloutTitle(element, outer.kind, state)
  else opened.push({ element, start, id: openElement(flow, start) })
}

/** A box at the start of an item is the mark of its task. */
function markTask({ flow, opened }: ContentState, { attributes, parent }: HtmlElement): void {
  const item = opened.at(-1)
  const isInItem = item?.element.name === 'li' && (parent === item.element || parent?.parent === item.element)
  if (attributes.get('type') !== 'checkbox' || item === undefined || !isInItem) return
  flow.writer.close(item.id)
  const start = { type: 'item', isDone: attributes.has('checked') } as const
  opened[opened.length - 1] = { element: item.element, start, id: openElement(flow, start) }
}

function writeImage(state: ContentState, { attributes }: HtmlElement): void {
  const { flow: { writer } } = state
  const id = writer.open({ type: 'image', src: attributes.get('src')?.trim() ?? '' })
  visitText(state, attributes.get('alt') ?? '')
  writer.close(id)
}

function openTab(state: ContentState, element: HtmlElement): void {
  const { flow, opened, tabLabels } = state
  const start = { type: 'tab' } as const
  opened.push({ element, start, id: openElement(flow, start) })
  const label = tabLabels.at(-1)?.shift()
  if (tabLabels.at(-1)?.length === 0) tabLabels.pop()
  if (label !== undefined && label.trim() !== '') writeTitle(state, label)
}

function visitEnd(state: ContentState, element: HtmlElement, end: number): void {
  const { capture } = state
  const symbols = state.selfLinks.close(element)
  if (symbols.trim() === '') visitText(state, symbols)
  else capture?.otherwise?.(symbols)
  if (capture === null) leave(state, element)
  else if (capture.element !== element) capture.close(element, end)
  else {
    state.capture = null
    capture.finish()
  }
}

function leave(state: ContentState, element: HtmlElement): void {
  const { flow, opened } = state
  const { name } = element
  const { lists } = state.definitions
  if (lists.at(-1) === element || isDefinitionPart(state, element)) {
    startDefinition(state)
    endDefinitions(flow, lists.length - 1)
    if (name === 'dl') lists.pop()
    return
  }
  if (SECTIONING.has(name)) state.sectioning -= 1
  if (state.footnote !== null && isFootnotes(element)) state.footnote = null
  if (opened.at(-1)?.element === element) flow.writer.close(opened.pop()?.id ?? null)
  endElement(flow, element)
}

function visitText(state: ContentState, raw: string): void {
  const { capture, selfLinks } = state
  const seen = stripInvisible(raw)
  if (capture?.keeps === 'code') return capture.text(seen)
  const text = selfLinks.text(seen)
  if (capture !== null) capture.text(text)
  else writeProse(state, text)
}
