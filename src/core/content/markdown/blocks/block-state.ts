/**
 * The state of the block parser of one page: the open containers, the open
 * block and the blocks that are complete.
 */
import type { BlockStart } from '../../structure/element.ts'
import { alertLine, findSlashBlocks, isIncludedCode } from '../generators/admonition.ts'
import { isInterpolation } from '../generators/interpolation.ts'
import { findComponents, type PageComponents } from '../generators/mdc.ts'
import { takeDefinitions } from '../syntax/link.ts'
import { exportedLiterals } from '../syntax/mdx.ts'
import type { ScanBudget } from '../syntax/scan-budget.ts'
import type { Block, BlockBound } from './block.ts'
import { type Containers, createContainers } from './containers.ts'
import { type BlockLines, htmlOf, type OpenBlock, type OpenParagraph } from './open-block.ts'

/** The dialect and bounds of one page. */
export interface BlockOptions {
  readonly isMdx: boolean
  /** Line in its file of a line of the text, by its index. */
  readonly lineOf: (index: number) => number
  readonly budget: ScanBudget
}

/** A component of MDC that is open. */
export interface OpenComponent {
  readonly marks: string
  readonly name: string
  /** Number of containers around it. */
  readonly level: number
  /** Column of its marks. */
  readonly indent: number
}

/** State that all parts of the block parser share. */
export interface BlockState extends BlockOptions {
  /** All lines of the page. */
  readonly pageLines: readonly string[]
  /** Index of the last line that has a text, -1 without one. */
  readonly lastLineOf: (text: string) => number
  readonly containers: Containers
  /** Complete blocks, in order. */
  readonly blocks: (Block | BlockBound)[]
  readonly references: Map<string, string>
  readonly constants: Map<string, string>
  readonly footnotes: Set<string>
  /** Index of the current line. */
  index: number
  /** Marks of the open directive that holds tabs, null outside. */
  tabsMarks: string | null
  /** Directives that may be open, outermost first, with the number of containers around each. */
  readonly directives: { readonly marks: string; readonly level: number }[]
  /** Blocks between slashes that have an end, by the index of their first line. */
  readonly slashBlocks: ReadonlyMap<number, string>
  /** The components of MDC that the page has. */
  readonly pageComponents: PageComponents
  /** Components that may be open, outermost first. */
  readonly components: OpenComponent[]
  /** The block to which the current line may belong. */
  open: OpenBlock | null
}

/** The state before the first line. */
export function createBlockState(page: string, { isMdx, lineOf, budget }: BlockOptions): BlockState {
  const pageLines = page.split('\n')
  const lastLines = new Map<string, number>()
  function lastLineOf(text: string): number {
    const last = lastLines.get(text) ?? pageLines.findLastIndex((line) => line.includes(text))
    lastLines.set(text, last)
    return last
  }
  return {
    isMdx, lineOf, budget, pageLines, lastLineOf,
    containers: createContainers({ isMdx }), blocks: [],
    references: new Map(), constants: new Map(), footnotes: new Set(),
    index: 0, tabsMarks: null, directives: [], components: [], open: null,
    slashBlocks: isMdx ? new Map() : findSlashBlocks(page, pageLines),
    pageComponents: isMdx ? { closed: new Map(), isInInlines: false } : findComponents(page, pageLines),
  }
}

/** Closes the open block and all containers but the outermost `level`. */
export function enterLevel(state: BlockState, level: number): void {
  closeBlock(state)
  for (const element of state.containers.keep(level)) state.blocks.push({ type: 'end', element })
  while ((state.directives.at(-1)?.level ?? 0) > level) state.directives.pop()
  while ((state.components.at(-1)?.level ?? 0) > level) state.components.pop()
}

/** Starts elements, outermost first. */
export function startElements({ blocks }: BlockState, elements: readonly BlockStart[]): void {
  for (const element of elements) blocks.push({ type: 'start', element })
}

/** Completes the open block, if there is one. */
export function closeBlock(state: BlockState): void {
  const { open } = state
  state.open = null
  if (open === null) return
  if (open.type === 'module') {
    for (const [name, value] of exportedLiterals(open.lines.join('\n'))) state.constants.set(name, value)
    return
  }
  if (open.type === 'paragraph') return addParagraph(state, open)
  const position = { line: state.lineOf(open.index), separator: open.separator }
  if (open.type === 'table') state.blocks.push({ type: 'table', rows: open.lines, ...position })
  else if (open.type === 'fence' || open.type === 'indented') {
    const info = open.type === 'fence' ? open.fence.info : ''
    if (isIncludedCode(open.lines) && !/^(?:md|markdown)\b/i.test(info)) return
    state.blocks.push({ type: 'code', text: open.lines.join('\n'), info, ...position })
  } else {
    const text = open.type === 'html' ? htmlOf(open) : open.lines.join('\n')
    state.blocks.push({ type: 'paragraph', text, isFlow: true, ...position })
  }
}

function addParagraph(state: BlockState, { lines, index, separator, isAlert }: OpenParagraph): void {
  const paragraph = takeDefinitions(lines.join('\n'), state.references).trimEnd()
  const alert = isAlert ? alertLine(paragraph) : null
  const position = { line: state.lineOf(index), separator, isFlow: false }
  const last = state.blocks.at(-1)
  if (alert !== null && last?.type === 'start' && last.element.type === 'quote') {
    state.blocks[state.blocks.length - 1] = { type: 'start', element: { type: 'callout', kind: alert.kind } }
  }
  if (alert?.title) pushTitle(state, { type: 'paragraph', text: alert.title, ...position })
  const text = alert === null ? paragraph : paragraph.slice(alert.length).trim()
  const isShown = text !== '' && (state.isMdx || !isInterpolation(text))
  if (isShown) state.blocks.push({ type: 'paragraph', text, ...position })
}

/** Adds the title of an admonition on the current line, which is the title of the element started last. */
export function addTitle(state: BlockState, text: string): void {
  pushTitle(state, { type: 'paragraph', text, isFlow: false, ...takePosition(state) })
}

function pushTitle({ blocks }: BlockState, paragraph: Block): void {
  const element = { type: 'title' } as const
  blocks.push({ type: 'start', element }, paragraph, { type: 'end', element })
}

/** Line and separator of a block with text on the current line; its containers are no longer empty. */
export function takePosition({ containers, lineOf, index }: BlockState): Pick<Block, 'line' | 'separator'> {
  const separator = containers.separator()
  containers.markFilled()
  return { line: lineOf(index), separator }
}

/** The lines of a block with text that opens on the current line. */
export function openText(state: BlockState, lines: string[]): BlockLines {
  return { lines, index: state.index, separator: takePosition(state).separator }
}

/** The lines of a block of tags, which often give no text: the block after it still is the first of its container. */
export function openTags({ containers, index }: BlockState, line: string): BlockLines {
  return { lines: [line], index, separator: containers.separator() }
}
