/**
 * Blocks of Markdown and the bounds of elements around them -> headings, prose,
 * code and elements of the section writer.
 */
import type { SiteRules } from '../generators/rules.ts'
import type { Separator } from '../section-writer.ts'
import type { InlineStart } from '../structure/element.ts'
import type { Block, BlockBound } from './blocks/block-state.ts'
import type { DelimiterRun } from './inlines/emphasis.ts'
import { headingText, takeHeadingId, valueOf } from './inlines/heading-text.ts'
import { createInlineParser, replaceLiterals } from './inlines/inline-parser.ts'
import type { Inline, InlineContext } from './inlines/inline-state.ts'
import { readCodeInfo, shownLines, shownSource, takeCodeMarks } from './syntax/code-block.ts'
import { createHiddenScope } from './syntax/hidden-scope.ts'
import { tableCells } from './syntax/starts.ts'
import { writeAnchor, writePre, writeTag, writeUnclosed } from './tag-writer.ts'
import {
  addCode, addText, closeInline, createTextState, openInline, separateText, type TextState, type TextTarget,
  writeCodeBlock,
} from './text-state.ts'

/** The page that the blocks belong to, and the destination of its text. */
interface PageTarget extends TextTarget {
  readonly context: InlineContext
  readonly rules: Pick<SiteRules, 'code' | 'headings'>
  /** Line in its file, from 1, of a line of the text, by its index. */
  readonly lineOf: (index: number) => number
}

/** What is open between two blocks. */
interface PageState extends PageTarget, TextState {
  readonly parseInline: (text: string) => Inline[]
  readonly hidden: ReturnType<typeof createHiddenScope>
  /** Numbers of footnotes by label, in the order of their first mention. */
  readonly footnotes: Map<string, number>
  /** The separator before the first text of the elements that started last; null once they have text. */
  firstSeparator: Separator | null
  /** Number of open items and definitions. */
  items: number
  isAfterItem: boolean
  isInFenceTabs: boolean
}

/** Key of a tab between the lines of a directive. */
const DIRECTIVE_TAB = 'directive-tab'
/** Elements that stand where the blocks in them would stand without them. */
const UNSEPARATED: ReadonlySet<string> = new Set(['title', 'term', 'definitions'])

/** Writes the blocks of one page, in order. */
export function writeBlocks(blocks: readonly (Block | BlockBound)[], target: PageTarget): void {
  const state: PageState = {
    ...target, ...createTextState(target), parseInline: createInlineParser(target.context), hidden: createHiddenScope(),
    footnotes: new Map(), firstSeparator: null, items: 0, isAfterItem: false, isInFenceTabs: false,
  }
  for (const block of blocks) {
    writeFenceTabs(state, block)
    if (block.type === 'start' || block.type === 'end') separateElement(state, block)
    if ('index' in block) writeTextBlock(state, block)
    else writeBound(state, block)
  }
}

function writeFenceTabs(state: PageState, block: Block | BlockBound): void {
  const { elements, hidden, isInFenceTabs } = state
  const isTab = block.type === 'code' && block.info.includes('tab=') && readCodeInfo(block.info).isTab
  if (isInFenceTabs === isTab || hidden.isOpen()) return
  if (isInFenceTabs) elements.closeContainer()
  state.isInFenceTabs = isTab && elements.innermostType() !== 'tabs'
  if (state.isInFenceTabs) elements.openContainer({ type: 'tabs' })
}

/** Items of a list after the first, and lists in items, are on lines of their own. */
function separateElement(state: PageState, { type, element }: BlockBound & { readonly type: 'start' | 'end' }): void {
  const isItem = element.type === 'item' || element.type === 'definition'
  const isOnLine = isItem ? state.items > 0 || state.isAfterItem : state.items > 0 && element.type === 'list'
  if (type === 'end') state.firstSeparator = null
  else if (!UNSEPARATED.has(element.type)) state.firstSeparator ??= isOnLine ? 'line' : 'block'
  if (isItem) state.items += type === 'start' ? 1 : -1
  state.isAfterItem = isItem && type === 'end'
}

function writeBound({ hidden, elements, footnotes }: PageState, bound: BlockBound): void {
  if (bound.type === 'directive-tab') {
    if (hidden.isOpen()) return
    if (!bound.isFirst) elements.close(DIRECTIVE_TAB)
    elements.open(DIRECTIVE_TAB, { type: 'tab' })
  } else if (bound.type === 'start' || bound.type === 'directive-start') {
    if (hidden.startContainer()) return
    if (bound.type === 'directive-start') return elements.open(bound.marks, bound.element)
    const { element } = bound
    // A footnote that is mentioned above is named by its number.
    const label = element.type === 'footnote' ? footnotes.get(element.label) : undefined
    elements.openContainer(label === undefined ? element : { type: 'footnote', label: String(label) })
  } else if (!hidden.endContainer()) {
    if (bound.type === 'end') elements.closeContainer()
    else elements.close(bound.marks)
  }
}

function writeTextBlock(state: PageState, block: Block): void {
  state.line = state.lineOf(block.index)
  state.isFlow = block.type === 'component' || (block.type === 'paragraph' && block.isFlow)
  const separator = state.firstSeparator ?? 'block'
  if (!state.isFlow) state.firstSeparator = null
  if (block.type === 'heading') return writeHeading(state, block)
  if (state.hidden.isOpen() && block.type !== 'paragraph') return
  state.writer.separate(separator)
  if (block.type === 'code') writeCode(state, block)
  else if (block.type === 'table') writeTable(state, block.rows)
  else if (block.type === 'component') {
    state.isAtBlockStart = true
    writeTag(state, block.tag)
    writeUnclosed(state)
  } else writeInlines(state, block.text)
}

function writeCode(state: PageState, { text: source, info }: Block & { readonly type: 'code' }): void {
  const { lang, isTemplate, title, label, lines } = readCodeInfo(info)
  const shown = isTemplate ? replaceLiterals(source) : state.context.isMdx ? source : shownSource(source)
  const { text, ...marks } = takeCodeMarks(shown, lines, shownLines(shown, { lang, info }, state.rules.code))
  const isTab = state.elements.innermostType() === 'tabs'
  writeCodeBlock(state, text, { lang, title: title ?? (isTab ? label : null), ...marks })
}

function writeHeading(state: PageState, { depth, text: source, below }: Block & { readonly type: 'heading' }): void {
  const { line, rules: { headings: { source: slugSource, takesPlaces } } } = state
  const { text, id: ownId, written, isExcluded: isMarked } = takeHeadingId(source)
  const isExcluded = isMarked || below?.isSearchExcluded === true
  const inlines = state.parseInline(text)
  const places = inlines.flatMap((one) => (one.type === 'tag' ? (one.tag.attributes.get('id') ?? []) : []))
  const id = ownId ?? below?.id ?? (takesPlaces ? places[0] : null) ?? null
  const isHidden = state.hidden.isOpen()
  for (const inline of inlines) if (inline.type === 'tag' && !isHidden) writeAnchor(state, inline.tag)
  const context = { ...state, footnoteNumber: (label: string) => footnoteNumber(state, label) }
  const texts = headingText(inlines, context)
  const isWhole = slugSource !== 'entities' || !text.includes('&')
  const ofId = isWhole ? texts : headingText(state.parseInline(text.replace(/&(?=#?\w{1,31};)/g, '&amp;')), context)
  const slugText = slugSource === 'written' ? text.trim() : ofId.slugText
  state.onHeading({ depth, line, id, written, isExcluded, isHidden, text: texts.text, slugText })
}

function writeTable(state: PageState, rows: readonly string[]): void {
  const { elements, writer } = state
  elements.openContainer({ type: 'table' })
  for (const [index, row] of rows.entries()) {
    elements.openContainer({ type: 'row', isHeader: index === 0 })
    for (const [column, cell] of tableCells(row).entries()) {
      writer.separate(column === 0 ? 'line' : 'cell')
      elements.openContainer({ type: 'cell' })
      state.isInCell = true
      writeInlines(state, cell)
      elements.closeContainer()
    }
    elements.closeContainer()
  }
  elements.closeContainer()
}

function writeInlines(state: PageState, source: string): void {
  state.isAtBlockStart = true
  const inlines = state.parseInline(source)
  const isOnlyComponents = state.context.isMdx && holdsOnlyComponents(inlines)
  for (const inline of inlines) {
    if (isOnlyComponents && inline.type === 'text' && inline.text.includes('\n')) separateText(state, 'line')
    if (inline.type !== 'tag' && !(inline.type === 'text' && inline.text.trim() === '')) state.isAtBlockStart = false
    writeInline(state, inline)
  }
  state.hidden.endBlock()
  writeUnclosed(state)
  state.isInCell = false
}

function writeInline(state: PageState, inline: Inline): void {
  const { hidden, context } = state
  if (inline.type === 'tag' ? hidden.takeTag(inline.tag) : hidden.isOpen()) return
  switch (inline.type) {
    case 'text': return addText(state, inline.text)
    case 'delimiter': return writeDelimiters(state, inline)
    case 'bracket':
      return inline.start === null ? addText(state, inline.text) : openInline(state, atLine(state, inline.start))
    case 'bracket-end': return closeInline(state)
    case 'autolink': return writeInlineElement(state, atLine(state, inline.link), inline.text)
    case 'code': return addCode(state, context.isMdx ? inline.text : shownSource(inline.text))
    case 'break': return separateText(state, 'line')
    case 'tag': return writeTag(state, inline.tag)
    case 'pre': return writePre(state, inline.text)
    case 'expression': return addText(state, valueOf(inline.source, state) ?? inline.otherwise)
    case 'footnote': {
      const label = String(footnoteNumber(state, inline.label))
      return writeInlineElement(state, { type: 'footnote-reference', label }, '')
    }
  }
}

function writeDelimiters(state: PageState, { char, count, ends, starts }: DelimiterRun): void {
  for (let end = 0; end < ends; end += 1) closeInline(state)
  addText(state, char.repeat(count))
  for (const type of starts.toReversed()) openInline(state, { type })
}

function writeInlineElement(state: PageState, start: InlineStart, text: string): void {
  openInline(state, start)
  addText(state, text)
  closeInline(state)
}

function atLine({ line }: PageState, start: InlineStart): InlineStart {
  return start.type === 'link' ? { ...start, line: line + start.line - 1 } : start
}

/** Footnotes are numbered by their first mention. */
function footnoteNumber({ footnotes }: PageState, label: string): number {
  const number = footnotes.get(label) ?? footnotes.size + 1
  footnotes.set(label, number)
  return number
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
