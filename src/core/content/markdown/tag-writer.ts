/**
 * Tags in Markdown -> text, separators and elements. Of components (JSX, Vue,
 * shortcodes) the attributes that readers of the page see are text too. Other
 * tags are dropped, and their content stays.
 */
import { decodeEntities } from '../entities.ts'
import { isSearchExcluded } from '../html/boilerplate.ts'
import { stripInvisible, withoutCodeMarks } from '../invisible.ts'
import type { Separator } from '../section-writer.ts'
import { isInterpolation } from './generators/interpolation.ts'
import { leafText } from './leaf-text.ts'
import { literalOf } from './syntax/mdx.ts'
import type { Tag } from './syntax/tag.ts'
import { componentElement, htmlElement, type TagElement } from './tag-element.ts'
import {
  addCode, addMarkedText, addText, closeInline, closeInlines, flushSentence, openInline, separateText, type TextState,
  writeCodeBlock, writeTitle,
} from './text-state.ts'

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
  ['a', 'link'], ['b', 'strong'], ['strong', 'strong'], ['em', 'emphasis'], ['i', 'emphasis'],
  ['del', 'deleted'], ['s', 'deleted'],
])
const SHOWN_ATTRIBUTES = new Set(words('title label text description alt summary caption'))
/** The name of a shortcode's tag. */
const SHORTCODE = 'shortcode'
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
  if (state.heading === null && state.code === null) writeElement(state, tag)
  if (separator === 'cell') state.isInCell = tag.kind === 'open'
  writeAnchor(state, tag)
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
    const text = stripInvisible(heading.text)
    const written = { text, slugText: null, written: '', isHidden: false, line }
    if (!isInterpolation(text.trim())) state.onHeading({ ...heading, ...written })
  }
  if (kind !== 'open') return
  separateText(state, 'block')
  flushSentence(state)
  state.heading = { depth, id: attributes.get('id') || null, isExcluded: isSearchExcluded(attributes), text: '' }
}

function writeImage(state: TextState, { attributes }: Tag): void {
  openInline(state, { type: 'image', src: attributes.get('src') ?? '' })
  addText(state, withoutCodeMarks(attributes.get('alt') ?? ''))
  closeInline(state)
}

/**
 * Writes the place of a tag with an id; links lead to the `name` of an `<a>`, too. In a heading or code, the place is
 * that of its start.
 */
export function writeAnchor(state: TextState, { element, kind, attributes }: Tag): void {
  const id = attributes.get('id') || (element === 'a' ? attributes.get('name') : undefined) || ''
  if (kind === 'close' || id === '') return
  if (state.heading === null && state.code === null) flushSentence(state)
  state.writer.open({ type: 'anchor', id })
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

/** Starts or ends the element of an HTML tag. */
function writeElement(state: TextState, tag: Tag): void {
  const { element: name, kind } = tag
  if (name === 'table' || name === 'thead') state.isInTableHead = kind === 'open'
  else if (name === 'tbody' || name === 'td') state.isInTableHead = false
  const element = htmlElement(tag, state.isInTableHead)
  if (element === null) return
  flushSentence(state)
  if (kind === 'close') state.elements.close(element.key)
  else openElement(state, element)
  if (kind === 'empty') state.elements.close(element.key)
}

function openElement({ elements }: TextState, { key, start, ends, parent }: TagElement): void {
  if (ends !== undefined) elements.closeSibling(ends.keys, ends.within)
  if (parent !== undefined && elements.innermost() !== parent.key) elements.open(parent.key, parent.start)
  elements.open(key, start)
}

function writeComponent(state: TextState, tag: Tag): void {
  const { name, kind, attributes } = tag
  writeAnchor(state, tag)
  const source = attributes.get('code')
  if (kind !== 'close' && source !== undefined && CODE_COMPONENT.test(name)) {
    const [lang, title] = [attributes.get('lang') ?? null, attributes.get('title') ?? null]
    return writeCodeBlock(state, source, { lang, title })
  }
  const block = componentElement(tag, state.elements.innermostType() === 'tabs')
  if (block === null) return writeAttributes(state, tag, null)
  // In the middle of a sentence it is not a block.
  const isBlock = (state.isFlow || state.isAtBlockStart) && state.code === null
  if (kind !== 'close') {
    flushSentence(state)
    openElement(state, isBlock ? block : { key: block.key, start: null })
    writeAttributes(state, tag, block)
  }
  if (kind === 'open') return
  flushSentence(state)
  if (!state.elements.close(block.key)) return
  if (!state.isFlow) separateText(state, 'line')
  state.isAtBlockStart = true
}

/**
 * Writes the attributes that readers see. A component without these and without content is written by its other ones.
 */
function writeAttributes(state: TextState, tag: Tag, block: TagElement | null): void {
  const { kind, attributes } = tag
  if (kind === 'close') return
  const titleKey = block?.titleKey ?? null
  const isShown = (key: string) => key === titleKey || SHOWN_ATTRIBUTES.has(key)
  const texts = [...attributes].filter(([key, value]) => value !== '' && isShown(key))
  if (texts.length === 0) {
    const isLeaf = kind === 'empty' && block === null && tag.name !== SHORTCODE
    return isLeaf ? addText(state, ` ${leafText(tag)}`) : undefined
  }
  // In a sentence they are words of it; above the content of a component they are lines.
  const separator = state.isFlow || kind === 'open' ? 'line' : 'none'
  if (state.isFlow) separateText(state, 'block')
  for (const [key, text] of texts) {
    separateText(state, separator)
    const href = attributes.get('href') ?? ''
    if (key === titleKey && block !== null) writeTitleOf(state, block, { text, href })
    else if (kind === 'empty' && key !== 'description') writeLinkedText(state, { text, href })
    else addMarkedText(state, ` ${text} `)
  }
  separateText(state, state.isFlow ? 'block' : separator)
}

/** Writes what a component says; the text of a link if it has an address. */
function writeLinkedText(state: TextState, { text, href }: LinkedText): void {
  if (href !== '') openInline(state, { type: 'link', href, line: state.line })
  addMarkedText(state, ` ${text} `)
  if (href !== '') closeInline(state)
}

/** Writes the title of an element; that of a card or step, which have no such element, is strong or a link. */
function writeTitleOf(state: TextState, { start }: TagElement, { text, href }: LinkedText): void {
  if (start !== null && start.type !== 'item') return writeTitle(state, ` ${text} `)
  openInline(state, href === '' ? { type: 'strong' } : { type: 'link', href, line: state.line })
  addMarkedText(state, ` ${text} `)
  closeInline(state)
}

interface LinkedText {
  readonly text: string
  readonly href: string
}

function words(text: string): string[] {
  return text.split(/\s+/)
}
