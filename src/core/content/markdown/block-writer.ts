/**
 * Blocks of Markdown and the bounds of elements around them -> headings, prose,
 * code and elements of the section writer.
 */
import type { CodeRule } from '../generators/code-rule.ts'
import type { HeadingRule } from '../generators/heading-ids.ts'
import type { Separator } from '../section-writer.ts'
import type { BlockStart, InlineStart } from '../structure/element.ts'
import type { Block, BlockBound } from './blocks/block-state.ts'
import type { DelimiterRun } from './inlines/emphasis.ts'
import { replaceLiterals } from './inlines/extension.ts'
import { headingText, takeHeadingId } from './inlines/heading-text.ts'
import { createInlineParser } from './inlines/inline-parser.ts'
import type { Inline, InlineContext } from './inlines/inline-state.ts'
import { readCodeInfo, shownLines, shownSource, takeCodeMarks } from './syntax/code-block.ts'
import { createHiddenScope } from './syntax/hidden-scope.ts'
import { lookUp, shownValue } from './syntax/mdx.ts'
import { tableCells } from './syntax/starts.ts'
import type { Tag } from './syntax/tag.ts'
import { writeAnchor, writePre, writeTag, writeUnclosed } from './tag-writer.ts'
import {
  addCode, addText, closeInline, createTextState, openInline, separateText, type TextTarget, writeCodeBlock,
} from './text-state.ts'

/** The page that the blocks belong to, and the destination of its text. */
export interface BlockWriterOptions extends TextTarget {
  readonly context: InlineContext
  /** The rule for ids of headings. */
  readonly rule: Pick<HeadingRule, 'dashes' | 'isFromSource'>
  readonly code: CodeRule
  /** Line in its file, from 1, of a line of the text, by its index. */
  readonly lineOf: (index: number) => number
}

/** Key of a tab between the lines of a directive. */
const DIRECTIVE_TAB = 'directive-tab'
/** Elements that stand where the blocks in them would stand without them. */
const UNSEPARATED: ReadonlySet<string> = new Set(['title', 'term', 'definitions'])

/** A shortcode of Hugo: what it puts in its place is not known here. */
const SHORTCODE = /\{\{[<%][^{}]{0,400}[>%]\}\}/g

/** A function that writes the blocks of one page, in order. */
export function createBlockWriter(
  { context, rule: { dashes, isFromSource }, code, lineOf, ...target }: BlockWriterOptions,
): (block: Block | BlockBound) => void {
  const { writer, frontmatter, constants } = target
  const state = createTextState(target)
  const { elements, onHeading } = state
  const parseInline = createInlineParser(context)
  const footnotes = new Map<string, number>()
  const hidden = createHiddenScope()
  /** The separator before the first text of the elements that started last; null once they have text. */
  let firstSeparator: Separator | null = null
  /** Number of open items and definitions. */
  let items = 0
  /** True right after the end of an item or definition. */
  let isAfterItem = false

  /** True while code blocks make tabs. */
  let isInFenceTabs = false

  function writeBlock(block: Block | BlockBound): void {
    const isTab = block.type === 'code' && block.info.includes('tab=') && readCodeInfo(block.info).isTab
    if (isInFenceTabs !== isTab && !hidden.isOpen()) {
      if (isInFenceTabs) elements.closeContainer()
      isInFenceTabs = isTab && elements.innermostType() !== 'tabs'
      if (isInFenceTabs) elements.openContainer({ type: 'tabs' })
    }
    if (block.type === 'start' || block.type === 'end') separateElement(block)
    switch (block.type) {
      case 'start': return hidden.startContainer() ? undefined : elements.openContainer(withNumber(block.element))
      case 'end': return hidden.endContainer() ? undefined : elements.closeContainer()
      case 'directive-start': return hidden.startContainer() ? undefined : elements.open(block.marks, block.element)
      case 'directive-end': return hidden.endContainer() ? undefined : void elements.close(block.marks)
      case 'directive-tab': {
        if (hidden.isOpen()) return
        elements.closeSibling([DIRECTIVE_TAB], [])
        return elements.open(DIRECTIVE_TAB, { type: 'tab' })
      }
      default: return writeTextBlock(block)
    }
  }

  /** Items of a list after the first, and lists in items, are on lines of their own. */
  function separateElement({ type, element }: BlockBound & { readonly type: 'start' | 'end' }): void {
    const isItem = element.type === 'item' || element.type === 'definition'
    const isOnLine = isItem ? items > 0 || isAfterItem : items > 0 && element.type === 'list'
    if (type === 'end') firstSeparator = null
    else if (!UNSEPARATED.has(element.type)) firstSeparator ??= isOnLine ? 'line' : 'block'
    if (isItem) items += type === 'start' ? 1 : -1
    isAfterItem = isItem && type === 'end'
  }

  function writeTextBlock(block: Block): void {
    state.line = lineOf(block.index)
    state.isFlow = block.type === 'component' || (block.type === 'paragraph' && block.isFlow)
    const separator = firstSeparator ?? 'block'
    if (!state.isFlow) firstSeparator = null
    if (block.type === 'heading') return writeHeading(block)
    if (hidden.isOpen() && block.type !== 'paragraph') return
    writer.separate(separator)
    if (block.type === 'code') writeCode(block)
    else if (block.type === 'table') writeTable(block.rows)
    else if (block.type === 'component') writeComponent(block.tag)
    else writeInlines(block.text)
  }

  function writeCode({ text: source, info }: Block & { readonly type: 'code' }): void {
    const { lang, isTemplate, title, label, lines } = readCodeInfo(info)
    const shown = isTemplate ? replaceLiterals(source) : context.isMdx ? source : shownSource(source)
    const { text, inserted, deleted, marked } = takeCodeMarks(shown, lines, shownLines(shown, { lang, info }, code))
    const isTab = elements.innermostType() === 'tabs'
    writeCodeBlock(state, text, { lang, title: title ?? (isTab ? label : null), inserted, deleted, marked })
  }

  function writeComponent(tag: Tag): void {
    state.isAtBlockStart = true
    writeTag(state, tag)
    writeUnclosed(state)
  }

  function writeHeading({ depth, text: source, below }: Block & { readonly type: 'heading' }): void {
    const { text, id: ownId, written, isExcluded: isMarked } = takeHeadingId(source)
    const [id, isExcluded] = [ownId ?? below?.id ?? null, isMarked || below?.isSearchExcluded === true]
    const inlines = parseInline(text)
    const isHidden = hidden.isOpen()
    for (const inline of inlines) if (inline.type === 'tag' && !isHidden) writeAnchor(state, inline.tag)
    const context = { frontmatter, constants, dashes, footnoteNumber }
    const texts = headingText(inlines, context)
    const slugText = isFromSource ? text.replace(SHORTCODE, '').trim() : texts.slugText
    onHeading({ depth, line: state.line, id, written, isExcluded, isHidden, text: texts.text, slugText })
  }

  function writeTable(rows: readonly string[]): void {
    elements.openContainer({ type: 'table' })
    for (const [index, row] of rows.entries()) {
      elements.openContainer({ type: 'row', isHeader: index === 0 })
      writeCells(tableCells(row))
      elements.closeContainer()
    }
    elements.closeContainer()
  }

  function writeCells(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      writer.separate(index === 0 ? 'line' : 'cell')
      elements.openContainer({ type: 'cell' })
      state.isInCell = true
      writeInlines(cell)
      elements.closeContainer()
    }
  }

  function writeInlines(source: string): void {
    state.isAtBlockStart = true
    const inlines = parseInline(source)
    const isOnlyComponents = context.isMdx && holdsOnlyComponents(inlines)
    for (const inline of inlines) {
      if (isOnlyComponents && inline.type === 'text' && inline.text.includes('\n')) separateText(state, 'line')
      if (inline.type !== 'tag' && !(inline.type === 'text' && inline.text.trim() === '')) state.isAtBlockStart = false
      writeInline(inline)
    }
    hidden.endBlock()
    writeUnclosed(state)
    state.isInCell = false
  }

  function writeInline(inline: Inline): void {
    if (inline.type === 'tag' ? hidden.takeTag(inline.tag) : hidden.isOpen()) return
    switch (inline.type) {
      case 'text': return addText(state, inline.text)
      case 'delimiter': return writeDelimiters(inline)
      case 'bracket':
        return inline.start === null ? addText(state, inline.text) : openInline(state, atLine(inline.start))
      case 'bracket-end': return closeInline(state)
      case 'autolink': return writeInlineElement(atLine(inline.link), inline.text)
      case 'code': return addCode(state, context.isMdx ? inline.text : shownSource(inline.text))
      case 'break': return separateText(state, 'line')
      case 'tag': return writeTag(state, inline.tag)
      case 'pre': return writePre(state, inline.text)
      case 'expression': return addText(state, valueOf(inline.source) ?? inline.otherwise)
      case 'footnote':
        return writeInlineElement({ type: 'footnote-reference', label: String(footnoteNumber(inline.label)) }, '')
    }
  }

  function valueOf(expression: string): string | null {
    return lookUp(expression, frontmatter) ?? constants.get(expression.trim()) ?? shownValue(expression)
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
    return start.type === 'link' ? { ...start, line: state.line + start.line - 1 } : start
  }

  /** A footnote that is mentioned above is named by its number. */
  function withNumber(element: BlockStart): BlockStart {
    if (element.type !== 'footnote') return element
    return { ...element, label: String(footnotes.get(element.label) ?? element.label) }
  }

  /** Footnotes are numbered by their first mention. */
  function footnoteNumber(label: string): number {
    const number = footnotes.get(label) ?? footnotes.size + 1
    footnotes.set(label, number)
    return number
  }

  return writeBlock
}

/** True for components and the white space between them: MDX takes them for blocks, each of them on its line. */
function holdsOnlyComponents(inlines: readonly Inline[]): boolean {
  let depth = 0
  for (const inline of inlines) {
    if (inline.type === 'tag' && inline.tag.element === null) {
      if (inline.tag.kind !== 'empty') depth += inline.tag.kind === 'open' ? 1 : -1
    } else if (depth === 0 && !(inline.type === 'text' && inline.text.trim() === '')) return false
  }
  return true
}
