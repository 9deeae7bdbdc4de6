/**
 * The state of the block parser of one page: the stack of open containers (quotes, list items, footnotes and
 * admonitions with their indented content), the open block, and the blocks that are complete, still with inline markup,
 * with the bounds of the elements around them.
 */
import type { Separator } from '../../section-writer.ts'
import type { BlockStart } from '../../structure/element.ts'
import { alertLine, findSlashBlocks, isIncludedCode } from '../generators/admonition.ts'
import { isInterpolation } from '../generators/interpolation.ts'
import { findComponents, type PageComponents } from '../generators/mdc.ts'
import type { PageValues } from '../inlines/heading-text.ts'
import type { InlineContext } from '../inlines/inline-state.ts'
import { indentOf, isBlank, type MarkdownLine, takeContent, takeIndent } from '../syntax/line.ts'
import { takeDefinitions } from '../syntax/link.ts'
import { exportedLiterals } from '../syntax/mdx.ts'
import type { ScanBudget } from '../syntax/scan-budget.ts'
import type { AttributeList, Tag } from '../syntax/tag.ts'
import { type BlockLines, htmlOf, type OpenBlock, type OpenParagraph } from './open-block.ts'

interface Positioned {
  /** Line of the file, from 1. */
  readonly line: number
  /** The separator between the block above and this one. */
  readonly separator: Separator
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
  /**
   * Lines such as `:::`, which authors don't always pair: directives also end with the element around them. `element`
   * is null for a directive that only groups.
   */
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
  /** Line in its file of a line of the text, by its index. */
  readonly lineOf: (index: number) => number
  readonly budget: ScanBudget
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
  /** Components that may be open, outermost first, with the number of containers around and the column of each. */
  readonly components: { readonly marks: string; readonly name: string; readonly level: number; readonly indent: number }[]
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

/** Depth of nested containers. Deeper ones are not containers, but their markers are left out of the text as well. */
export const MAX_DEPTH = 32

/** The open containers, outermost first. */
type Containers = ReturnType<typeof createContainers>

interface Container {
  readonly type: 'quote' | 'item' | 'indented'
  /** The same for all items of one list. */
  readonly kind: string
  readonly indent: number
  /** True for an item whose line ends after the marker. */
  readonly isEmpty: boolean
  /** The elements that it is in the tree, outermost first. */
  readonly elements: readonly BlockStart[]
  /** The separator before its first block; null once it has a block. */
  separator: Separator | null
}

/** An item; `sibling`: the list that the item above belongs to as well, null if it starts a list. */
type ListItem = Omit<Container, 'type' | 'separator'> & { readonly sibling: BlockStart | null }

/** An empty stack. `isMdx` lifts the limit of three columns before a marker: MDX has no indented code. */
function createContainers({ isMdx }: { readonly isMdx: boolean }) {
  const stack: Container[] = []

  /**
   * Number of containers, from the outermost and at most `count`, that continue on this line; their markers are taken
   * off it.
   */
  function match(line: MarkdownLine, count = stack.length): number {
    let level = 0
    for (const container of stack) {
      if (level >= count || !continues(container, line)) break
      level += 1
    }
    return level
  }

  function continues({ type, indent, isEmpty, separator }: Container, line: MarkdownLine): boolean {
    if (type === 'quote') {
      if (isBlank(line) || line.text[line.contentAt] !== '>' || (!isMdx && indentOf(line) > 3)) return false
      takeContent(line, 1)
      takeIndent(line, 1)
      return true
    }
    if (isBlank(line)) return !(isEmpty && separator !== null)
    if (indentOf(line) < indent) return false
    takeIndent(line, indent)
    return true
  }

  function push(container: Container): void {
    if (stack.length < MAX_DEPTH) stack.push(container)
  }

  /** Closes all but the outermost `count`; the elements of those that it closes, innermost first. */
  function keep(count: number): readonly BlockStart[] {
    if (count >= stack.length) return []
    return stack.splice(count).flatMap(({ elements }) => elements).reverse()
  }

  function pushItem({ kind, indent, isEmpty, sibling, elements }: ListItem): void {
    const isTight = sibling !== null || stack.some((container) => container.type === 'item')
    push({ type: 'item', kind, indent, isEmpty, elements, separator: isTight ? 'line' : 'block' })
  }

  /** The list of the container at `index`, if that is an item of a list of this kind, else null. */
  function listAt(index: number, kind: string): BlockStart | null {
    const container = stack[index]
    return container?.type === 'item' && container.kind === kind ? (container.elements[0] ?? null) : null
  }

  return {
    depth: () => stack.length, match, keep, pushItem, listAt,
    pushQuote: (element: BlockStart) => {
      push({ type: 'quote', kind: '>', indent: 0, isEmpty: false, elements: [element], separator: 'block' })
    },
    /** Opens a container of the lines that are indented by `indent` columns. */
    pushIndented: (indent: number, element: BlockStart) => {
      push({ type: 'indented', kind: '', indent, isEmpty: false, elements: [element], separator: 'block' })
    },
    /** True if a container after the outermost `count` is a quote. */
    hasQuote: (count: number) => stack.slice(count).some(({ type }) => type === 'quote'),
    /** Type of the innermost container while it is empty, else null. */
    emptyType: () => {
      const innermost = stack.at(-1)
      return innermost === undefined || innermost.separator === null ? null : innermost.type
    },
    /** The separator before a block that opens now. */
    separator: () => stack.find((container) => container.separator !== null)?.separator ?? 'block',
    /** Marks all open containers as no longer empty. */
    markFilled: () => {
      for (const container of stack) container.separator = null
    },
  }
}
