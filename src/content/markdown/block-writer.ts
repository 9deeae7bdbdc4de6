/**
 * Blocks of Markdown -> headings, prose and code of the section writer.
 */
import type { Block } from './blocks/block.ts'
import type { InlineStart } from '../structure/element.ts'
import type { DelimiterRun } from './inlines/emphasis.ts'
import { takeHeadingId } from './inlines/heading-id.ts'
import { headingText } from './inlines/heading-text.ts'
import { createInlineParser } from './inlines/inline-parser.ts'
import type { InlineContext } from './inlines/inline-state.ts'
import type { Inline } from './inlines/inline.ts'
import { readCodeInfo } from './syntax/code-info.ts'
import { lookUp, shownValue } from './syntax/mdx.ts'
import { tableCells } from './syntax/starts.ts'
import { writePre, writeTag, writeUnclosed } from './tag-writer.ts'
import { addCode, addText, closeInline, createTextState, openInline, separateText, type TextTarget, writeCodeBlock } from './text-state.ts'

/** The page that the blocks belong to, and the destination of its text. */
export interface BlockWriterOptions extends TextTarget {
  readonly context: InlineContext
  /** Hyphens of a heading's sentence that become dashes, which ids don't hold; null where none do. */
  readonly dashes: RegExp | null
}

/** A function that writes the blocks of one page, in order. */
export function createBlockWriter({ context, dashes, ...target }: BlockWriterOptions): (block: Block) => void {
  const { writer, frontmatter, onHeading } = target
  const state = createTextState(target)
  const parseInline = createInlineParser(context)
  const footnotes = new Map<string, number>()

  function writeBlock(block: Block): void {
    state.line = block.line
    state.isFlow = block.type === 'paragraph' && block.isFlow
    if (block.type === 'heading') return writeHeading(block)
    writer.separate(block.separator)
    if (block.type === 'code') writeCodeBlock(state, block.text, readCodeInfo(block.info))
    else if (block.type === 'table') block.rows.forEach(writeRow)
    else writeInlines(block.text)
  }

  function writeHeading({ depth, text: source, line }: Block & { readonly type: 'heading' }): void {
    const { text, id } = takeHeadingId(source)
    onHeading({ depth, line, id, ...headingText(parseInline(text), { frontmatter, dashes, footnoteNumber }) })
  }

  function writeRow(row: string): void {
    for (const [index, cell] of tableCells(row).entries()) {
      writer.separate(index === 0 ? 'line' : 'cell')
      state.isInCell = true
      writeInlines(cell)
    }
  }

  function writeInlines(source: string): void {
    for (const inline of parseInline(source)) writeInline(inline)
    writeUnclosed(state)
    state.isInCell = false
  }

  function writeInline(inline: Inline): void {
    switch (inline.type) {
      case 'text': return addText(state, inline.text)
      case 'delimiter': return writeDelimiters(inline)
      case 'bracket': return inline.start === null ? addText(state, inline.text) : openInline(state, atLine(inline.start))
      case 'bracket-end': return closeInline(state)
      case 'autolink': return writeInlineElement(atLine(inline.link), inline.text)
      case 'code': return addCode(state, inline.text)
      case 'break': return separateText(state, 'line')
      case 'tag': return writeTag(state, inline.tag)
      case 'pre': return writePre(state, inline.text)
      case 'expression': return addText(state, lookUp(inline.source, frontmatter) ?? shownValue(inline.source) ?? '')
      case 'footnote':
        return writeInlineElement({ type: 'footnote-reference', label: String(footnoteNumber(inline.label)) }, '')
    }
  }

  function writeDelimiters({ char, count, ends, starts }: DelimiterRun): void {
    for (let end = 0; end < ends; end += 1) closeInline(state)
    addText(state, char.repeat(count))
    for (const type of starts.toReversed()) openInline(state, { type })
  }

  function writeInlineElement(start: InlineStart, text: string): void {
    openInline(state, start)
    addText(state, text)
    closeInline(state)
  }

  /** A link with the line of the file. */
  function atLine(start: InlineStart): InlineStart {
    return start.type === 'link' ? { ...start, line: state.line + start.line } : start
  }

  /** Footnotes are numbered by their first mention. */
  function footnoteNumber(label: string): number {
    const number = footnotes.get(label) ?? footnotes.size + 1
    footnotes.set(label, number)
    return number
  }

  return writeBlock
}
