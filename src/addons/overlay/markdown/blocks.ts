/**
 * Markdown of an answer -> blocks -> elements. Blocks are found first and parsed
 * one by one, so that only the last ones of a growing text are parsed again.
 * Nothing in it is an error: text that is no construct stays text.
 */
import { type MarkdownElement, type MarkdownNode, type MarkdownOptions, parseInline } from './inline.ts'

/** Depth of lists and quotes in each other; deeper ones are paragraphs. */
const MAX_NESTING = 8

const BULLET = '[-*+]'
const NUMBER = '\\d{1,9}[.)]'
/** The start of a line that ends a paragraph. */
const START = ' {0,3}(?:#{1,6} |>|```|~~~|[-*+] |1[.)] |\\|)'
/** Items with their indented lines, and lines that continue a paragraph. */
const listPattern = (mark: string): string => ` *${mark} [^\\n]*(?:\\n+(?:  | ?${mark} )[^\\n]*|\\n(?!${START})[^\\n]+)*`

const BLOCK = new RegExp(
  [
    ' {0,3}(?<fence>`{3,}(?=[^`\\n]*$)|~{3,}) *(?<lang>[\\w+#-]{0,30})[^\\n]*(?<code>(?:\\n(?! {0,3}\\k<fence>[`~]* *$)[^\\n]*)*)(?:\\n[^\\n]*)?',
    ' {0,3}#{1,6} +(?<heading>[^\\n]*)',
    ' {0,3}(?<rule>[-*_])(?: *\\k<rule>){2,99} *$',
    `(?<bullets>${listPattern(BULLET)})`,
    `(?<numbers>${listPattern(NUMBER)})`,
    '(?<quote> {0,3}>[^\\n]*(?:\\n {0,3}>[^\\n]*)*)',
    // The head, the delimiter row, and all lines up to a blank one.
    '(?<table>[^\\n|]*\\|[^\\n]*\\n *[|:-][|: -]{1,300}(?:\\n[^\\n]+)*$)',
    `(?<text>[^\\n]+(?:\\n(?!${START})[^\\n]+)*)`,
  ].map((block) => `^${block}`).join('|'),
  'gm',
)

/** One block, found but not parsed yet. */
export interface Block {
  /** Its source. */
  readonly text: string
  readonly read: (options: MarkdownOptions) => MarkdownElement
}

/** The blocks of a text, in order. */
export function findBlocks(markdown: string): readonly Block[] {
  return blocksOf(markdown.replaceAll('\r', '').replaceAll('\t', '    ').replace(/^ +$/gm, ''), 0)
}

/** Named groups of a match, one for each construct. */
type Groups = Readonly<Record<string, string | undefined>>

function blocksOf(markdown: string, depth: number): readonly Block[] {
  return [...markdown.matchAll(BLOCK)].map(({ 0: text, groups = {} }) => ({
    text,
    read: (options) => elementOf(depth > MAX_NESTING ? { text } : groups, depth, options),
  }))
}

function elementOf(groups: Groups, depth: number, options: MarkdownOptions): MarkdownElement {
  const { code, lang = '', heading, rule, bullets, numbers, quote, table, text = '' } = groups
  const inline = (part: string): readonly MarkdownNode[] => parseInline(part.trim(), options)
  const inside = (part: string): readonly MarkdownElement[] =>
    blocksOf(part, depth + 1).map(({ read }) => read(options))
  if (code !== undefined) return { tag: 'pre', lang, children: [code.slice(1)] }
  if (heading !== undefined) return { tag: 'h3', children: inline(heading) }
  if (rule !== undefined) return { tag: 'hr', children: [] }
  if (bullets !== undefined) return { tag: 'ul', children: itemsOf(bullets, BULLET, inside) }
  if (numbers !== undefined) return { tag: 'ol', start: parseInt(numbers), children: itemsOf(numbers, NUMBER, inside) }
  if (quote !== undefined) return { tag: 'blockquote', children: inside(quote.replace(/^ *> ?/gm, '')) }
  if (table === undefined) return { tag: 'p', children: inline(text.replace(/^ +/gm, '')) }
  const cellsOf = (line: string): readonly string[] =>
    line.trim().replace(/^\||(?<!\\)\|$/g, '').split(/(?<!\\)\|/)
  const [names = [], , ...rows] = table.split('\n').map(cellsOf)
  const rowOf = (tag: 'th' | 'td', cells: readonly string[]): MarkdownElement => ({
    tag: 'tr',
    // Short rows stay short: a head of many names must not multiply with the rows.
    children: cells.slice(0, names.length).map((cell) => ({ tag, children: inline(cell.replaceAll('\\|', '|')) })),
  })
  return { tag: 'table', children: [rowOf('th', names), ...rows.map((cells) => rowOf('td', cells))] }
}

function itemsOf(
  list: string,
  mark: string,
  inside: (part: string) => readonly MarkdownElement[],
): readonly MarkdownElement[] {
  const indent = list.search(/\S/)
  const items = list.split(new RegExp(`\\n+(?= {${indent},${indent + 1}}${mark} )`))
  return items.map((item) => {
    const width = /^ *\S+ +/.exec(item)?.[0].length ?? 0
    const blocks = inside(item.slice(width).replace(new RegExp(`^ {1,${width}}`, 'gm'), ''))
    // The first paragraph of an item is the item's text.
    const unwrap = (block: MarkdownElement, i: number): readonly MarkdownNode[] =>
      i === 0 && block.tag === 'p' ? block.children : [block]
    return { tag: 'li', children: blocks.flatMap(unwrap) }
  })
}
