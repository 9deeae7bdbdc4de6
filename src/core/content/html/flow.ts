/**
 * Starts and ends of HTML elements -> separators of the section writer. A
 * separator is written only when text follows, so that nested elements which
 * begin or end at one offset give one separator: the first paragraph of a list
 * item stays on the item's line, and a table row is one line whatever its cells
 * hold.
 */
import type { CodeAttributes, DefinitionStart, HeadingStart, SectionWriter, Separator } from '../section-writer.ts'
import { type ElementStart, isInline } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'

const WHITE_SPACE = /[ \t\n\f]+/g

/** The content of one page, in order. */
export interface HtmlFlow {
  readonly writer: SectionWriter
  /** Uses of the open tables, innermost last. */
  readonly tables: ('data' | 'layout')[]
  /** Number of open lists. */
  lists: number
  /** The separator before the next text. */
  separator: Separator
  /** True if the current item, cell, list or table has no text yet. */
  isEmpty: boolean
}

/** A flow that writes to `writer`. */
export function createHtmlFlow(writer: SectionWriter): HtmlFlow {
  return { writer, tables: [], lists: 0, separator: 'none', isEmpty: false }
}

/** The start or end of a paragraph, or of any other block. */
export function addEdge(flow: HtmlFlow): void {
  if (isInData(flow)) flow.writer.prose(' ')
  else if (!flow.isEmpty) flow.separator = 'block'
}

/** A line break; two in a row leave an empty line. */
export function addLineBreak(flow: HtmlFlow): void {
  if (isInData(flow)) flow.writer.prose(' ')
  else if (!flow.isEmpty) flow.separator = flow.separator === 'none' ? 'line' : 'block'
}

/** The start of a list. */
export function openList(flow: HtmlFlow): void {
  if (isInData(flow)) return flow.writer.prose(' ')
  if (!flow.isEmpty) flow.separator = flow.lists > 0 ? 'line' : 'block'
  flow.lists += 1
  flow.isEmpty = true
}

/** The end of a list. */
export function closeList(flow: HtmlFlow): void {
  if (isInData(flow)) return flow.writer.prose(' ')
  flow.lists -= 1
  flow.separator = flow.lists > 0 ? 'line' : 'block'
  flow.isEmpty = false
}

/** The start of an item. */
export function startItem(flow: HtmlFlow): void {
  if (isInData(flow)) flow.writer.prose(' ')
  else separateNext(flow, 'line')
}

/** The start of a table; rows and cells of a `layout` table are plain blocks. */
export function openTable(flow: HtmlFlow, use: 'data' | 'layout'): void {
  addEdge(flow)
  flow.tables.push(use)
  flow.isEmpty = true
}

/** The end of a table. */
export function closeTable(flow: HtmlFlow): void {
  flow.tables.pop()
  flow.isEmpty = false
  addEdge(flow)
}

/** The start of a row, or of a cell. */
export function startTablePart(flow: HtmlFlow, part: 'row' | 'cell'): void {
  if (isInData(flow)) separateNext(flow, part === 'row' ? 'line' : 'cell')
  else addEdge(flow)
}

/** Text of a sentence. */
export function addProse(flow: HtmlFlow, text: string): void {
  if (text.trim() !== '') writeSeparator(flow)
  flow.writer.prose(text)
}

/** Code inside a sentence. */
export function addInlineCode(flow: HtmlFlow, text: string): void {
  const { writer } = flow
  const code = text.replace(WHITE_SPACE, ' ')
  if (code.startsWith(' ')) writer.prose(' ')
  if (code.trim() === '') return
  writeSeparator(flow)
  writer.inlineCode(code.trim())
  if (code.endsWith(' ')) writer.prose(' ')
}

/** A code block; in a cell, one of a single line is code inside a sentence. */
export function addCodeBlock(flow: HtmlFlow, text: string, code: CodeAttributes): void {
  if (isInData(flow) && !text.trim().includes('\n')) return addInlineCode(flow, text)
  if (text.trim() === '') return
  writeSeparator(flow)
  flow.writer.codeBlock(text, code)
}

/** Starts an element of the structure; null if a cell is open, which holds inline elements only. */
export function openElement(flow: HtmlFlow, start: ElementStart): ElementId | null {
  const { writer, tables } = flow
  const isPart = start.type === 'row' || start.type === 'cell'
  const isKept = start.type === 'table' ? tables.length === 1 && isInData(flow) : isPart === isInData(flow)
  return isKept || isInline(start.type) ? writer.open(start) : null
}

/** Ends an element of the structure. */
export function closeElement({ writer }: HtmlFlow, id: ElementId | null): void {
  if (id !== null) writer.close(id)
}

/** A heading. */
export function addHeading(flow: HtmlFlow, start: HeadingStart): void {
  writeSeparator(flow)
  flow.writer.heading(start)
}

/** The start of a definition. */
export function addDefinition(flow: HtmlFlow, start: DefinitionStart): void {
  writeSeparator(flow)
  flow.writer.definition(start)
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

function writeSeparator(flow: HtmlFlow): void {
  flow.writer.separate(flow.separator)
  flow.separator = 'none'
  flow.isEmpty = false
}
