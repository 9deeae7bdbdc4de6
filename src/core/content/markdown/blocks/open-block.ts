/**
 * The one block of a Markdown page that is open: which further lines belong to
 * it, and when it is complete. Container markers are already off the lines.
 */
import { createFlowScanner, isBalanced, type JsxScanner, scanJsx, STILL_OPEN } from '../syntax/jsx-scanner.ts'
import { CODE_INDENT, contentOf, indentOf, isBlank, type MarkdownLine, remainderOf } from '../syntax/line.ts'
import { atxHeading, type Fence, isFenceEnd } from '../syntax/starts.ts'

const RAW_HEADING = /^<h[1-6](?=[\s>]|$)/
const RAW_HEADING_END = /<\/h[1-6]/
const COMMENT_END = '-->'

/** The lines of an open block and their position. */
export interface BlockLines {
  readonly lines: string[]
  /** Index of its first line. */
  readonly index: number
}

/** A paragraph that the next line may continue. */
export interface OpenParagraph extends BlockLines {
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
export interface OpenFence extends BlockLines {
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
export interface OpenModule extends BlockLines {
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
export type LineEffect =
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
    case 'table':
      return 'not-part'
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
    case 'html':
      return addHtmlLine(block, line)
    case 'flow': {
      block.lines.push(remainderOf(line))
      return scanFlow(block, 0)
    }
    case 'module':
      return addModuleLine(block, line, index)
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

function addHtmlLine(block: OpenHtml, line: MarkdownLine): LineEffect {
  if (block.endsAtBlank && block.missingEnd === null && isBlank(line)) return 'completes'
  block.lines.push(remainderOf(line))
  return scanHtml(block) ? 'completes' : 'continues'
}

/** True if the last line ends the block; a comment that begins after the end mark goes on below, as in a browser. */
export function scanHtml(block: OpenHtml): boolean {
  const { endsAtBlank, missingEnd, lines } = block
  const line = lines.at(-1)?.toLowerCase() ?? ''
  if (endsAtBlank) {
    const isInComment = endsInComment(line) ?? missingEnd !== null
    block.missingEnd = isInComment ? COMMENT_END : null
    return false
  }
  const end = missingEnd === null ? 0 : line.indexOf(missingEnd)
  if (end === -1) return false
  const isInComment = endsInComment(line.slice(end + (missingEnd ?? '').length)) === true
  block.missingEnd = isInComment ? COMMENT_END : null
  return !isInComment
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
