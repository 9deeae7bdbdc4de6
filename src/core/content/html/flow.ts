/**
 * Starts and ends of HTML elements -> separators of the section writer. A separator is written only when text follows,
 * so that nested elements which begin or end at one offset give one separator: the first paragraph of a list item stays
 * on the item's line, and a table row is one line whatever its cells hold.
 */
import type { CodeAttributes, SectionWriter, Separator } from '../section-writer.ts'
import { type ElementStart, isInline } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'
import { isBox } from './boilerplate.ts'
import { type HtmlElement, isBlock } from './tree.ts'

const LISTS = new Set(['dir', 'dl', 'menu', 'ol', 'ul'])
const ITEMS = new Set(['dd', 'dt', 'li'])
const CELLS = new Set(['td', 'th'])

const WHITE_SPACE = /[ \t\n\f]+/g

/** The content of one page, in order. */
export interface HtmlFlow {
  readonly writer: SectionWriter
  /** Uses of the open tables, innermost last. */
  readonly tables: ('data' | 'layout')[]
  lists: number
  separator: Separator
  /** True if the current item, cell, list or table has no text yet. */
  isEmpty: boolean
}

/** The start or end of a paragraph, or of any other block. */
export function addEdge(flow: HtmlFlow): void {
  if (isInData(flow)) flow.writer.prose(' ')
  else if (!flow.isEmpty) flow.separator = 'block'
}

/** The start of an element. `isLayout`: true for a table whose rows and cells are plain blocks. */
export function startElement(flow: HtmlFlow, element: HtmlElement, isLayout: boolean): void {
  const { name } = element
  if (name === 'table') {
    addEdge(flow)
    flow.tables.push(isLayout ? 'layout' : 'data')
    flow.isEmpty = true
  } else if (name !== 'br' && !isBlock(name)) {
    if (isBox(element)) flow.writer.prose(' ')
  } else if (isInData(flow)) {
    if (name === 'tr' || CELLS.has(name)) separateNext(flow, name === 'tr' ? 'line' : 'cell')
    else flow.writer.prose(' ')
  } else if (LISTS.has(name)) {
    if (!flow.isEmpty) flow.separator = flow.lists > 0 ? 'line' : 'block'
    flow.lists += 1
    flow.isEmpty = true
  } else if (ITEMS.has(name)) separateNext(flow, 'line')
  // Two line breaks in a row leave an empty line.
  else if (name === 'br' && !flow.isEmpty && flow.separator === 'none') flow.separator = 'line'
  else addEdge(flow)
}

/** The end of an element. */
export function endElement(flow: HtmlFlow, element: HtmlElement): void {
  const { name } = element
  if (name === 'table') {
    flow.tables.pop()
    flow.isEmpty = false
    addEdge(flow)
  } else if (LISTS.has(name) && !isInData(flow)) {
    flow.lists -= 1
    flow.separator = flow.lists > 0 ? 'line' : 'block'
    flow.isEmpty = false
  } else if (isBlock(name) && !ITEMS.has(name) && !CELLS.has(name) && name !== 'tr') addEdge(flow)
  else if (isBox(element)) flow.writer.prose(' ')
}

/** Text of a sentence. */
export function addProse(flow: HtmlFlow, text: string): void {
  if (text.trim() !== '') separatedWriter(flow)
  flow.writer.prose(text)
}

/** Code inside a sentence. */
export function addInlineCode(flow: HtmlFlow, text: string): void {
  const { writer } = flow
  const code = text.replace(WHITE_SPACE, ' ')
  if (code.startsWith(' ')) writer.prose(' ')
  if (code.trim() === '') return
  separatedWriter(flow).inlineCode(code.trim())
  if (code.endsWith(' ')) writer.prose(' ')
}

/** A code block; in a cell, one of a single line is code inside a sentence. */
export function addCodeBlock(flow: HtmlFlow, text: string, code: CodeAttributes): void {
  if (isInData(flow) && !text.trim().includes('\n')) return addInlineCode(flow, text)
  if (text.trim() === '') return
  separatedWriter(flow).codeBlock(text, code)
}

/** Starts an element of the structure; null if a cell is open, which holds inline elements only. */
export function openElement(flow: HtmlFlow, start: ElementStart): ElementId | null {
  const { writer, tables } = flow
  const isPart = start.type === 'row' || start.type === 'cell'
  const isKept = start.type === 'table' ? tables.length === 1 && isInData(flow) : isPart === isInData(flow)
  return isKept || isInline(start.type) ? writer.open(start) : null
}

/** The end of definitions with at least `nesting` others around them. */
export function endDefinitions(flow: HtmlFlow, nesting: number): void {
  flow.separator = 'none'
  flow.isEmpty = false
  flow.writer.resume(nesting)
}

/** True inside a cell of a table of data. */
export function isInData({ tables }: HtmlFlow): boolean {
  return tables.at(-1) === 'data'
}

/** Separates an item, row or cell from the last one, by a stronger separator from other text. */
function separateNext(flow: HtmlFlow, by: 'line' | 'cell'): void {
  if (!flow.isEmpty || flow.separator === 'none' || flow.separator === 'cell') flow.separator = by
  flow.isEmpty = true
}

/** The writer after the separator, for text, code, a heading or a definition. */
export function separatedWriter(flow: HtmlFlow): SectionWriter {
  flow.writer.separate(flow.separator)
  flow.separator = 'none'
  flow.isEmpty = false
  return flow.writer
}
