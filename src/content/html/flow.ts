/**
 * Starts and ends of HTML elements -> separators of the section writer. A
 * separator is written only when text follows, so that nested elements which
 * begin or end at one offset give one separator: the first paragraph of a list
 * item stays on the item's line, and a table row is one line whatever its cells
 * hold.
 */
import type { CodeAttributes, HeadingStart, SectionWriter, Separator } from '../section-writer.ts'
import { type ElementStart, isInline } from '../structure/element.ts'
import type { ElementId } from '../structure/structure-writer.ts'

/** Takes the content of one page in order. */
export interface HtmlFlow {
  /** The start or end of a paragraph, or of any other block. */
  readonly edge: () => void
  readonly lineBreak: () => void
  readonly openList: () => void
  readonly closeList: () => void
  readonly item: () => void
  /** Rows and cells of a `layout` table are plain blocks. */
  readonly openTable: (use: 'data' | 'layout') => void
  readonly closeTable: () => void
  readonly row: () => void
  readonly cell: () => void
  readonly prose: (text: string) => void
  readonly inlineCode: (text: string) => void
  readonly codeBlock: (text: string, code: CodeAttributes) => void
  /** Starts an element of the structure; null if a cell is open, which holds inline elements only. */
  readonly open: (start: ElementStart) => ElementId | null
  readonly close: (id: ElementId | null) => void
  readonly heading: (heading: HeadingStart) => void
}

/** A flow that writes to `writer`. */
export function createHtmlFlow(writer: SectionWriter): HtmlFlow {
  const tables: ('data' | 'layout')[] = []
  let lists = 0
  let separator: Separator = 'none'
  /** True if the current item, cell, list or table has no text yet. */
  let isEmpty = false

  const isInData = () => tables.at(-1) === 'data'

  function edge(): void {
    if (isInData()) writer.prose(' ')
    else if (!isEmpty) separator = 'block'
  }

  function lineBreak(): void {
    if (isInData()) writer.prose(' ')
    // Two in a row leave an empty line.
    else if (!isEmpty) separator = separator === 'none' ? 'line' : 'block'
  }

  /** The start of an item, row or cell: `by` separates it from the last one, a stronger separator from other text. */
  function begin(by: 'line' | 'cell'): void {
    if (!isEmpty || separator === 'none' || separator === 'cell') separator = by
    isEmpty = true
  }

  function openList(): void {
    if (isInData()) return writer.prose(' ')
    if (!isEmpty) separator = lists > 0 ? 'line' : 'block'
    lists += 1
    isEmpty = true
  }

  function closeList(): void {
    if (isInData()) return writer.prose(' ')
    lists -= 1
    separator = lists > 0 ? 'line' : 'block'
    isEmpty = false
  }

  function item(): void {
    if (isInData()) writer.prose(' ')
    else begin('line')
  }

  function openTable(use: 'data' | 'layout'): void {
    edge()
    tables.push(use)
    isEmpty = true
  }

  function closeTable(): void {
    tables.pop()
    isEmpty = false
    edge()
  }

  const row = () => (isInData() ? begin('line') : edge())
  const cell = () => (isInData() ? begin('cell') : edge())

  /** Writes the separator before text. */
  function flush(): void {
    writer.separate(separator)
    separator = 'none'
    isEmpty = false
  }

  function prose(text: string): void {
    if (text.trim() !== '') flush()
    writer.prose(text)
  }

  function inlineCode(text: string): void {
    const code = text.replace(WHITE_SPACE, ' ')
    if (code.startsWith(' ')) writer.prose(' ')
    if (code.trim() === '') return
    flush()
    writer.inlineCode(code.trim())
    if (code.endsWith(' ')) writer.prose(' ')
  }

  function codeBlock(text: string, code: CodeAttributes): void {
    if (isInData() && !text.trim().includes('\n')) return inlineCode(text)
    if (text.trim() === '') return
    flush()
    writer.codeBlock(text, code)
  }

  function open(start: ElementStart): ElementId | null {
    const isPart = start.type === 'row' || start.type === 'cell'
    const isKept =
      isInline(start.type) || (start.type === 'table' ? tables.length === 1 && isInData() : isPart === isInData())
    return isKept ? writer.open(start) : null
  }

  function close(id: ElementId | null): void {
    if (id !== null) writer.close(id)
  }

  function heading(start: HeadingStart): void {
    flush()
    writer.heading(start)
  }

  return {
    ...{ edge, lineBreak, openList, closeList, item, openTable, closeTable, row, cell },
    ...{ prose, inlineCode, codeBlock, open, close, heading },
  }
}

const WHITE_SPACE = /[ \t\n\f]+/g
