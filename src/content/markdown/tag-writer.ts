/**
 * Tags in Markdown -> text and separators. Tags of HTML are dropped and their
 * content stays; of components (JSX, Vue, shortcodes) the attributes that
 * readers of the page see are text too.
 */
import { decodeEntities } from '../entities.ts'
import { stripInvisible } from '../invisible.ts'
import type { Separator } from '../section-writer.ts'
import { literalOf } from './syntax/mdx.ts'
import type { Tag } from './syntax/tag.ts'
import { addCode, addText, closeInline, closeInlines, flushSentence, openInline, separateText, type TextState, writeCodeBlock } from './text-state.ts'

/** HTML elements -> the separator between their text and the text around them. */
const SEPARATORS: ReadonlyMap<string, Separator> = new Map([
  ...words('br dd dt li option tr').map((name) => [name, 'line'] as const),
  ...words('td th').map((name) => [name, 'cell'] as const),
  ...words(
    `address article aside blockquote caption center details dialog div dl fieldset figcaption figure footer form header
    hr legend main nav ol p pre section summary table ul`,
  ).map((name) => [name, 'block'] as const),
])
const INLINE_ELEMENTS: ReadonlyMap<string, 'emphasis' | 'strong' | 'deleted' | 'link'> = new Map([
  ['a', 'link'], ['b', 'strong'], ['strong', 'strong'], ['em', 'emphasis'], ['i', 'emphasis'], ['del', 'deleted'], ['s', 'deleted'],
])
const SHOWN_ATTRIBUTES = new Set(words('title label description alt summary caption'))
const CODE_COMPONENT = /^Code(?:Block)?$/
const HEADING = /^h([1-6])$/
const LANGUAGE_CLASS = /\blanguage-([\w+#-]{1,40})/
const ANY_TAG = /<[^<>]*>/g

/** Writes one tag. */
export function writeTag(state: TextState, tag: Tag): void {
  const name = tag.element
  if (name === null) return state.heading === null ? writeComponent(state, tag) : undefined
  const depth = HEADING.exec(name)?.[1]
  if (depth !== undefined) return writeHeadingTag(state, tag, Number(depth))
  const separator = SEPARATORS.get(name)
  if (separator === 'cell' || name === 'tr' || name === 'table') state.isInCell = false
  if (separator !== undefined) separateText(state, separator)
  if (separator === 'cell') state.isInCell = tag.kind === 'open'
  if (name === 'code') writeCodeTag(state, tag)
  else if (name === 'img') writeImage(state, tag)
  else writeInlineTag(state, tag, name)
}

/** Writes the content of `<pre>`, which is HTML or one literal of JSX. */
export function writePre(state: TextState, source: string): void {
  const expression = source.trim()
  const literal = expression.startsWith('{') && expression.endsWith('}') ? literalOf(expression.slice(1, -1)) : null
  const lang = LANGUAGE_CLASS.exec(source)?.[1] ?? null
  writeCodeBlock(state, literal ?? decodeEntities(source.replace(ANY_TAG, '')), { lang, title: null })
}

/** Writes the text that tags collected and no end tag completed. */
export function writeUnclosed(state: TextState): void {
  const { code } = state
  state.code = null
  addText(state, code ?? '')
  if (state.heading !== null) state.sentence = state.heading.text + state.sentence
  state.heading = null
  flushSentence(state)
  closeInlines(state)
}

/** `<h2 id="setup">` is a heading as any other, but gets no id by itself. */
function writeHeadingTag(state: TextState, { kind, attributes }: Tag, depth: number): void {
  const { heading, line } = state
  if (heading !== null) {
    state.heading = null
    state.onHeading({ ...heading, text: stripInvisible(heading.text), slugText: null, line })
  }
  if (kind !== 'open') return
  separateText(state, 'block')
  flushSentence(state)
  state.heading = { depth, id: attributes.get('id') || null, text: '' }
}

function writeImage(state: TextState, { attributes }: Tag): void {
  openInline(state, { type: 'image', src: attributes.get('src') ?? '' })
  addText(state, attributes.get('alt') ?? '')
  closeInline(state)
}

/** Tags of inline elements that pair; others leave no trace. */
function writeInlineTag(state: TextState, { kind, attributes }: Tag, name: string): void {
  const type = INLINE_ELEMENTS.get(name)
  if (type === undefined || kind === 'empty') return
  if (kind === 'close') return closeInline(state, name)
  const href = attributes.get('href') ?? ''
  openInline(state, type === 'link' ? { type, href, line: state.line } : { type }, name)
}

function writeCodeTag(state: TextState, { kind }: Tag): void {
  const { code } = state
  state.code = null
  if (code !== null) addCode(state, code)
  if (kind === 'open') state.code = ''
}

function writeComponent(state: TextState, { name, kind, attributes }: Tag): void {
  if (kind === 'close') return
  const source = attributes.get('code')
  if (source !== undefined && CODE_COMPONENT.test(name)) {
    const [lang, title] = [attributes.get('lang') ?? null, attributes.get('title') ?? null]
    return writeCodeBlock(state, source, { lang, title })
  }
  const texts = [...attributes].flatMap(([key, value]) => (SHOWN_ATTRIBUTES.has(key) && value !== '' ? value : []))
  if (texts.length === 0) return
  // In a sentence they are words of it; above the content of a component they are lines.
  const separator = state.isFlow || kind === 'open' ? 'line' : 'none'
  if (state.isFlow) separateText(state, 'block')
  for (const text of texts) {
    separateText(state, separator)
    addText(state, ` ${text} `)
  }
  separateText(state, state.isFlow ? 'block' : separator)
}

function words(text: string): string[] {
  return text.split(/\s+/)
}
