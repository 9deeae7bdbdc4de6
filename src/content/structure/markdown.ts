/**
 * The document tree of a section -> Markdown for models and agents: CommonMark
 * with tables, task lists, strikethrough, footnotes and alerts of GitHub, and
 * tags for tabs and details. Text is not escaped, so that every literal in it
 * stays as it is. A range of the text can be rendered alone: a table in it
 * repeats its header, a nested list the item that it belongs to.
 */
import type { LineRanges } from './element.ts'
import { type Element, type Node, parseTree, type StructuredText } from './tree.ts'

/** UTF-16 units of an item that are repeated above the rest of its list. */
const MAX_REPEATED_LENGTH = 200

/** A range of a section's text, in UTF-16 units. */
export interface MarkdownRange {
  /** Default: 0. */
  readonly from?: number
  /** Default: the end of the text. */
  readonly to?: number
  /** True if headers and items above the range are repeated. Default: true. */
  readonly repeats?: boolean
}

/** A function that renders ranges of one section. */
export type RenderMarkdown = (range?: MarkdownRange) => string

/** Code between runs of backticks longer than any run in it. */
export function formatInlineCode(code: string): string {
  const ticks = backticks(code, 1)
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return ticks + space + code + space + ticks
}

/** A fenced code block; `info` is its info string. */
export function formatCodeBlock(code: string, info: string): string {
  const fence = backticks(code, 3)
  return `${fence}${info}\n${code.replace(/\n$/, '')}\n${fence}`
}

/** The Markdown of a whole section. */
export function formatMarkdown(section: StructuredText): string {
  return createMarkdownRenderer(section)()
}

/** A renderer for the ranges of a section. */
export function createMarkdownRenderer(section: StructuredText): RenderMarkdown {
  const { text } = section
  const tree = parseTree(section)
  return ({ from = 0, to = text.length, repeats = true } = {}) =>
    createRangeRenderer(text, { from, to, repeats })(tree).trim()
}

function createRangeRenderer(
  text: string,
  { from, to, repeats }: Required<MarkdownRange>,
): (nodes: readonly Node[]) => string {
  const isIn = ({ start, end }: Node) => start < to && end > from || (start === end && start >= from && start <= to)
  const slice = (start: number, end: number) => text.slice(Math.max(start, from), Math.min(end, to))

  function formatBlocks(nodes: readonly Node[], between = '\n\n'): string {
    return nodes.filter(isIn).map(formatBlock).filter((block) => block !== '').join(between)
  }

  function formatBlock(node: Node): string {
    switch (node.type) {
      case 'paragraph': return formatInlines(node.children)
      case 'heading': return `${'#'.repeat(node.depth)} ${formatInlines(node.children)}`
      case 'list': return formatList(node, node.first)
      case 'definitions': return node.children.filter(isIn).map(formatDefinition).join('\n')
      case 'table': return formatTable(node)
      case 'code': return formatCode(node)
      case 'quote': return indent(formatBlocks(node.children), '> ')
      case 'callout': return formatCallout(node, node.kind)
      case 'details': {
        const { title, content } = splitTitle(node)
        return `<details>\n<summary>${title}</summary>\n\n${formatBlocks(content)}\n\n</details>`
      }
      case 'tabs': return `<tabs>\n${node.children.filter(isIn).map(formatTab).join('\n')}\n</tabs>`
      case 'footnote': return `[^${node.label}]: ${indentRest(formatBlocks(node.children), '    ')}`
      case 'title': return formatInlines(node.children)
      case 'figure': return formatBlocks(node.children)
      default: return formatInline(node)
    }
  }

  function formatList({ children }: Element, first: number | null): string {
    const isLoose = children.some((item) => item.type === 'item' && item.children.filter(isParagraph).length > 1)
    const items = children.map((item, i) => {
      if (!isIn(item)) return null
      const marker = first === null ? '- ' : `${first + i}. `
      return item.type === 'item' ? marker + indentRest(formatItem(item, item.isDone), ' '.repeat(marker.length)) : null
    })
    return items.filter((item) => item !== null).join(isLoose ? '\n\n' : '\n')
  }

  function formatItem({ children }: Element, isDone: boolean | null): string {
    const task = isDone === null ? '' : isDone ? '[x] ' : '[ ] '
    const [first] = children
    const isCutOff = repeats && first?.type === 'paragraph' && first.end <= from
    const repeated = isCutOff ? `${shorten(text.slice(first.start, first.end))}\n` : ''
    const isTight = children.every((child) => child.type === 'paragraph' || child.type === 'list')
    const isPlain = isTight && children.filter(isParagraph).length <= 1
    return task + repeated + formatBlocks(children, isPlain ? '\n' : '\n\n')
  }

  function formatDefinition(node: Node): string {
    if (node.type === 'term') return formatInlines(node.children)
    return node.type === 'definition' ? `: ${indentRest(formatBlocks(node.children), '  ')}` : formatBlock(node)
  }

  function formatTable({ children }: Element): string {
    const rows = children.filter((row) => row.type === 'row')
    const [first] = rows
    if (first === undefined) return ''
    const body = rows.filter((row) => isIn(row) && row !== first)
    const columns = Math.max(...[first, ...body].map((row) => row.children.length))
    const isHeaderShown = isIn(first) || (repeats && first.isHeader)
    const whole = createRangeRenderer(text, { from: 0, to: text.length, repeats })
    const header = !isHeaderShown ? [] : first.children.map((cell) => formatCell(cell, whole))
    const lines = body.map((row) => row.children.map((cell) => formatCell(cell, formatBlocks)))
    const [head, rest] = first.isHeader || !isHeaderShown ? [header, lines] : [[], [header, ...lines]]
    const rule = Array.from({ length: columns }, () => '---')
    return [head, rule, ...rest].map((cells) => formatRow(cells, columns)).join('\n')
  }

  function formatCell(cell: Node, format: (nodes: readonly Node[]) => string): string {
    const content = cell.type === 'cell' ? format([{ ...cell, type: 'paragraph' }]) : ''
    return content.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
  }

  function formatCode({ start, end, ...node }: Element): string {
    if (node.type !== 'code') return ''
    const code = slice(start, end)
    const { lang, inserted, deleted } = node
    if (inserted.length + deleted.length === 0) return formatCodeBlock(code, lang ?? '')
    const skipped = start < from ? text.slice(start, from).split('\n').length - 1 : 0
    const isMarked = (ranges: LineRanges, line: number) => ranges.some(([first, last]) => first <= line && line <= last)
    const lines = code.split('\n').map((line, i) => {
      const number = i + 1 + skipped
      return `${isMarked(inserted, number) ? '+' : isMarked(deleted, number) ? '-' : ' '} ${line}`
    })
    return formatCodeBlock(lines.join('\n'), lang === null ? 'diff' : `diff lang=${lang}`)
  }

  function formatCallout(node: Element, kind: string): string {
    const { title, content } = splitTitle(node)
    const head = `[!${kind.toUpperCase()}]${title === '' ? '' : ` ${title}`}`
    return indent([head, formatBlocks(content)].filter((part) => part !== '').join('\n'), '> ')
  }

  function formatTab(node: Node): string {
    if (node.type !== 'tab') return ''
    const { title, content } = splitTitle(node)
    return `<tab label="${title.replaceAll('"', "'")}">\n\n${formatBlocks(content)}\n\n</tab>`
  }

  function splitTitle({ children }: Element): { readonly title: string; readonly content: readonly Node[] } {
    const titles = children.filter(({ type }) => type === 'title')
    return { title: formatBlocks(titles, ' '), content: children.filter(({ type }) => type !== 'title') }
  }

  function formatInlines(nodes: readonly Node[]): string {
    return nodes.filter(isIn).map(formatInline).join('')
  }

  function formatInline(node: Node): string {
    if (node.type === 'text') return slice(node.start, node.end).replaceAll('\n', '  \n')
    if (node.type === 'inline-code') return formatInlineCode(slice(node.start, node.end))
    const content = formatInlines(node.children)
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

  return (nodes) => formatBlocks(nodes)
}

function shorten(text: string): string {
  return text.length <= MAX_REPEATED_LENGTH ? text : `${text.slice(0, MAX_REPEATED_LENGTH).toWellFormed()} …`
}

function isParagraph({ type }: Node): boolean {
  return type === 'paragraph'
}

function formatRow(cells: readonly string[], columns: number): string {
  return `| ${Array.from({ length: columns }, (_, i) => cells[i] ?? '').join(' | ')} |`
}

/** An address that ends where the link does. */
function formatAddress(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, '')}>` : address
}

function backticks(code: string, least: number): string {
  const runs = code.match(/`+/g) ?? []
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), least))
}

function indent(block: string, by: string): string {
  return block.split('\n').map((line) => (by + line).trimEnd()).join('\n')
}

function indentRest(block: string, by: string): string {
  return block.replaceAll('\n', `\n${by}`).replace(/\n +(?=\n)/g, '\n')
}
