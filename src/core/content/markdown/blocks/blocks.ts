/**
 * Markdown -> its blocks in order, line by line with a stack of open containers (the method of CommonMark's appendix).
 * Inline markup is parsed later, because link reference definitions may follow anywhere.
 */
import type { BlockStart } from '../../structure/element.ts'
import { indentedAdmonition } from '../generators/admonition.ts'
import {
  CODE_INDENT, contentOf, createLine, indentOf, isBlank, type MarkdownLine, remainderOf, takeContent, takeIndent,
} from '../syntax/line.ts'
import { normalizeLabel } from '../syntax/link.ts'
import { footnoteDefinition, type ListMarker, listMarker, termDefinition } from '../syntax/starts.ts'
import { completeBlock, listOnLine, shortcodeFence, startBlock } from './block-start.ts'
import {
  addElement, addLine, addTitle, type BlockOptions, type BlockState, closeBlock, type Container, createBlockState,
  enterLevel, isUnfinished, type LineStart, type OpenBlock, paragraphOf,
} from './block-state.ts'

/** The start of a line of words: no block starts with a letter, except the statements of MDX. */
const WORDS = /^(?!import|export)[A-Za-z]/
const CHECKBOX = /^\[([ xX])\][ \t]+/

/** The blocks of a page, in order, and what its inline markup can refer to. Line breaks of the text must be `\n`. */
export function parseBlocks(text: string, options: BlockOptions) {
  const state = createBlockState(text, options)
  const { pageLines: lines } = state
  while (true) {
    for (let line = lines[state.index]; line !== undefined; line = lines[(state.index += 1)]) {
      parseLine(state, createLine(line))
    }
    if (state.open === null || !isUnfinished(state.open)) break
    abandonBlock(state, state.open)
    state.index += 1
  }
  enterLevel(state, 0)
  const { blocks, references, constants, footnotes, pageComponents } = state
  return { blocks, references, constants, footnotes, hasComponents: pageComponents.isInInlines }
}

function parseLine(state: BlockState, line: MarkdownLine): void {
  const { containers, open } = state
  const indent = state.components.findLast((component) => component.level === 0)?.indent ?? 0
  if (indent > 0) takeIndent(line, Math.min(indent, indentOf(line)))
  const level = matchContainers(state, line)
  if (open !== null && open.type !== 'paragraph') {
    if (level === containers.length) {
      if (continueBlock(state, open, line)) return
    } else if (isUnfinished(open)) {
      // A container of the block has ended.
      abandonBlock(state, open)
      return
    }
  }
  if (isBlank(line)) enterLevel(state, level)
  else parseContent(state, line, level)
}

/** Gives the line to the open block. False if it does not belong there. */
function continueBlock(state: BlockState, block: OpenBlock, line: MarkdownLine): boolean {
  const isHtml = block.type === 'html' && block.endsAtBlank
  // Generators find the end of a directive before they read what is in it, and read shortcodes first; kramdown has
  // attribute lists between the tags of an element with Markdown.
  const isMark = (text: string) => {
    const isEndOfDirective = state.directives.some(({ marks }) => marks === text)
    return isEndOfDirective || (state.markdownElements.length > 0 && listOnLine(text) !== null)
  }
  const fence = isHtml ? shortcodeFence(state, contentOf(line)) : null
  if (fence !== null) {
    closeBlock(state)
    state.open = { type: 'fence', fence, indent: 0, isInHtml: true, lines: [], index: state.index }
    return true
  }
  const isEnd = isHtml && isMark(contentOf(line).trimEnd())
  const effect = isEnd ? 'not-part' : addLine(block, line, state)
  if (effect === 'refutes') abandonBlock(state, block)
  else if (effect === 'completes') completeBlock(state, block)
  else if (effect === 'becomes-paragraph') state.open = paragraphOf(block)
  else if (effect === 'not-part' && block.type !== 'table') closeBlock(state)
  return effect !== 'not-part'
}

/** Makes the first line of a block that never ended a paragraph, and goes back to the line after it. */
function abandonBlock(state: BlockState, block: OpenBlock): void {
  // They were scanned without a result.
  for (const line of block.lines) state.budget.consume(line.length + 1)
  state.open = null
  if (block.type === 'module') state.index = block.firstBlank ?? state.index
  else {
    state.index = block.index
    state.open = paragraphOf({ ...block, lines: block.lines.slice(0, 1) })
  }
}

/** Opens the containers and the block of a line that continues the outermost `matched` containers. */
function parseContent(state: BlockState, line: MarkdownLine, matched: number): void {
  const { isMdx, containers } = state
  let level = matched
  while (!isBlank(line) && (isMdx || indentOf(line) < CODE_INDENT)) {
    const paragraph = state.open?.type === 'paragraph' && level === containers.length ? state.open : null
    const start = { line, text: contentOf(line), level, paragraph }
    if (WORDS.test(start.text)) break
    if (startBlock(state, start)) return
    if (level === MAX_DEPTH || !startContainer(state, start)) break
    level = containers.length
  }
  if (!isBlank(line)) addText(state, line, level)
}

/** Adds a line that starts no block to the open one, or opens a paragraph or indented code. */
function addText(state: BlockState, line: MarkdownLine, level: number): void {
  const { isMdx, containers, open } = state
  const text = contentOf(line)
  // A paragraph continues even on lines without the markers of its containers.
  if (open?.type === 'paragraph' || (open?.type === 'table' && level === containers.length)) {
    open.lines.push(text)
    return
  }
  enterLevel(state, level)
  const { index } = state
  if (!isMdx && indentOf(line) >= CODE_INDENT) {
    state.open = { type: 'indented', lines: [remainderOf(line, CODE_INDENT)], index }
  } else state.open = paragraphOf({ lines: [takeCheckbox(state, text)], index })
}

/** The text without the mark of a task, which the item gets that starts with it. */
function takeCheckbox({ blocks }: BlockState, text: string): string {
  const last = blocks.at(-1)
  if (last?.type !== 'start' || last.element.type !== 'item') return text
  const [checkbox = '', mark] = CHECKBOX.exec(text) ?? []
  if (mark !== undefined) blocks[blocks.length - 1] = { type: 'start', element: { type: 'item', isDone: mark !== ' ' } }
  return text.slice(checkbox.length)
}

/*
 * Containers: quotes, items of lists, definitions of terms, and the indented content of footnotes and admonitions. A
 * line continues those whose markers or indent it has, and may open one; markers are taken off the line.
 */

/** Depth of nested containers; the markers of deeper ones are text. */
const MAX_DEPTH = 32

/** Number of containers, from the outermost and at most `count`, that continue on this line. */
function matchContainers({ containers, isMdx }: BlockState, line: MarkdownLine, count = MAX_DEPTH): number {
  const end = containers.findIndex((container, level) => level >= count || !continues(container, line, isMdx))
  return end === -1 ? containers.length : end
}

/** In MDX a marker may follow any white space: it has no indented code. */
function continues(container: Container, line: MarkdownLine, isMdx: boolean): boolean {
  if (container.type === 'quote') return (isMdx || indentOf(line) < CODE_INDENT) && takeQuoteMarker(line)
  if (isBlank(line)) return !container.isEmpty
  if (indentOf(line) < container.indent) return false
  takeIndent(line, container.indent)
  container.isEmpty = false
  return true
}

function startContainer(state: BlockState, start: LineStart): boolean {
  return (
    startQuote(state, start) || startItem(state, start) || startFootnote(state, start) ||
    startAdmonition(state, start)
  )
}

/** Lines of a tag in a paragraph, which `>` on a line of its own ends, as in Vue and MDX. */
const MAX_TAG_LINES = 60
const UNENDED_TAG = /<[A-Za-z][\w.-]{0,100}(?:\s[^<>`]*)?$/
const END_OF_TAG = /^>[ \t]*(?:<\/[\w.-]{1,100}>[ \t]*)?$/

function isEndOfTag({ open }: BlockState, { text, contentAt }: MarkdownLine): boolean {
  return text[contentAt] === '>' && open?.type === 'paragraph' && END_OF_TAG.test(text.slice(contentAt)) &&
    UNENDED_TAG.test(open.lines.slice(-MAX_TAG_LINES).join('\n'))
}

function startQuote(state: BlockState, { line, level }: LineStart): boolean {
  if (isEndOfTag(state, line) || !takeQuoteMarker(line)) return false
  enterLevel(state, level)
  openContainer(state, 'quote', { type: 'quote' }, 0)
  return true
}

/** Takes `>` and the space after it. False without the marker. */
function takeQuoteMarker(line: MarkdownLine): boolean {
  if (line.text[line.contentAt] !== '>') return false
  takeContent(line, 1)
  takeIndent(line, 1)
  return true
}

function openContainer(
  { blocks, containers }: BlockState,
  type: 'quote' | 'indented',
  element: BlockStart,
  indent: number,
): void {
  blocks.push({ type: 'start', element })
  containers.push({ type, indent, elements: [element], kind: null, isEmpty: false })
}

function startItem(state: BlockState, { line, text, level, paragraph }: LineStart): boolean {
  const { isMdx, containers } = state
  const marker = listMarker(text) ?? (isMdx ? null : termDefinition(text))
  if (marker === null || (paragraph !== null && !marker.canInterrupt)) return false
  const above = containers[level]
  const markerEnd = indentOf(line) + marker.length
  enterLevel(state, level)
  const elements = marker.kind === ':' ? startDefinition(state) : startListItem(state, marker, above)
  takeContent(line, marker.length)
  const isEmpty = isBlank(line)
  // Code in an item starts one column after the marker.
  const columns = isEmpty || (!isMdx && indentOf(line) > CODE_INDENT) ? 1 : indentOf(line)
  takeIndent(line, columns)
  containers.push({ type: 'item', kind: marker.kind, indent: markerEnd + columns, elements, isEmpty })
  return true
}

/** Starts an item, and its list unless that is the list of the container above. */
function startListItem(
  { blocks }: BlockState,
  { kind, number }: ListMarker,
  above: Container | undefined,
): readonly BlockStart[] {
  const sibling = above?.kind === kind ? above.elements[0] : undefined
  const list = sibling ?? { type: 'list', first: number }
  const item = { type: 'item', isDone: null } as const
  // The end of its last item ended the list.
  if (sibling !== undefined) blocks.pop()
  else blocks.push({ type: 'start', element: list })
  blocks.push({ type: 'start', element: item })
  return [list, item]
}

/** Starts a definition, whose term is the paragraph above, in the list of the definition before it. */
function startDefinition({ blocks }: BlockState): readonly BlockStart[] {
  const paragraph = blocks.at(-1)
  const term = paragraph?.type === 'paragraph' && !paragraph.isFlow ? paragraph : null
  if (term !== null) blocks.pop()
  const last = blocks.at(-1)
  const above = last?.type === 'end' && last.element.type === 'definitions' ? last.element : null
  const list = above ?? { type: 'definitions' }
  const definition = { type: 'definition' } as const
  if (above !== null) blocks.pop()
  else blocks.push({ type: 'start', element: list })
  if (term !== null) addElement(blocks, { type: 'term' }, term)
  blocks.push({ type: 'start', element: definition })
  return [list, definition]
}

function startFootnote(state: BlockState, { line, text, level }: LineStart): boolean {
  const footnote = footnoteDefinition(text)
  if (footnote === null) return false
  enterLevel(state, level)
  const label = normalizeLabel(footnote.label)
  state.footnotes.add(label)
  takeContent(line, footnote.length)
  takeIndent(line, indentOf(line))
  openContainer(state, 'indented', { type: 'footnote', label }, CODE_INDENT)
  return true
}

function startAdmonition(state: BlockState, { line, text, level }: LineStart): boolean {
  const admonition = state.isMdx ? null : indentedAdmonition(text)
  if (admonition === null) return false
  const { element, title, isCertain } = admonition
  const indent = indentOf(line) + CODE_INDENT
  if (!isCertain && !isIndentedBelow(state, level, indent)) return false
  enterLevel(state, level)
  openContainer(state, 'indented', element, indent)
  if (title !== null) addTitle(state.blocks, title, state.index)
  takeContent(line, text.length)
  return true
}

/**
 * True if the next line with content is in the outermost `level` containers, and indented by `indent` columns. To look
 * changes none of them: each has content already, in the line that they were matched with.
 */
function isIndentedBelow(state: BlockState, level: number, indent: number): boolean {
  for (let next = state.index + 1; next < state.pageLines.length; next += 1) {
    const line = createLine(state.pageLines[next] ?? '')
    const matched = matchContainers(state, line, level)
    if (!isBlank(line)) return matched === level && indentOf(line) >= indent
  }
  return false
}
