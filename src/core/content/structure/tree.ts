/**
 * The text and the structure of a section -> its document tree, the form that renderers read. Text right inside a block
 * is put into paragraphs, which the structure doesn't record: an empty line separates them.
 */
import { type ElementStart, HOLDS_TEXT, isInline, ONLY_CHILD } from './element.ts'
import { type ElementRange, parseElements, type TextRange } from './encoding.ts'

/** A section's plain text and its structure. */
export interface StructuredText {
  readonly text: string
  /** As `structure-writer` gives it; empty for plain paragraphs. */
  readonly structure: string
}

/** A run of plain text; its line breaks are those of the page. */
export type TextNode = TextRange & { readonly type: 'text' }

/** An element with the nodes inside, in the order of the text. */
export type Element = ElementStart & TextRange & { readonly children: readonly Node[] }

/**
 * One node of the tree. Blocks hold blocks; paragraphs, between two empty lines or blocks, headings, titles, terms,
 * cells and inline elements hold text and inline elements; code holds text.
 */
export type Node = TextNode | (TextRange & { readonly type: 'paragraph'; readonly children: readonly Node[] }) | Element

/** Text between the white space that separates blocks, cells and lines. */
const WORDS = /[^ \t\n](?:[^]*[^ \t\n])?/

/**
 * The blocks of the section. Elements of a file may be nested to any depth. One whose start, with its title, is in the
 * section above leaves the blocks in it.
 */
export function parseTree({ text, structure }: StructuredText): readonly Node[] {
  const nodes: Node[] = []
  /** Elements that may have more children. */
  const open: { readonly range: ElementRange; readonly children: Node[] }[] = []
  /** End of the text that is in a node. */
  let last = 0

  const add = (node: Node) => void (open.at(-1)?.children ?? nodes).push(node)

  function addText(end: number): void {
    if (end > last) add({ type: 'text', start: last, end })
    last = Math.max(last, end)
  }

  function closeTo(level: number): void {
    for (let inner = open.at(-1); inner !== undefined && open.length > level; inner = open.at(-1)) {
      const { range: { element, start, end }, children } = inner
      addText(end)
      open.pop()
      if ('isContinued' in element) {
        // Tabs that start in this section.
        const tabs = children.filter(({ type }) => type === 'tab')
        const [first] = tabs
        children.slice(0, first && children.indexOf(first)).forEach(add)
        if (first !== undefined) add({ type: 'tabs', start: first.start, end, children: tabs })
      } else add({ ...element, start, end, children: childrenOf(element, children, text) })
    }
  }

  for (const range of parseElements(structure)) {
    closeTo(range.level)
    addText(range.start)
    open.push({ range, children: [] })
  }
  closeTo(0)
  addText(text.length)
  return toBlocks(nodes, text)
}

function childrenOf({ type }: ElementStart, children: readonly Node[], text: string): readonly Node[] {
  if (type === 'code' || isInline(type)) return children
  if (HOLDS_TEXT.has(type)) return trimEdges(children, text)
  // Between items, rows and cells there are only separators.
  if (ONLY_CHILD[type] !== undefined) return children.filter((child) => child.type !== 'text')
  return toBlocks(children, text)
}

/** Puts text and inline elements into paragraphs. */
function toBlocks(nodes: readonly Node[], text: string): readonly Node[] {
  const blocks: Node[] = []
  let open: Node[] = []

  function closeParagraph(): void {
    const children = trimEdges(open, text)
    const [first, last] = [children[0], children.at(-1)]
    if (first !== undefined && last !== undefined) {
      blocks.push({ type: 'paragraph', start: first.start, end: last.end, children })
    }
    open = []
  }

  for (const node of nodes) {
    if (node.type === 'text') {
      for (const [i, range] of splitParagraphs(node, text).entries()) {
        if (i > 0) closeParagraph()
        open.push({ type: 'text', ...range })
      }
    } else if (isInline(node.type)) open.push(node)
    else {
      closeParagraph()
      blocks.push(node)
    }
  }
  closeParagraph()
  return blocks
}

function splitParagraphs({ start, end }: TextRange, text: string): TextRange[] {
  let at = start
  return text.slice(start, end).split('\n\n').map(({ length }) => {
    const range = { start: at, end: at + length }
    at = range.end + 2
    return range
  })
}

/** The nodes without the separators before the first and after the last. */
function trimEdges(nodes: readonly Node[], text: string): readonly Node[] {
  const wordsOf = ({ start, end }: TextRange) => WORDS.exec(text.slice(start, end))
  const isKept = (node: Node) => node.type !== 'text' || wordsOf(node) !== null
  const trimmed = nodes.slice(0, nodes.findLastIndex(isKept) + 1)
  trimmed.splice(0, trimmed.findIndex(isKept))
  return trimmed.map((node, index) => {
    const isLast = index === trimmed.length - 1
    const words = node.type === 'text' && (index === 0 || isLast) ? wordsOf(node) : null
    if (words === null) return node
    const start = node.start + words.index
    return { ...node, start: index === 0 ? start : node.start, end: isLast ? start + words[0].length : node.end }
  })
}
