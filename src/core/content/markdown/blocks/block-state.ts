/**
 * The state of the block parser of one page: the stack of open containers (quotes, list items, footnotes and
 * admonitions with their indented content), the open block, and the blocks that are complete, still with inline markup,
 * with the bounds of the elements around them.
 */
import type { BlockStart } from '../../structure/element.ts'
import type { MarkdownDialect } from '../../generators/site-rules.ts'
import { alertLine, findEndTags, findSlashBlocks, isIncludedCode, isInterpolation } from '../generators/admonition.ts'
import { findComponents, type PageComponents } from '../generators/mdc.ts'
import { retypeRow } from '../generators/retype.ts'
import { CODE_INDENT, contentOf, indentOf, isBlank, type MarkdownLine, remainderOf } from '../syntax/line.ts'
import { takeDefinitions } from '../syntax/link.ts'
import { createFlowScanner, exportedLiterals, isBalanced, type JsxScanner, scanJsx, STILL_OPEN } from '../syntax/mdx.ts'
import type { ScanBudget } from '../../offset.ts'
import { type Fence, isFenceEnd } from '../syntax/fence.ts'
import { atxHeading } from '../syntax/starts.ts'
import type { AttributeList, Tag } from '../syntax/tag.ts'

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
  /** A tab of the innermost directive that holds tabs; it ends the one before, unless it is the first. */
  | { readonly type: 'directive-tab'; readonly isFirst: boolean }

/** The dialect and bounds of one page. */
export interface BlockOptions {
  readonly isMdx: boolean
  readonly dialect: MarkdownDialect
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

interface OpenDirective {
  readonly marks: string
  /** Number of containers around it. */
  readonly level: number
  /** True if lines such as `== Tab` start its tabs. */
  readonly holdsTabs: boolean
  hasTab: boolean
}

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
  /** End tags of shortcodes, and the indexes of the last lines that have them. */
  readonly endTags: ReadonlyMap<string, number>
  /** The open containers, outermost first. */
  readonly containers: Container[]
  /** Complete blocks, in order. */
  readonly blocks: (Block | BlockBound)[]
  readonly references: Map<string, string>
  readonly constants: Map<string, string>
  readonly footnotes: Set<string>
  /** Index of the current line. */
  index: number
  /** Directives that may be open, outermost first. */
  readonly directives: OpenDirective[]
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
export function createBlockState(page: string, { isMdx, dialect, budget }: BlockOptions): BlockState {
  const pageLines = page.split('\n')
  return {
    isMdx, dialect, budget, pageLines, endTags: isMdx ? new Map() : findEndTags(pageLines), containers: [], blocks: [],
    references: new Map(), constants: new Map(), footnotes: new Set(),
    index: 0, directives: [], components: [], markdownElements: [], open: null,
    slashBlocks: isMdx ? new Map() : findSlashBlocks(page, pageLines),
    pageComponents: isMdx ? { closed: new Map(), isInInlines: false } : findComponents(page, pageLines),
  }
}

/** Closes the open block and all containers but the outermost `level`. */
export function enterLevel(state: BlockState, level: number): void {
  const { blocks, containers, directives, components } = state
  closeBlock(state)
  for (const { elements } of containers.splice(level).reverse()) {
    for (const element of elements.toReversed()) blocks.push({ type: 'end', element })
  }
  while ((directives.at(-1)?.level ?? 0) > level) directives.pop()
  while ((components.at(-1)?.level ?? 0) > level) components.pop()
}

/** Completes the open block, if there is one. */
export function closeBlock(state: BlockState): void {
  const { open, blocks, dialect } = state
  state.open = null
  if (open === null || (open.type === 'html' && open.lines.length === 0)) return
  const { type, lines, index } = open
  const text = lines.join('\n')
  if (type === 'module') for (const [name, value] of exportedLiterals(text)) state.constants.set(name, value)
  else if (type === 'paragraph') addParagraph(state, open)
  else if (type === 'table') blocks.push({ type, rows: dialect === 'retype' ? lines.map(retypeRow) : lines, index })
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

/*
 * The one block that is open: which further lines belong to it, and when it is complete. Container markers are already
 * off the lines.
 */

const RAW_HEADING = /^<h[1-6](?=[\s>]|$)/
const RAW_HEADING_END = /<\/h[1-6]/
const COMMENT_END = '-->'

/** The lines of an open block and their position. */
interface BlockLines {
  readonly lines: string[]
  /** Index of its first line. */
  readonly index: number
}

/** A paragraph that the next line may continue. */
interface OpenParagraph extends BlockLines {
  readonly type: 'paragraph'
  /** Starts with `<h2>` and lacks the end tag, which may follow on a line of its own. */
  readonly isRawHeading: boolean
}

/** Raw HTML. */
export interface OpenHtml extends BlockLines {
  readonly type: 'html'
  /** True if a blank line ends it, unless a comment is open. */
  readonly endsAtBlank: boolean
  /** The mark that ends the block or an open comment, in lower case; null if none is missing. */
  missingEnd: string | null
}

/** Code between fences, or in a shortcode. */
interface OpenFence extends BlockLines {
  readonly type: 'fence'
  readonly fence: Fence
  readonly indent: number
  /** True for a shortcode after which raw HTML goes on. Absent: false. */
  readonly isInHtml?: boolean
}

/** JSX tags and expressions of MDX; the scanner is inside the one that is open. */
export interface OpenFlow extends BlockLines {
  readonly type: 'flow'
  scanner: JsxScanner
}

/** Imports and exports of MDX; they end at `firstBlank` if their brackets never close. */
interface OpenModule extends BlockLines {
  readonly type: 'module'
  readonly scanner: JsxScanner
  firstBlank: number | null
}

/** A block to which the next line may belong. */
export type OpenBlock =
  | OpenParagraph
  | OpenFence
  | (BlockLines & { readonly type: 'indented' })
  | (BlockLines & { readonly type: 'table' })
  | OpenHtml
  | OpenFlow
  | OpenModule

/** The effect of a line on the open block. */
type LineEffect =
  /** It belongs to the block. */
  | 'continues'
  /** It is the last line of the block. */
  | 'completes'
  /** It belongs to the block and makes it a paragraph. */
  | 'becomes-paragraph'
  /** It does not belong to the block. */
  | 'not-part'
  /** It shows that the block was no such block. */
  | 'refutes'

/** Adds a line inside of the block's containers to the block, if it belongs there. `index` is that of the line. */
export function addLine(
  block: OpenBlock,
  line: MarkdownLine,
  { index, isMdx }: { readonly index: number; readonly isMdx: boolean },
): LineEffect {
  switch (block.type) {
    case 'paragraph':
    case 'table': return 'not-part'
    case 'fence': {
      if ((isMdx || indentOf(line) < CODE_INDENT) && isFenceEnd(contentOf(line), block.fence)) return 'completes'
      block.lines.push(remainderOf(line, block.indent))
      return 'continues'
    }
    case 'indented': {
      if (!isBlank(line) && indentOf(line) < CODE_INDENT) return 'not-part'
      block.lines.push(remainderOf(line, CODE_INDENT))
      return 'continues'
    }
    case 'html': {
      if (block.endsAtBlank && block.missingEnd === null && isBlank(line)) return 'completes'
      block.lines.push(remainderOf(line))
      return scanHtml(block) ? 'completes' : 'continues'
    }
    case 'flow': {
      block.lines.push(remainderOf(line))
      return scanFlow(block, 0)
    }
    case 'module': return addModuleLine(block, line, index)
  }
}

/** A paragraph of the lines that a block has. */
export function paragraphOf({ lines, index }: BlockLines): OpenParagraph {
  const first = lines[0] ?? ''
  const isRawHeading =
    first.startsWith('<h') && RAW_HEADING.test(first) && !lines.some((line) => RAW_HEADING_END.test(line))
  return { type: 'paragraph', lines, index, isRawHeading }
}

/** Scans the last line of a flow block from `from`. */
export function scanFlow(flow: OpenFlow, from: number): LineEffect {
  const text = flow.lines.at(-1) ?? ''
  let at = scanJsx(flow.scanner, text, from)
  while (at >= 0) {
    while (text[at] === ' ' || text[at] === '\t') at += 1
    if (at === text.length) return 'completes'
    const scanner = createFlowScanner(text, at)
    if (scanner === null) return 'becomes-paragraph'
    flow.scanner = scanner
    at = scanJsx(scanner, text, at + 1)
  }
  return at === STILL_OPEN ? 'continues' : 'refutes'
}

/** True for a block that lacks the mark that ends it; without the mark it is no such block. */
export function isUnfinished(block: OpenBlock): boolean {
  return block.type === 'flow' || (block.type === 'module' && !isBalanced(block.scanner))
}

/** True if the last line ends the block; a comment that begins after the end mark goes on below, as in a browser. */
export function scanHtml(block: OpenHtml): boolean {
  const { endsAtBlank, missingEnd, lines } = block
  const line = lines.at(-1)?.toLowerCase() ?? ''
  const end = endsAtBlank || missingEnd === null ? 0 : line.indexOf(missingEnd)
  if (end === -1) return false
  const after = endsAtBlank ? line : line.slice(end + (missingEnd ?? '').length)
  const isInComment = endsInComment(after) ?? (endsAtBlank && missingEnd !== null)
  block.missingEnd = isInComment ? COMMENT_END : null
  return !endsAtBlank && !isInComment
}

/** True for a line of HTML with an open comment at its end; null for a line without comment marks. */
function endsInComment(text: string): boolean | null {
  const open = text.lastIndexOf('<!--')
  const close = text.lastIndexOf('-->')
  return open === -1 && close === -1 ? null : open > close
}

/** Statements end at a blank line outside of brackets, or at a heading, which is not JavaScript. */
function addModuleLine(block: OpenModule, line: MarkdownLine, index: number): LineEffect {
  const isWhole = isBalanced(block.scanner)
  if (isBlank(line)) {
    block.firstBlank ??= index
    return isWhole ? 'completes' : 'continues'
  }
  if (isWhole && atxHeading(line.text) !== null) return 'not-part'
  block.lines.push(line.text)
  scanJsx(block.scanner, line.text, 0)
  return 'continues'
}
