/**
 * One run of Markdown text -> text and elements of a closed set: there is no way to write an image, a script, a style or
 * an attribute that isn't named here. Links that the answer may not have are reduced to their words, images to their
 * description; HTML stays text. Lengths are bounded, so that an opened construct without an end isn't searched to the
 * end of the text, again and again.
 */

/** Names of all elements. */
export type MarkdownTag =
  | 'p' | 'h3' | 'hr' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li' | 'table' | 'tr' | 'th' | 'td'
  | 'a' | 'br' | 'code' | 'em' | 'strong'

/** One element. */
export interface MarkdownElement {
  readonly tag: MarkdownTag
  readonly children: readonly MarkdownNode[]
  /** Of `a`: a link that was allowed. */
  readonly href?: string
  /** Of `pre`: the language that the fence names, empty without one. */
  readonly lang?: string
  /** Of `ol`, where it isn't 1. */
  readonly start?: number
}

/** An element, or a string, which is text. */
export type MarkdownNode = string | MarkdownElement

/** Options of the parsers. */
export interface MarkdownOptions {
  /** True if a link may have this target, given as it is written. */
  readonly isLink: (href: string) => boolean
  /** True if the text is still being written: constructs open at its end then count as closed there. */
  readonly isOpen: boolean
}

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

/** The parsed text. With `isOpen`, constructs open at its end count as closed there. */
export function parseInline(text: string, options: MarkdownOptions, depth = 0): readonly MarkdownNode[] {
  const source = options.isOpen ? closeEnd(text) : text
  const nodes: MarkdownNode[] = []
  let from = 0
  for (const match of depth > MAX_EMPHASIS ? [] : source.matchAll(CONSTRUCT)) {
    nodes.push(source.slice(from, match.index), ...nodesOf(match.groups ?? {}, options, depth + 1))
    from = match.index + match[0].length
  }
  return [...nodes, source.slice(from)].filter(Boolean)
}

function nodesOf(
  groups: Readonly<Record<string, string | undefined>>,
  { isLink }: MarkdownOptions,
  depth: number,
): readonly MarkdownNode[] {
  const { escaped, code, image, words, target = '', entity, mark, inside = '' } = groups
  if (escaped !== undefined) return [escaped]
  if (entity !== undefined) return [CHARACTERS[entity.toLowerCase()] ?? '']
  if (code !== undefined) return [{ tag: 'code', children: [code.replace(/^ (.*[^ ].*) $/s, '$1')] }]
  if (words !== undefined) {
    const href = target.replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    // There are no links in links.
    const children = parseInline(words, { isLink: () => false, isOpen: false }, depth)
    return image === '' && isLink(href) ? [{ tag: 'a', href, children }] : children
  }
  if (mark === undefined) return [{ tag: 'br', children: [] }]
  return [{ tag: mark.length > 1 ? 'strong' : 'em', children: parseInline(inside, { isLink, isOpen: false }, depth) }]
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
