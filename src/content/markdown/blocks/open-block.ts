/**
 * The one block of a Markdown page that is being read: which lines it takes
 * beside its first, and when it is whole. Containers are already off the lines.
 */
import type { Break } from '../../section-writer.ts'
import type { Fuel } from '../syntax/scan-budget.ts'
import { createFlowScanner, type JsxScanner, STILL_OPEN } from '../syntax/jsx-scanner.ts'
import { CODE_INDENT, contentOf, indentOf, isBlank, type MarkdownLine, restOf } from '../syntax/line.ts'
import { atxHeading, type Fence, isFenceEnd } from '../syntax/starts.ts'

const RAW_HEADING = /^<h[1-6](?=[\s>]|$)/
const RAW_HEADING_END = /<\/h[1-6]/

interface Opened {
  readonly lines: string[]
  /** Index of its first line. */
  readonly index: number
  readonly gap: Break
}

export interface Paragraph extends Opened {
  readonly type: 'paragraph'
  /** The first paragraph of a quote: it may start with `[!NOTE]`. */
  readonly isAlert: boolean
  /** Starts with `<h2>` and lacks its end, which may follow on a line of its own. */
  readonly isRawHeading: boolean
}

export type Leaf =
  | Paragraph
  | (Opened & { readonly type: 'fence'; readonly fence: Fence; readonly indent: number })
  | (Opened & { readonly type: 'indented' })
  | (Opened & { readonly type: 'table' })
  /** `mark` ends it on its line; null where a blank line does, unless a comment is open. */
  | (Opened & { readonly type: 'html'; readonly mark: string | null; inComment: boolean })
  /** JSX tags and expressions of MDX; the scanner is in the one that is open. */
  | (Opened & { readonly type: 'flow'; scanner: JsxScanner })
  /** Imports and exports of MDX; `firstBlank` is where they end if their brackets never close. */
  | (Opened & { readonly type: 'module'; readonly scanner: JsxScanner; firstBlank: number | null })

export interface LinePlace {
  /** Index of the line. */
  readonly index: number
  readonly isMdx: boolean
}

/**
 * `more`: the line belongs to the leaf. `whole`: and was its last. `words`: and
 * makes it a paragraph. `not-mine`: it doesn't. `broken`: the leaf can't be one.
 */
export type Taken = 'more' | 'whole' | 'words' | 'not-mine' | 'broken'

/** Gives a line inside the leaf's containers to the leaf. */
export function takeLine(leaf: Leaf, line: MarkdownLine, { index, isMdx }: LinePlace): Taken {
  switch (leaf.type) {
    case 'paragraph':
    case 'table':
      return 'not-mine'
    case 'fence': {
      if ((isMdx || indentOf(line) < CODE_INDENT) && isFenceEnd(contentOf(line), leaf.fence)) return 'whole'
      leaf.lines.push(restOf(line, leaf.indent))
      return 'more'
    }
    case 'indented': {
      if (!isBlank(line) && indentOf(line) < CODE_INDENT) return 'not-mine'
      leaf.lines.push(restOf(line, CODE_INDENT))
      return 'more'
    }
    case 'html':
      return takeHtml(leaf, line)
    case 'flow': {
      leaf.lines.push(restOf(line))
      return takeFlow(leaf, 0)
    }
    case 'module':
      return takeStatement(leaf, line, index)
  }
}

/** A paragraph of the lines that a leaf has so far. */
export function paragraphOf({ lines, index, gap, isAlert = false }: Opened & { readonly isAlert?: boolean }): Paragraph {
  const isRawHeading = RAW_HEADING.test(lines[0]!) && !lines.some((line) => RAW_HEADING_END.test(line))
  return { type: 'paragraph', lines, index, gap, isAlert, isRawHeading }
}

/** Reads on in the last line of a flow from `from`. */
export function takeFlow(leaf: Leaf & { readonly type: 'flow' }, from: number): Taken {
  const text = leaf.lines[leaf.lines.length - 1]!
  let at = leaf.scanner.feed(text, from)
  while (at >= 0) {
    while (text[at] === ' ' || text[at] === '\t') at += 1
    if (at === text.length) return 'whole'
    const scanner = createFlowScanner(text, at)
    if (scanner === null) return 'words'
    leaf.scanner = scanner
    at = scanner.feed(text, at + 1)
  }
  return at === STILL_OPEN ? 'more' : 'broken'
}

/** Whether the end of the leaf is a mark that hasn't come, so that it may turn out to be none. */
export function isUnfinished(leaf: Leaf): boolean {
  return leaf.type === 'flow' || (leaf.type === 'module' && !leaf.scanner.isBalanced())
}

/** Burns what was read in vain of a leaf that never ended. */
export function burnLeaf({ lines }: Leaf, fuel: Fuel): void {
  for (const line of lines) fuel.burn(line.length + 1)
}

function takeHtml(leaf: Leaf & { readonly type: 'html' }, line: MarkdownLine): Taken {
  if (leaf.mark === null && isBlank(line) && !leaf.inComment) return 'whole'
  const text = restOf(line)
  leaf.lines.push(text)
  leaf.inComment = endsInComment(text) ?? leaf.inComment
  return leaf.mark !== null && text.toLowerCase().includes(leaf.mark) ? 'whole' : 'more'
}

/** The HTML of a leaf; what never ended is ended, as a browser does at the end of the page. */
export function htmlOf({ lines, mark }: Leaf & { readonly type: 'html' }): string {
  const text = lines.join('\n')
  const isEnded = mark === null || lines[lines.length - 1]!.toLowerCase().includes(mark)
  return isEnded ? text : text + mark
}

/** Whether a comment is open at the end of a line of HTML; null where nothing on the line says so. */
export function endsInComment(text: string): boolean | null {
  const open = text.lastIndexOf('<!--')
  const close = text.lastIndexOf('-->')
  return open === -1 && close === -1 ? null : open > close
}

/** Statements end at a blank line outside of brackets; a heading ends them too, which is no JavaScript. */
function takeStatement(leaf: Leaf & { readonly type: 'module' }, line: MarkdownLine, index: number): Taken {
  const isBalanced = leaf.scanner.isBalanced()
  if (isBlank(line)) {
    leaf.firstBlank ??= index
    return isBalanced ? 'whole' : 'more'
  }
  if (isBalanced && atxHeading(line.text) !== null) return 'not-mine'
  leaf.lines.push(line.text)
  leaf.scanner.feed(line.text, 0)
  return 'more'
}
