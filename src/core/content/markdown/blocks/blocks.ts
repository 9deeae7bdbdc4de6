/**
 * Markdown -> its blocks in order, line by line with a stack of open containers
 * (the method of CommonMark's appendix). Inline markup is parsed later, because
 * link reference definitions may follow anywhere.
 */
import {
  CODE_INDENT, contentOf, createLine, indentOf, isBlank, type MarkdownLine, remainderOf, takeIndent,
} from '../syntax/line.ts'
import { completeBlock, startBlock } from './block-start.ts'
import {
  type BlockOptions, type Blocks, type BlockState, closeBlock, createBlockState, enterLevel,
} from './block-state.ts'
import { matchContainers, MAX_DEPTH, skipMarkers, startContainer } from './container.ts'
import { addLine, consumeLines, isUnfinished, type OpenBlock, paragraphOf } from './open-block.ts'

/** The start of a line of words: no block starts with a letter, except the statements of MDX. */
const WORDS = /^(?!import|export)[A-Za-z]/
const CHECKBOX = /^\[([ xX])\][ \t]+/

/** Parses the text of a page. Line breaks must be `\n`. */
export function parseBlocks(text: string, options: BlockOptions): Blocks {
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
  // Generators find the end of a directive before they read what is in it.
  const isEnd = block.type === 'html' && block.endsAtBlank && endsDirective(state, contentOf(line).trimEnd())
  const effect = isEnd ? 'not-part' : addLine(block, line, state)
  if (effect === 'refutes') abandonBlock(state, block)
  else if (effect === 'completes') completeBlock(state, block)
  else if (effect === 'becomes-paragraph') state.open = paragraphOf(block)
  else if (effect === 'not-part' && block.type !== 'table') closeBlock(state)
  return effect !== 'not-part'
}

function endsDirective({ directives }: BlockState, text: string): boolean {
  return directives.some(({ marks }) => marks === text)
}

/** Makes the first line of a block that never ended a paragraph, and goes back to the line after it. */
function abandonBlock(state: BlockState, block: OpenBlock): void {
  consumeLines(block, state.budget)
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
    if (level === MAX_DEPTH) skipMarkers(line)
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
