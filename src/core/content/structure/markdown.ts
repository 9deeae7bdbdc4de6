/**
 * The document tree of a section -> Markdown for models and agents: CommonMark with tables, task lists, strikethrough,
 * footnotes and alerts of GitHub, and tags for tabs and details. Text is not escaped, so that every literal in it stays
 * as it is. A range of the text can be rendered alone: a table in it repeats its header, a nested list the item that it
 * belongs to.
 */
import { codeBlock, inlineCode, shorten } from '../../base/text.ts'
import type { LineRanges } from './element.ts'
import { type Element, type Node, parseTree, type StructuredText } from './tree.ts'

/** UTF-16 units of an item that are repeated above the rest of its list. */
const MAX_REPEATED_LENGTH = 200

/** A range of a section's text, in UTF-16 units. */
interface MarkdownRange {
  /** Default: 0. */
  readonly from?: number
  /** Default: the end of the text. */
  readonly to?: number
}

const isParagraph = ({ type }: Node) => type === 'paragraph'

/** The Markdown of a section, or of a range of it. */
export function formatMarkdown(section: StructuredText, range?: MarkdownRange): string {
  return formatTree(parseTree(section), section.text, range)
}

/** The same of a section whose tree is parsed. */
export function formatTree(tree: readonly Node[], text: string, range: MarkdownRange = {}): string {
  return formatBlocks(tree, { text, from: 0, to: text.length, ...range }).trim()
}

/** The range that is rendered, and the text of the section. */
interface Range extends Required<MarkdownRange> {
  readonly text: string
}

function isIn({ start, end }: Node, { from, to }: Range): boolean {
  return (start < to && end > from) || (start === end && start >= from && start <= to)
}

function sliceOf({ start, end }: Node, { text, from, to }: Range): string {
  return text.slice(Math.max(start, from), Math.min(end, to))
}

function nodesIn(nodes: readonly Node[], range: Range): readonly Node[] {
  return nodes.filter((node) => isIn(node, range))
}

function formatBlocks(nodes: readonly Node[], range: Range, between = '\n\n'): string {
  return nodesIn(nodes, range).map((node) => formatBlock(node, range)).filter((block) => block !== '').join(between)
}

function formatBlock(node: Node, range: Range): string {
  switch (node.type) {
    case 'paragraph': return formatInlines(node.children, range)
    case 'heading': return `${'#'.repeat(node.depth)} ${formatInlines(node.children, range)}`
    case 'list': return formatList(node, node.first, range)
    case 'definitions': return nodesIn(node.children, range).map((child) => formatDefinition(child, range)).join('\n')
    case 'table': return formatTable(node, range)
    case 'code': return formatCode(node, range)
    case 'quote': return indent(formatBlocks(node.children, range), '> ')
    case 'callout': return formatCallout(node, node.kind, range)
    case 'details': {
      const { title, content } = splitTitle(node, range)
      return `<details>\n<summary>${title}</summary>\n\n${formatBlocks(content, range)}\n\n</details>`
    }
    case 'tabs': {
      const tabs = nodesIn(node.children, range).map((tab) => formatTab(tab, range))
      return `<tabs>\n${tabs.join('\n')}\n</tabs>`
    }
    case 'footnote': return `[^${node.label}]: ${indentRest(formatBlocks(node.children, range), '    ')}`
    case 'title': return formatInlines(node.children, range)
    case 'figure': return formatBlocks(node.children, range)
    default: return formatInline(node, range)
  }
}

function formatList({ children }: Element, first: number | null, range: Range): string {
  const isLoose = children.some((item) => item.type === 'item' && item.children.filter(isParagraph).length > 1)
  const items = children.flatMap((item, i) => {
    if (item.type !== 'item' || !isIn(item, range)) return []
    const marker = first === null ? '- ' : `${first + i}. `
    return marker + indentRest(formatItem(item, item.isDone, range), ' '.repeat(marker.length))
  })
  return items.join(isLoose ? '\n\n' : '\n')
}

function formatItem({ children }: Element, isDone: boolean | null, range: Range): string {
  const task = isDone === null ? '' : isDone ? '[x] ' : '[ ] '
  const [first] = children
  const isCutOff = first?.type === 'paragraph' && first.end <= range.from
  const above = isCutOff ? range.text.slice(first.start, first.end) : ''
  const repeated = isCutOff ? `${shorten(above, MAX_REPEATED_LENGTH, ' …')}\n` : ''
  const isTight = children.every((child) => child.type === 'paragraph' || child.type === 'list')
  const isPlain = isTight && children.filter(isParagraph).length <= 1
  return task + repeated + formatBlocks(children, range, isPlain ? '\n' : '\n\n')
}

function formatDefinition(node: Node, range: Range): string {
  if (node.type === 'term') return formatInlines(node.children, range)
  if (node.type !== 'definition') return formatBlock(node, range)
  return `: ${indentRest(formatBlocks(node.children, range), '  ')}`
}

function formatTable({ children }: Element, range: Range): string {
  const rows = children.filter((row) => row.type === 'row')
  const [first] = rows
  if (first === undefined) return ''
  const body = rows.filter((row) => isIn(row, range) && row !== first)
  const columns = [first, ...body].reduce((most, row) => Math.max(most, row.children.length), 0)
  const isHeaderShown = isIn(first, range) || first.isHeader
  const whole = { ...range, from: 0, to: range.text.length }
  const header = isHeaderShown ? first.children.map((cell) => formatCell(cell, whole)) : []
  const lines = body.map((row) => row.children.map((cell) => formatCell(cell, range)))
  const [head, rest] = first.isHeader || !isHeaderShown ? [header, lines] : [[], [header, ...lines]]
  // The rows below may be shorter: they are many, and one may be very long.
  const named = Array.from({ length: columns }, (_, i) => head[i] ?? '')
  return [named, named.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function formatCell(cell: Node, range: Range): string {
  const content = cell.type === 'cell' ? formatBlocks([{ ...cell, type: 'paragraph' }], range) : ''
  return content.replaceAll('|', '\\|').replace(/(?<!\s)\s*\n\s*/g, ' ')
}

function formatCode(node: Element & { readonly type: 'code' }, range: Range): string {
  const { lang, inserted, deleted, start } = node
  const code = sliceOf(node, range)
  if (inserted.length + deleted.length === 0) return codeBlock(code.replace(/\n$/, ''), lang ?? '')
  const skipped = start < range.from ? range.text.slice(start, range.from).split('\n').length - 1 : 0
  const lines = code.split('\n')
  const signs = lines.map(() => ' ')
  const markings: readonly (readonly [LineRanges, string])[] = [[deleted, '-'], [inserted, '+']]
  for (const [ranges, sign] of markings) {
    for (const [first, last] of ranges) signs.fill(sign, Math.max(0, first - 1 - skipped), Math.max(0, last - skipped))
  }
  const marked = lines.map((line, i) => `${signs[i]} ${line}`).join('\n')
  return codeBlock(marked, lang === null ? 'diff' : `diff lang=${lang}`)
}

function formatCallout(node: Element, kind: string, range: Range): string {
  const { title, content } = splitTitle(node, range)
  const head = `[!${kind.toUpperCase()}]${title === '' ? '' : ` ${title}`}`
  return indent([head, formatBlocks(content, range)].filter((part) => part !== '').join('\n'), '> ')
}

function formatTab(node: Node, range: Range): string {
  if (node.type !== 'tab') return ''
  const { title, content } = splitTitle(node, range)
  return `<tab label="${title.replaceAll('"', "'")}">\n\n${formatBlocks(content, range)}\n\n</tab>`
}

function splitTitle(
  { children }: Element,
  range: Range,
): { readonly title: string; readonly content: readonly Node[] } {
  const titles = children.filter(({ type }) => type === 'title')
  return { title: formatBlocks(titles, range, ' '), content: children.filter(({ type }) => type !== 'title') }
}

function formatInlines(nodes: readonly Node[], range: Range): string {
  return nodesIn(nodes, range).map((node) => formatInline(node, range)).join('')
}

function formatInline(node: Node, range: Range): string {
  if (node.type === 'text') return sliceOf(node, range).replaceAll('\n', '  \n')
  if (node.type === 'inline-code') return inlineCode(sliceOf(node, range))
  const content = formatInlines(node.children, range)
  switch (node.type) {
    case 'emphasis': return `*${content}*`
    case 'strong': return `**${content}**`
    case 'deleted': return `~~${content}~~`
    case 'link': return `[${content}](${formatAddress(node.href)})`
    case 'image': return `![${content}](${formatAddress(node.src)})`
    case 'footnote-reference': return `[^${node.label}]`
    default: return content
  }
}

/** An address that ends where the link does. */
function formatAddress(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address
}

function indent(block: string, by: string): string {
  return block.split('\n').map((line) => (line === '' ? by.trimEnd() : by + line)).join('\n')
}

function indentRest(block: string, by: string): string {
  return block.replace(/\n(?!\n)/g, `\n${by}`)
}
