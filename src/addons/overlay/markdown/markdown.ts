/**
 * Markdown of an answer -> blocks -> elements of a closed set: there is no way to write an image, a script, a style or
 * an attribute that isn't named here. Blocks are found first and parsed one by one, so that only the last ones of a
 * growing text are parsed again. Links that the answer may not have are reduced to their words, images to their
 * description; HTML and all that is no construct stay text. Lengths are bounded, so that an opened construct without an
 * end isn't searched to the end of the text, again and again.
 */

type MarkdownTag =
  | 'p' | 'h3' | 'hr' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li' | 'table' | 'tr' | 'th' | 'td'
  | 'a' | 'br' | 'code' | 'bdi' | 'em' | 'strong'

interface MarkdownElement {
  readonly tag: MarkdownTag
  readonly children: readonly MarkdownNode[]
  /** Of `a`: a link that was allowed. */
  readonly href?: string
  /** Of `pre`: the language that the fence names, empty without one. */
  readonly lang?: string
  /** Of `ol` the number of its first item, of code its direction, of cells where their text stands. */
  readonly attributes?: Readonly<Partial<Record<'start' | 'dir' | 'class' | 'align', string | number | false>>>
}

/** An element, or a string, which is text. */
export type MarkdownNode = string | MarkdownElement

/** True if a link may have this target, given as it is written. */
type IsLink = (href: string) => boolean

interface MarkdownOptions {
  readonly isLink: IsLink
  /** True if the text is still being written: constructs open at its end then count as closed there. */
  readonly isOpen: boolean
}

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

interface Block {
  readonly text: string
  readonly read: (options: MarkdownOptions) => MarkdownElement
}

/** Code between fences keeps its tabs: a `Makefile` needs them. Elsewhere a tab is four spaces. */
const CODE_OR_TAB = /(?<=^|\n) *(`{3,}|~{3,})[^]*?(?:\n *\1|$)|\t/g

export function findBlocks(markdown: string): readonly Block[] {
  const spaced = markdown.replaceAll('\r', '').replace(CODE_OR_TAB, (part) => (part === '\t' ? '    ' : part))
  return blocksOf(spaced.replace(/^ +$/gm, ''), 0)
}

/** Named groups of a match, one for each construct. */
type Groups = Readonly<Record<string, string | undefined>>

function blocksOf(markdown: string, depth: number): readonly Block[] {
  return [...markdown.matchAll(BLOCK)].map(({ 0: text, groups = {} }) => ({
    text,
    read: (options) => elementOf(depth > MAX_NESTING ? { text } : groups, depth, options),
  }))
}

/** Where the text of a column stands, by the marks below its name. */
function alignOf(marks = ''): 'left' | 'center' | 'right' | false {
  const isLeft = marks.includes(':-')
  return marks.includes('-:') ? (isLeft ? 'center' : 'right') : isLeft && 'left'
}

function elementOf(groups: Groups, depth: number, options: MarkdownOptions): MarkdownElement {
  const { code, lang = '', heading, rule, bullets, numbers, quote, table, text = '' } = groups
  const { isLink, isOpen } = options
  const inline = (part: string): readonly MarkdownNode[] =>
    parseInline(isOpen ? closeEnd(part.trim()) : part.trim(), isLink)
  const inside = (part: string): readonly MarkdownElement[] =>
    blocksOf(part, depth + 1).map(({ read }) => read(options))
  if (code !== undefined) return { tag: 'pre', lang, children: [code.slice(1)] }
  if (heading !== undefined) return { tag: 'h3', children: inline(heading) }
  if (rule !== undefined) return { tag: 'hr', children: [] }
  if (bullets !== undefined) return { tag: 'ul', children: itemsOf(bullets, BULLET, inside) }
  if (numbers !== undefined) {
    return { tag: 'ol', attributes: { start: parseInt(numbers) }, children: itemsOf(numbers, NUMBER, inside) }
  }
  if (quote !== undefined) return { tag: 'blockquote', children: inside(quote.replace(/^ *> ?/gm, '')) }
  if (table === undefined) return { tag: 'p', children: inline(text.replace(/^ +/gm, '')) }
  const cellsOf = (line: string): readonly string[] =>
    line.trim().replace(/^\||(?<!\\)\|$/g, '').split(/(?<!\\)\|/)
  const [names = [], marks = [], ...rows] = table.split('\n').map(cellsOf)
  const rowOf = (tag: 'th' | 'td', cells: readonly string[]): MarkdownElement => ({
    tag: 'tr',
    // Short rows stay short: a head of many names must not multiply with the rows.
    children: cells.slice(0, names.length).map((cell, i) => ({
      tag,
      attributes: { align: alignOf(marks[i]) },
      children: inline(cell.replaceAll('\\|', '|')),
    })),
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
    const marked = item.slice(width).replace(/^\[[ xX]\] /, (box) => (box > '[A' ? '☑ ' : '☐ '))
    const blocks = inside(marked.replace(new RegExp(`^ {1,${width}}`, 'gm'), ''))
    // The first paragraph of an item is the item's text.
    const unwrap = (block: MarkdownElement, i: number): readonly MarkdownNode[] =>
      i === 0 && block.tag === 'p' ? block.children : [block]
    return { tag: 'li', children: blocks.flatMap(unwrap) }
  })
}

/** UTF-16 units of a word of code in a sentence from which a line may end in it. */
const MIN_BROKEN = 20
/** Depth of emphasis in emphasis; deeper emphasis is text. */
const MAX_EMPHASIS = 8

/** A link's words may hold brackets, and its address parentheses, one level deep; a title may follow. */
const WORDS = /(?<image>!?)\[(?<words>(?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){0,1000})\]/u
const TARGET = /\(\s?<?(?<target>(?:[^\s()<>]|\([^\s()<>]{0,200}\)){0,2000})>?(?:\s["'][^\n]{0,200}?["'])?\s?\)/u
const CONSTRUCTS = [
  /\\(?<escaped>[!-/:-@[-`{-~])/u,
  /(?<!`)(?<ticks>`{1,9})(?!`)(?<code>[^]{1,4000}?)(?<!`)\k<ticks>(?!`)/u,
  /(?<mark>\*{1,3}|(?<![\p{L}\p{N}])_{1,3})(?=[^\s*])(?<inside>[^]{0,1000}?[^\s*])\k<mark>(?!\*|(?<=_)[\p{L}\p{N}])/u,
  /&(?<entity>amp|lt|gt);/u,
  /(?: {2,9}|\\)\n/u,
]
const CONSTRUCT = new RegExp([WORDS.source + TARGET.source, ...CONSTRUCTS.map(({ source }) => source)].join('|'), 'giu')
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' }

function parseInline(source: string, isLink: IsLink, depth = 0): readonly MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  let from = 0
  for (const match of depth > MAX_EMPHASIS ? [] : source.matchAll(CONSTRUCT)) {
    // A citation stays in the line of the word before it.
    const space = /^\[\d+\]/.test(match[0]) ? '\u00a0' : ' '
    nodes.push(source.slice(from, match.index).replace(/ $/, space), ...nodesOf(match.groups ?? {}, isLink, depth + 1))
    from = match.index + match[0].length
  }
  return [...nodes, source.slice(from)].filter(Boolean)
}

function nodesOf(groups: Groups, isLink: IsLink, depth: number): readonly MarkdownNode[] {
  const { escaped, code, image, words, target = '', entity, mark, inside = '' } = groups
  if (escaped !== undefined) return [escaped]
  if (entity !== undefined) return [CHARACTERS[entity.toLowerCase()] ?? '']
  if (code !== undefined) {
    // A line may end between its words, and in long ones: a flag is whole.
    const words = code.replace(/^ (?=.*[^ ])(.*) $/s, '$1').split(/(?<= )/)
    const children = words.map((word): MarkdownNode =>
      word.length < MIN_BROKEN ? { tag: 'bdi', children: [word] } : word)
    // It says nothing about the direction of the text around it.
    return [{ tag: 'code', attributes: { dir: 'ltr' }, children }]
  }
  if (words !== undefined) {
    const href = target.replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    // There are no links in links.
    const children = parseInline(words, () => false, depth)
    return image === '' && isLink(href) ? [{ tag: 'a', href, children }] : children
  }
  if (mark === undefined) return [{ tag: 'br', children: [] }]
  return [{ tag: mark.length > 1 ? 'strong' : 'em', children: parseInline(inside, isLink, depth) }]
}

/** Shows half of a link as its words, and closes strong emphasis and code. */
function closeEnd(text: string): string {
  let closed = text.replace(/!?\[([^[\]\n]{0,1000})(?:\](?:\([^\s)]{0,2000})?)?$/, '$1')
  for (const mark of ['`', '**']) {
    if (closed.split(mark).length % 2 === 0) {
      closed = closed.endsWith(mark) ? closed.slice(0, -mark.length) : closed.trimEnd() + mark
    }
  }
  return closed
}
