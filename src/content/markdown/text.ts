/**
 * Blocks of Markdown -> text of sections. Tags fall and what they hold stays;
 * of components (JSX, Vue, shortcodes) the attributes that readers see stay too.
 */
import { decodeEntities } from '../entities.ts'
import type { FrontMap } from '../frontmatter/value.ts'
import { stripInvisible } from '../invisible.ts'
import type { Break, SectionWriter } from '../section-writer.ts'
import type { Block } from './blocks/block.ts'
import { type CodeInfo, readCodeInfo } from './syntax/code-info.ts'
import { takeHeadingId } from './inlines/heading-id.ts'
import { headingText } from './inlines/heading-text.ts'
import { createInlineParser, type Inline, type InlineContext } from './inlines/inline.ts'
import { literalOf, lookUp } from './syntax/mdx.ts'
import { tableCells } from './syntax/starts.ts'
import type { Tag } from './syntax/tag.ts'

export interface MarkdownHeading {
  readonly depth: number
  readonly text: string
  /** What its id is made from; null for a tag such as `<h2>`, which gets none by itself. */
  readonly slugText: string | null
  /** The id that is written beside it. */
  readonly id: string | null
  readonly line: number
}

export interface MarkdownTextOptions {
  readonly writer: SectionWriter
  readonly context: InlineContext
  readonly frontmatter: FrontMap
  /** Hyphens of a heading's sentence that become dashes, which no id holds; null where none do. */
  readonly dashes: RegExp | null
  /** Told of each heading; all that is written later stands below it. */
  readonly onHeading: (heading: MarkdownHeading) => void
}

/** HTML elements that part the text around them. */
const BREAKS: ReadonlyMap<string, Break> = new Map([
  ...words('br dd dt li option tr').map((name) => [name, 'line'] as const),
  ...words('td th').map((name) => [name, 'cell'] as const),
  ...words(
    `address article aside blockquote caption center details dialog div dl fieldset figcaption figure footer form header
    hr legend main nav ol p pre section summary table ul`,
  ).map((name) => [name, 'block'] as const),
])
const READ_ATTRIBUTES = new Set(words('title label description alt summary caption'))
const CODE_COMPONENT = /^Code(?:Block)?$/
const RAW_HEADING = /^h([1-6])$/
const LANGUAGE_CLASS = /\blanguage-([\w+#-]{1,40})/
const ANY_TAG = /<[^<>]*>/g

/** Writes the blocks of one page, in order. */
export function createMarkdownText(options: MarkdownTextOptions): (block: Block) => void {
  const { writer, context, frontmatter, dashes, onHeading } = options
  const parseInline = createInlineParser(context)
  const footnotes = new Map<string, number>()
  /** Text of a sentence that isn't written yet. */
  let pending = ''
  /** Text inside `<code>`, null outside. */
  let code: string | null = null
  /** The tag `<h2>` that is open. */
  let heading: { depth: number; id: string | null; text: string } | null = null
  /** Whether breaks would tear a row of a table apart. */
  let isInCell = false
  let block: Pick<Block, 'line'> & { readonly isFlow?: boolean } = { line: 1 }

  /** Footnotes are numbered by their first mention. */
  function footnoteNumber(label: string): number {
    const number = footnotes.get(label) ?? footnotes.size + 1
    footnotes.set(label, number)
    return number
  }

  function writeBlock(next: Block): void {
    block = next
    if (next.type === 'heading') return writeHeading(next)
    writer.part(next.gap)
    if (next.type === 'code') writeCodeBlock(next.text, readCodeInfo(next.info))
    else if (next.type === 'table') next.rows.forEach(writeRow)
    else writeInlines(next.text)
  }

  function writeHeading({ depth, text: source, line }: Block & { readonly type: 'heading' }): void {
    const { text, id } = takeHeadingId(source)
    onHeading({ depth, line, id, ...headingText(parseInline(text), { frontmatter, dashes, footnoteNumber }) })
  }

  function writeCodeBlock(text: string, { lang, title }: CodeInfo): void {
    part('block')
    if (title !== null) say(title)
    flush()
    writer.codeBlock(stripInvisible(text), lang)
  }

  function writeRow(row: string): void {
    for (const [index, cell] of tableCells(row).entries()) {
      writer.part(index === 0 ? 'line' : 'cell')
      isInCell = true
      writeInlines(cell)
    }
  }

  function writeInlines(source: string): void {
    for (const inline of parseInline(source)) writeInline(inline)
    // What a tag opened and nothing closed is text.
    const open = code ?? ''
    code = null
    say(open)
    if (heading !== null) pending = heading.text + pending
    heading = null
    flush()
    isInCell = false
  }

  function writeInline(inline: Inline): void {
    switch (inline.type) {
      case 'text': return say(inline.text)
      case 'delimiter': return say(inline.char.repeat(inline.count))
      case 'bracket': return inline.role === 'text' ? say(inline.text) : undefined
      case 'code': return sayCode(inline.text)
      case 'break': return part('line')
      case 'tag': return writeTag(inline.tag)
      case 'pre': return writePre(inline.text)
      case 'expression': return say(lookUp(inline.source, frontmatter) ?? literalOf(inline.source) ?? '')
      case 'footnote': footnoteNumber(inline.label)
    }
  }

  function writeTag(tag: Tag): void {
    const name = tag.element
    if (name === null) return heading === null ? writeComponent(tag) : undefined
    const depth = RAW_HEADING.exec(name)?.[1]
    const by = BREAKS.get(name)
    if (depth !== undefined) return writeRawHeading(tag, Number(depth))
    if (by === 'cell' || name === 'tr' || name === 'table') isInCell = false
    if (by !== undefined) part(by)
    if (by === 'cell') isInCell = tag.kind === 'open'
    if (name === 'code') writeCodeTag(tag)
    else if (name === 'img') say(tag.attributes.get('alt') ?? '')
  }

  /** `<h2 id="setup">` is a heading as any other, but gets no id by itself. */
  function writeRawHeading({ kind, attributes }: Tag, depth: number): void {
    if (heading !== null) {
      const { text, ...rest } = heading
      heading = null
      onHeading({ text: stripInvisible(text), slugText: null, line: block.line, ...rest })
    }
    if (kind !== 'open') return
    part('block')
    flush()
    heading = { depth, id: attributes.get('id') || null, text: '' }
  }

  function writeCodeTag({ kind }: Tag): void {
    const text = code
    code = null
    if (text !== null) sayCode(text)
    if (kind === 'open') code = ''
  }

  function writePre(source: string): void {
    const expression = source.trim()
    const literal = expression.startsWith('{') && expression.endsWith('}') ? literalOf(expression.slice(1, -1)) : null
    const lang = LANGUAGE_CLASS.exec(source)?.[1] ?? null
    writeCodeBlock(literal ?? decodeEntities(source.replace(ANY_TAG, '')), { lang, title: null })
  }

  function writeComponent({ name, kind, attributes }: Tag): void {
    if (kind === 'close') return
    const source = attributes.get('code')
    if (source !== undefined && CODE_COMPONENT.test(name)) {
      return writeCodeBlock(source, { lang: attributes.get('lang') ?? null, title: attributes.get('title') ?? null })
    }
    const read = [...attributes].filter(([key, value]) => READ_ATTRIBUTES.has(key) && value !== '')
    if (read.length === 0) return
    // In a sentence they are words of it; above what the component holds they stand by themselves.
    const by = block.isFlow || kind === 'open' ? 'line' : 'none'
    if (block.isFlow) part('block')
    for (const [, value] of read) {
      part(by)
      say(` ${value} `)
    }
    part(block.isFlow ? 'block' : by)
  }

  function say(text: string): void {
    if (heading !== null) heading.text += text
    else if (code !== null) code += text
    else pending += text
  }

  function sayCode(text: string): void {
    if (heading !== null || code !== null) return say(text)
    flush()
    writer.inlineCode(stripInvisible(text).trim())
  }

  function part(by: Break): void {
    if (heading !== null || code !== null || isInCell) return say(' ')
    flush()
    writer.part(by)
  }

  function flush(): void {
    if (pending !== '') writer.prose(stripInvisible(pending))
    pending = ''
  }

  return writeBlock
}

function words(text: string): string[] {
  return text.split(/\s+/)
}
