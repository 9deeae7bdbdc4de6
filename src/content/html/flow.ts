/**
 * What parts the text of HTML elements -> breaks of the section writer. A break
 * is put down only when text follows, so that nested elements which begin or
 * end at one place give one break: the first paragraph of a list item stays on
 * the item's line, and a row of a table stays one line whatever its cells hold.
 */
import type { Separator, HeadingStart, SectionWriter } from '../section-writer.ts'

export interface HtmlFlow {
  /** Where a paragraph, or any block, begins or ends. */
  readonly edge: () => void
  readonly lineBreak: () => void
  /** A list; its items follow. */
  readonly openList: () => void
  readonly closeList: () => void
  readonly item: () => void
  /** Rows and cells of a table that lays out a page are plain blocks. */
  readonly openTable: (use: 'data' | 'layout') => void
  readonly closeTable: () => void
  readonly row: () => void
  readonly cell: () => void
  readonly prose: (text: string) => void
  readonly inlineCode: (text: string) => void
  readonly codeBlock: (text: string, lang: string | null) => void
  readonly heading: (heading: HeadingStart) => void
}

/** Writes to `writer`. */
export function createHtmlFlow(writer: SectionWriter): HtmlFlow {
  const tables: ('data' | 'layout')[] = []
  let lists = 0
  let gap: Separator = 'none'
  /** No text came since the current item, cell, list or table began. */
  let isFresh = false

  const isInData = () => tables.at(-1) === 'data'

  function edge(): void {
    if (isInData()) writer.prose(' ')
    else if (!isFresh) gap = 'block'
  }

  function lineBreak(): void {
    if (isInData()) writer.prose(' ')
    // Two in a row leave an empty line.
    else if (!isFresh) gap = gap === 'none' ? 'line' : 'block'
  }

  /** Where one of a row of equals begins: parted from the last by `by`, from what stands before the first by more. */
  function begin(by: 'line' | 'cell'): void {
    if (!isFresh || gap === 'none' || gap === 'cell') gap = by
    isFresh = true
  }

  function openList(): void {
    if (isInData()) return writer.prose(' ')
    if (!isFresh) gap = lists > 0 ? 'line' : 'block'
    lists += 1
    isFresh = true
  }

  function closeList(): void {
    if (isInData()) return writer.prose(' ')
    lists -= 1
    gap = lists > 0 ? 'line' : 'block'
    isFresh = false
  }

  function item(): void {
    if (isInData()) writer.prose(' ')
    else begin('line')
  }

  function openTable(use: 'data' | 'layout'): void {
    edge()
    tables.push(use)
    isFresh = true
  }

  function closeTable(): void {
    tables.pop()
    isFresh = false
    edge()
  }

  const row = () => (isInData() ? begin('line') : edge())
  const cell = () => (isInData() ? begin('cell') : edge())

  /** Puts the break before text that follows now. */
  function flush(): void {
    writer.separate(gap)
    gap = 'none'
    isFresh = false
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

  function codeBlock(text: string, lang: string | null): void {
    if (isInData() && !text.trim().includes('\n')) return inlineCode(text)
    if (text.trim() === '') return
    flush()
    writer.codeBlock(text, lang)
  }

  function heading(start: HeadingStart): void {
    flush()
    writer.heading(start)
  }

  return {
    ...{ edge, lineBreak, openList, closeList, item, openTable, closeTable, row, cell },
    ...{ prose, inlineCode, codeBlock, heading },
  }
}

const WHITE_SPACE = /[ \t\n\f]+/g
