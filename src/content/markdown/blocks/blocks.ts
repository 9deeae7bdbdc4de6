/**
 * Markdown -> its blocks in order, line by line with a stack of open containers
 * (the method of CommonMark's appendix). Nesting comes out as the break before
 * each block and nothing else: that is all that plain text keeps of it. Inline
 * markup is left for later, since definitions of references may follow anywhere.
 */
import { alertLine, directiveLine, endOfShortcode, highlightStart, indentedAdmonition, isPlaceholder } from '../syntax/admonition.ts'
import { readAttributeList } from '../syntax/attribute-list.ts'
import type { Block, Blocks } from './block.ts'
import { createContainers, MAX_DEPTH } from './containers.ts'
import type { Fuel } from '../syntax/scan-budget.ts'
import { htmlStart, verbatimStart } from '../syntax/html-block.ts'
import { createFlowScanner, createJsxScanner } from '../syntax/jsx-scanner.ts'
import {
  burnLeaf, endsInComment, htmlOf, isUnfinished, type Leaf, type Paragraph, paragraphOf, takeFlow, takeLine,
} from './open-block.ts'
import {
  CODE_INDENT, contentOf, createLine, indentOf, isBlank, type MarkdownLine, restOf, takeContent, takeIndent,
} from '../syntax/line.ts'
import { normalizeLabel, takeDefinitions } from '../syntax/link.ts'
import { isImportLine, startsStatement } from '../syntax/mdx.ts'
import {
  atxHeading, fenceStart, footnoteDefinition, isDelimiterRow, isThematicBreak, listMarker, setextDepth, termDefinition,
} from '../syntax/starts.ts'

/** `999999999. ` */
const MAX_MARKER_LENGTH = 12
const CHECKBOX = /^\[[ xX]\][ \t]+/
/** First characters of lines that `admonition.ts` knows. */
const MARKUP_START = /^[:{[<-]/

export interface BlockOptions {
  readonly isMdx: boolean
  /** Number of the text's first line in its file. */
  readonly firstLine: number
  readonly fuel: Fuel
}

/** A line from which the marks of its containers are off, down to the `level`th. */
interface Start {
  readonly line: MarkdownLine
  /** What is left of the line. */
  readonly text: string
  readonly level: number
  /** The paragraph that the line would interrupt. */
  readonly paragraph: Paragraph | null
}

/** Line breaks must be `\n`. */
export function parseBlocks(text: string, { isMdx, firstLine, fuel }: BlockOptions): Blocks {
  const lines = text.split('\n')
  const blocks: Block[] = []
  const references = new Set<string>()
  const footnotes = new Set<string>()
  const containers = createContainers({ isMdx })
  const open: { leaf: Leaf | null } = { leaf: null }
  let index = 0

  function readLine(line: MarkdownLine): void {
    const level = containers.match(line)
    const { leaf } = open
    if (leaf !== null && leaf.type !== 'paragraph') {
      if (level === containers.depth() ? feed(leaf, line) : leave(leaf)) return
    }
    if (isBlank(line)) enter(level)
    else readContent(line, level)
  }

  /** Gives the line to the open leaf; false when it is left to others. */
  function feed(leaf: Leaf, line: MarkdownLine): boolean {
    const taken = takeLine(leaf, line, { index, isMdx })
    if (taken === 'broken') giveUp(leaf)
    else if (taken === 'whole') endLeaf(leaf)
    else if (taken === 'words') open.leaf = paragraphOf(leaf)
    else if (taken === 'not-mine' && leaf.type !== 'table') closeLeaf()
    return taken !== 'not-mine'
  }

  /** The leaf has its last line, but for the tag `<h2>`, whose text may follow. */
  function endLeaf(leaf: Leaf): void {
    const heading = leaf.type === 'flow' ? paragraphOf(leaf) : null
    if (heading?.isRawHeading) open.leaf = heading
    else closeLeaf()
  }

  /** A container of the leaf has ended. True when lines are read again. */
  function leave(leaf: Leaf): boolean {
    if (!isUnfinished(leaf)) return false
    giveUp(leaf)
    return true
  }

  /** Takes the first line of a leaf that never ended for text, and goes on behind it. */
  function giveUp(leaf: Leaf): void {
    burnLeaf(leaf, fuel)
    open.leaf = null
    if (leaf.type === 'module') index = leaf.firstBlank ?? index
    else {
      index = leaf.index
      open.leaf = paragraphOf({ ...leaf, lines: leaf.lines.slice(0, 1) })
    }
  }

  function readContent(line: MarkdownLine, matched: number): void {
    let level = matched
    while (!isBlank(line) && (isMdx || indentOf(line) < CODE_INDENT)) {
      if (level === MAX_DEPTH) passMarks(line)
      const paragraph = open.leaf?.type === 'paragraph' && level === containers.depth() ? open.leaf : null
      const start = { line, text: contentOf(line), level, paragraph }
      if (startLeaf(start)) return
      if (level === MAX_DEPTH || !startContainer(start)) break
      level = containers.depth()
    }
    if (!isBlank(line)) addText(line, level)
  }

  /** The marks of containers that are too deep are no text. */
  function passMarks(line: MarkdownLine): void {
    while (true) {
      const marker = line.text.slice(line.contentAt, line.contentAt + MAX_MARKER_LENGTH)
      const length = marker.startsWith('>') ? 1 : (listMarker(marker)?.length ?? 0)
      if (length === 0) return
      takeContent(line, length)
    }
  }

  function addText(line: MarkdownLine, level: number): void {
    const { leaf } = open
    const text = contentOf(line)
    // A paragraph goes on even where the marks of its containers are left out.
    if (leaf?.type === 'paragraph' || (leaf?.type === 'table' && level === containers.depth())) {
      leaf.lines.push(text)
      return
    }
    enter(level)
    const fresh = containers.fresh()
    if (!isMdx && indentOf(line) >= CODE_INDENT) open.leaf = { type: 'indented', ...place(restOf(line, CODE_INDENT)) }
    else {
      const words = fresh === 'item' ? text.replace(CHECKBOX, '') : text
      open.leaf = paragraphOf({ ...place(words), isAlert: fresh === 'quote' })
    }
  }

  function startLeaf(start: Start): boolean {
    return (
      startHeading(start) || startCode(start) || startHtml(start) || startStatement(start) || startFlow(start) ||
      startMarkup(start) || startTable(start)
    )
  }

  function startHeading({ text, level, paragraph }: Start): boolean {
    const heading = atxHeading(text)
    if (heading !== null) {
      enter(level)
      blocks.push({ type: 'heading', ...heading, ...placed() })
      return true
    }
    const depth = paragraph === null ? null : setextDepth(text)
    if (paragraph !== null && depth !== null) {
      const title = takeDefinitions(paragraph.lines.join('\n'), references)
      open.leaf = null
      if (title.trim() !== '') {
        blocks.push({ type: 'heading', depth, text: title.trim(), line: firstLine + paragraph.index, gap: 'block' })
        return true
      }
    }
    if (!isThematicBreak(text)) return false
    enter(level)
    return true
  }

  function startCode({ line, text, level }: Start): boolean {
    const fence = fenceStart(text) ?? (isMdx ? null : highlightStart(text))
    if (fence === null) return false
    const indent = indentOf(line)
    enter(level)
    open.leaf = { type: 'fence', fence, indent, ...place(null) }
    return true
  }

  function startHtml({ line, text, level }: Start): boolean {
    const html = isMdx ? verbatimStart(text) : htmlStart(text, { isInParagraph: open.leaf?.type === 'paragraph', fuel })
    if (html === null) return false
    enter(level)
    open.leaf = { type: 'html', mark: html.mark, inComment: endsInComment(text) ?? false, ...placeFlow(restOf(line)) }
    if (html.isOneLine || (html.mark !== null && text.toLowerCase().includes(html.mark))) closeLeaf()
    return true
  }

  /** Imports and exports; Docusaurus reads imports in `.md` files too. */
  function startStatement({ line, text, level, paragraph }: Start): boolean {
    if (level > 0 || paragraph !== null || indentOf(line) > 0) return false
    if (!isMdx) return isImportLine(text)
    if (!startsStatement(text)) return false
    enter(0)
    const scanner = createJsxScanner('module')
    scanner.feed(text, 0)
    if (!fuel.isEmpty()) open.leaf = { type: 'module', scanner, firstBlank: null, ...placeFlow(text) }
    return true
  }

  /** Tags and expressions of MDX that stand by themselves. */
  function startFlow({ text, level, paragraph }: Start): boolean {
    const scanner = isMdx ? createFlowScanner(text, 0) : null
    if (scanner === null || paragraph?.isRawHeading) return false
    const flow: Leaf & { readonly type: 'flow' } = { type: 'flow', scanner, ...placeFlow(text) }
    const taken = takeFlow(flow, 1)
    const isOpen = taken === 'more' && paragraph === null && !fuel.isEmpty()
    if (taken !== 'whole' && !isOpen) return false
    enter(level)
    open.leaf = { ...flow, gap: containers.gap() }
    if (taken === 'whole') endLeaf(open.leaf)
    return true
  }

  /** Lines of site generators. */
  function startMarkup({ text, level }: Start): boolean {
    if (!MARKUP_START.test(text)) return false
    const directive = directiveLine(text)
    const length = text.trimEnd().length
    const isShortcode = !isMdx && endOfShortcode(text, 0, fuel) === length
    const isMark = isPlaceholder(text) || (!isMdx && readAttributeList(text, 0)?.end === length)
    if (directive === null && !isShortcode && !isMark) return false
    enter(level)
    if (isShortcode) blocks.push({ type: 'paragraph', text, isFlow: true, line: firstLine + index, gap: containers.gap() })
    else if (directive !== null) addTitle(directive.title)
    return true
  }

  function startTable({ text, paragraph }: Start): boolean {
    const header = paragraph?.lines[paragraph.lines.length - 1]
    if (paragraph === null || header === undefined || !isDelimiterRow(text, header)) return false
    paragraph.lines.pop()
    closeLeaf()
    const gap = paragraph.lines.length === 0 ? paragraph.gap : 'block'
    open.leaf = { type: 'table', lines: [header], index: index - 1, gap }
    return true
  }

  function startContainer({ line, text, level, paragraph }: Start): boolean {
    const indent = indentOf(line)
    if (text[0] === '>') {
      enter(level)
      takeContent(line, 1)
      takeIndent(line, 1)
      containers.pushQuote()
      return true
    }
    if (startItem({ line, text, level, paragraph })) return true
    const footnote = footnoteDefinition(text)
    if (footnote !== null) {
      enter(level)
      footnotes.add(normalizeLabel(footnote.label))
      takeContent(line, footnote.length)
      takeIndent(line, indentOf(line))
      containers.pushIndented(CODE_INDENT)
      return true
    }
    const admonition = isMdx ? null : indentedAdmonition(text)
    if (admonition === null) return false
    enter(level)
    addTitle(admonition.title)
    takeContent(line, text.length)
    containers.pushIndented(indent + CODE_INDENT)
    return true
  }

  function startItem({ line, text, level, paragraph }: Start): boolean {
    const marker = listMarker(text) ?? (isMdx ? null : termDefinition(text))
    if (marker === null || (paragraph !== null && !marker.canInterrupt)) return false
    const hasSibling = containers.isItem(level, marker.kind)
    const indent = indentOf(line) + marker.length
    enter(level)
    takeContent(line, marker.length)
    const isEmpty = isBlank(line)
    // Code in an item starts one column behind the marker.
    const gap = isEmpty || (!isMdx && indentOf(line) > CODE_INDENT) ? 1 : indentOf(line)
    takeIndent(line, gap)
    containers.pushItem({ kind: marker.kind, indent: indent + gap, isEmpty, hasSibling })
    return true
  }

  /** Closes the open leaf and all containers but the outermost `level`. */
  function enter(level: number): void {
    closeLeaf()
    containers.keep(level)
  }

  function closeLeaf(): void {
    const { leaf } = open
    open.leaf = null
    if (leaf === null || leaf.type === 'module') return
    if (leaf.type === 'paragraph') return addParagraph(leaf)
    const at = { line: firstLine + leaf.index, gap: leaf.gap }
    if (leaf.type === 'table') blocks.push({ type: 'table', rows: leaf.lines, ...at })
    else {
      const text = leaf.type === 'html' ? htmlOf(leaf) : leaf.lines.join('\n')
      const info = leaf.type === 'fence' ? leaf.fence.info : ''
      const isCode = leaf.type === 'fence' || leaf.type === 'indented'
      blocks.push(isCode ? { type: 'code', text, info, ...at } : { type: 'paragraph', text, isFlow: true, ...at })
    }
  }

  function addParagraph({ lines: own, index: first, gap, isAlert }: Paragraph): void {
    const paragraph = takeDefinitions(own.join('\n'), references).trimEnd()
    const alert = isAlert ? alertLine(paragraph) : null
    const at = { line: firstLine + first, gap, isFlow: false }
    if (alert?.title) blocks.push({ type: 'paragraph', text: alert.title, ...at })
    const words = alert === null ? paragraph : paragraph.slice(alert.length).trim()
    if (words !== '') blocks.push({ type: 'paragraph', text: words, ...at })
  }

  function addTitle(title: string | null): void {
    if (title !== null) blocks.push({ type: 'paragraph', text: title, isFlow: false, ...placed() })
  }

  /** Where a block that opens on this line stands. */
  function placed() {
    const gap = containers.gap()
    containers.settle()
    return { line: firstLine + index, gap }
  }

  function place(first: string | null) {
    return { lines: first === null ? [] : [first], index, gap: placed().gap }
  }

  /** Tags often give no text: what follows them is still the first in its item. */
  function placeFlow(first: string) {
    return { lines: [first], index, gap: containers.gap() }
  }

  while (true) {
    for (; index < lines.length; index += 1) readLine(createLine(lines[index]!))
    if (open.leaf === null || !isUnfinished(open.leaf)) break
    giveUp(open.leaf)
    index += 1
  }
  closeLeaf()
  return { blocks, references, footnotes }
}
