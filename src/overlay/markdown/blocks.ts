/**
 * Markdown of an answer -> blocks -> elements. Blocks are found first and read
 * one by one, so that of a text that grows only the last ones are read again.
 * Nothing in it is an error: what is no construct is text.
 */
import { parseInline } from './inline.ts'
import type { MarkdownElement, MarkdownNode, MarkdownOptions } from './element.ts'

/** Lists and quotes in each other; what is nested deeper is a paragraph. */
const MAX_NESTING = 8

const BULLET = '[-*+]'
const NUMBER = '\\d{1,9}[.)]'
/** A paragraph ends before it. */
const START = ' {0,3}(?:#{1,6} |>|```|~~~|[-*+] |1[.)] |\\|)'
/** Items, what is indented below them, and lines that go on without a break. */
const listPattern = (mark: string): string => ` *${mark} [^\\n]*(?:\\n+(?:  | ?${mark} )[^\\n]*|\\n(?!${START})[^\\n]+)*`

const BLOCK = new RegExp(
  [
    ' {0,3}(?<fence>`{3,}(?=[^`\\n]*$)|~{3,})[^\\n]*(?<code>(?:\\n(?! {0,3}\\k<fence>[`~]* *$)[^\\n]*)*)(?:\\n[^\\n]*)?',
    ' {0,3}#{1,6} +(?<heading>[^\\n]*)',
    ' {0,3}(?<rule>[-*_])(?: *\\k<rule>){2,99} *$',
    `(?<bullets>${listPattern(BULLET)})`,
    `(?<numbers>${listPattern(NUMBER)})`,
    '(?<quote> {0,3}>[^\\n]*(?:\\n {0,3}>[^\\n]*)*)',
    // The head, the line of dashes, and all lines up to a blank one.
    '(?<table>[^\\n|]*\\|[^\\n]*\\n *[|:-][|: -]{1,300}(?:\\n[^\\n]+)*$)',
    `(?<text>[^\\n]+(?:\\n(?!${START})[^\\n]+)*)`,
  ].map((block) => `^${block}`).join('|'),
  'gm',
)

export interface Block {
  /** As it is written. */
  readonly text: string
  readonly read: (options: MarkdownOptions) => MarkdownElement
}

/** The blocks of a text, in order. */
export function findBlocks(markdown: string): readonly Block[] {
  return blocksOf(markdown.replaceAll('\r', '').replaceAll('\t', '    ').replace(/^ +$/gm, ''), 0)
}

function blocksOf(markdown: string, depth: number): readonly Block[] {
  return [...markdown.matchAll(BLOCK)].map(({ 0: text, groups = {} }) => ({
    text,
    read: (options) => elementOf(depth > MAX_NESTING ? { text } : groups, depth, options),
  }))
}

function elementOf(found: Readonly<Record<string, string | undefined>>, depth: number, options: MarkdownOptions): MarkdownElement {
  const { code, heading, rule, bullets, numbers, quote, table, text = '' } = found
  const inline = (part: string): readonly MarkdownNode[] => parseInline(part.trim(), options)
  const inside = (part: string): readonly MarkdownElement[] => blocksOf(part, depth + 1).map(({ read }) => read(options))
  if (code !== undefined) return { tag: 'pre', children: [code.slice(1)] }
  if (heading !== undefined) return { tag: 'h3', children: inline(heading) }
  if (rule !== undefined) return { tag: 'hr', children: [] }
  if (bullets !== undefined) return { tag: 'ul', children: itemsOf(bullets, BULLET, inside) }
  if (numbers !== undefined) return { tag: 'ol', start: parseInt(numbers), children: itemsOf(numbers, NUMBER, inside) }
  if (quote !== undefined) return { tag: 'blockquote', children: inside(quote.replace(/^ *> ?/gm, '')) }
  if (table === undefined) return { tag: 'p', children: inline(text.replace(/^ +/gm, '')) }
  const [names = [], , ...rows] = table.split('\n').map((line) => line.trim().replace(/^\||(?<!\\)\|$/g, '').split(/(?<!\\)\|/))
  const cellOf = (tag: 'th' | 'td', cell = ''): MarkdownElement => ({ tag, children: inline(cell.replaceAll('\\|', '|')) })
  return { tag: 'table', children: [
    { tag: 'tr', children: names.map((name) => cellOf('th', name)) },
    ...rows.map((cells): MarkdownElement => ({ tag: 'tr', children: names.map((_, column) => cellOf('td', cells[column])) })),
  ] }
}

function itemsOf(list: string, mark: string, inside: (part: string) => readonly MarkdownElement[]): readonly MarkdownElement[] {
  const indent = list.search(/\S/)
  const items = list.split(new RegExp(`\\n+(?= {${indent},${indent + 1}}${mark} )`))
  return items.map((item) => {
    const width = /^ *\S+ +/.exec(item)?.[0].length ?? 0
    const blocks = inside(item.slice(width).replace(new RegExp(`^ {1,${width}}`, 'gm'), ''))
    // A paragraph that an item begins with is its own text.
    const ownText = (block: MarkdownElement, i: number): readonly MarkdownNode[] => (i === 0 && block.tag === 'p' ? block.children : [block])
    return { tag: 'li', children: blocks.flatMap(ownText) }
  })
}
