/**
 * The state of the block parser of one page: the stack of open containers (quotes, list items, footnotes and
 * admonitions with their indented content), the open block, and the blocks that are complete, still with inline markup,
 * with the bounds of the elements around them.
 */
import type { BlockStart } from '../../structure/element.ts'
import { alertLine, findSlashBlocks, isIncludedCode, isInterpolation } from '../generators/admonition.ts'
import { findComponents, type PageComponents } from '../generators/mdc.ts'
import type { PageValues } from '../inlines/heading-text.ts'
import type { InlineContext } from '../inlines/inline-state.ts'
import type { MarkdownLine } from '../syntax/line.ts'
import { takeDefinitions } from '../syntax/link.ts'
import { exportedLiterals } from '../syntax/mdx.ts'
import type { ScanBudget } from '../syntax/scan-budget.ts'
import type { AttributeList, Tag } from '../syntax/tag.ts'
import type { OpenBlock, OpenParagraph } from './open-block.ts'

interface Positioned {
  /** Index of its first line. */
  readonly index: number
}

/** One block of a page. */
export type Block =
  /** `below`: the attribute list on the line after it. */
  | (Positioned & {
    readonly type: 'heading'
    readonly depth: number
    readonly text: string
    readonly below?: AttributeList
  })
  /** `isFlow`: tags and expressions on lines of their own, or raw HTML, rather than sentences. */
  | (Positioned & { readonly type: 'paragraph'; readonly text: string; readonly isFlow: boolean })
  /** `info` is the text after the opening fence; empty for indented code. */
  | (Positioned & { readonly type: 'code'; readonly text: string; readonly info: string })
  /** The start or end of a component of MDC. */
  | (Positioned & { readonly type: 'component'; readonly tag: Tag })
  /** Rows as written, the header first, without the delimiter row. */
  | (Positioned & { readonly type: 'table'; readonly rows: readonly string[] })

/** A bound of an element around blocks. Each start has an end, except at the end of the page. */
export type BlockBound =
  | { readonly type: 'start'; readonly element: BlockStart }
  | { readonly type: 'end'; readonly element: BlockStart }
  /** Lines such as `:::`, which also end with the element around them. `element`: null if it only groups. */
  | { readonly type: 'directive-start'; readonly marks: string; readonly element: BlockStart | null }
  | { readonly type: 'directive-end'; readonly marks: string }
  /** The next tab of a directive that holds tabs. */
  | { readonly type: 'directive-tab' }

/** All blocks of a page, and what its inline markup can refer to. */
export interface Blocks
  extends Pick<InlineContext, 'references' | 'footnotes' | 'hasComponents'>, Pick<PageValues, 'constants'> {
  /** In the order of the page. */
  readonly blocks: readonly (Block | BlockBound)[]
}

/** The dialect and bounds of one page. */
export interface BlockOptions {
  readonly isMdx: boolean
  readonly budget: ScanBudget
}

/** An open container. */
export interface Container {
  readonly type: 'quote' | 'item' | 'indented'
  /** Columns by which its lines are indented; 0 for a quote. */
  readonly indent: number
  /** The elements that it is in the tree, outermost first. */
  readonly elements: readonly BlockStart[]
  /** The same for all items of one list; null for all others. */
  readonly kind: string | null
  /** True for an item of which all lines so far are empty. */
  isEmpty: boolean
}

/** A line without the markers of its outermost `level` containers. */
export interface LineStart {
  readonly line: MarkdownLine
  /** The content of the line, from its first character that is not white space. */
  readonly text: string
  readonly level: number
  /** The paragraph that the line would interrupt. */
  readonly paragraph: OpenParagraph | null
}

/** A component of MDC that may be open. */
interface OpenComponent {
  readonly marks: string
  readonly name: string
  /** Number of containers around it, and the column of its start. */
  readonly level: number
  readonly indent: number
}

/** State that all parts of the block parser share. */
export interface BlockState extends BlockOptions {
  /** All lines of the page. */
  readonly pageLines: readonly string[]
  /** Index of the last line that has a text, -1 without one. */
  readonly lastLineOf: (text: string) => number
  /** The open containers, outermost first. */
  readonly containers: Container[]
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
  /** Outermost first. */
  readonly components: OpenComponent[]
  /** Names of open elements of HTML whose content is Markdown, outermost first. */
  readonly markdownElements: string[]
  /** The block to which the current line may belong. */
  open: OpenBlock | null
}

/** The state before the first line. */
export function createBlockState(page: string, { isMdx, budget }: BlockOptions): BlockState {
  const pageLines = page.split('\n')
  const lastLines = new Map<string, number>()
  function lastLineOf(text: string): number {
    const last = lastLines.get(text) ?? pageLines.findLastIndex((line) => line.includes(text))
    lastLines.set(text, last)
    return last
  }
  return {
    isMdx, budget, pageLines, lastLineOf, containers: [], blocks: [],
    references: new Map(), constants: new Map(), footnotes: new Set(),
    index: 0, tabsMarks: null, directives: [], components: [], markdownElements: [], open: null,
    slashBlocks: isMdx ? new Map() : findSlashBlocks(page, pageLines),
    pageComponents: isMdx ? { closed: new Map(), isInInlines: false } : findComponents(page, pageLines),
  }
}

/** Closes the open block and all containers but the outermost `level`. */
export function enterLevel(state: BlockState, level: number): void {
  const { blocks, containers, directives, components } = state
  closeBlock(state)
  for (let inner = containers.at(-1); inner !== undefined && containers.length > level; inner = containers.at(-1)) {
    for (const element of inner.elements.toReversed()) blocks.push({ type: 'end', element })
    containers.pop()
  }
  while ((directives.at(-1)?.level ?? 0) > level) directives.pop()
  while ((components.at(-1)?.level ?? 0) > level) components.pop()
}

/** Completes the open block, if there is one. */
export function closeBlock(state: BlockState): void {
  const { open, blocks } = state
  state.open = null
  if (open === null || (open.type === 'html' && open.lines.length === 0)) return
  const { type, lines, index } = open
  const text = lines.join('\n')
  if (type === 'module') for (const [name, value] of exportedLiterals(text)) state.constants.set(name, value)
  else if (type === 'paragraph') addParagraph(state, open)
  else if (type === 'table') blocks.push({ type, rows: lines, index })
  else if (type === 'fence' || type === 'indented') {
    const info = type === 'fence' ? open.fence.info : ''
    const isLeftOut = isIncludedCode(lines) && !/^(?:md|markdown)\b/i.test(info)
    if (!isLeftOut) blocks.push({ type: 'code', text, info, index })
  } else {
    // A missing end of HTML is added, as a browser does at the end of the page.
    const end = type === 'html' ? (open.missingEnd ?? '') : ''
    blocks.push({ type: 'paragraph', text: text + end, isFlow: true, index })
  }
}

function addParagraph({ blocks, references, isMdx }: BlockState, { lines, index }: OpenParagraph): void {
  const paragraph = takeDefinitions(lines.join('\n'), references).trimEnd()
  const last = blocks.at(-1)
  const alert = last?.type === 'start' && last.element.type === 'quote' ? alertLine(paragraph) : null
  if (alert !== null) blocks[blocks.length - 1] = { type: 'start', element: { type: 'callout', kind: alert.kind } }
  if (alert?.title) addTitle(blocks, alert.title, index)
  const text = alert === null ? paragraph : paragraph.slice(alert.length).trim()
  if (text !== '' && (isMdx || !isInterpolation(text))) blocks.push({ type: 'paragraph', text, isFlow: false, index })
}

/** Adds the title of the element started last. */
export function addTitle(blocks: BlockState['blocks'], text: string, index: number): void {
  addElement(blocks, { type: 'title' }, { type: 'paragraph', text, isFlow: false, index })
}

/** Adds a block that is all of an element. */
export function addElement(blocks: BlockState['blocks'], element: BlockStart, block: Block): void {
  blocks.push({ type: 'start', element }, block, { type: 'end', element })
}
