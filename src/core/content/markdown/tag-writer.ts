/**
 * Tags in Markdown -> text, separators and elements: tags of HTML, and components (JSX, Vue, shortcodes) of Starlight,
 * Docusaurus, VitePress, Mintlify, Nextra and their like, of which the attributes that readers of the page see are text
 * too. Other tags are dropped, and their content stays.
 *
 * A component without content, such as `<Since v="5.18.0" />`, is its name in words and the values of its attributes:
 * "Since 5.18.0". Values that only style or steer are left out: those of attributes with a known name of that kind
 * (`STEERING`, and names that end in `Name`, `Id`, `Key`, `Path`, `Repo`, `Url`) or with marks in the name
 * (`client:load`, `data-id`, `:prop`), and addresses, paths, colors and truth values. Without any other value the
 * component gives no text at all.
 */
import { decodeEntities } from '../entities.ts'
import { isSearchExcluded } from '../html/boilerplate.ts'
import { stripInvisible, withoutCodeMarks } from '../invisible.ts'
import type { Separator } from '../section-writer.ts'
import type { BlockStart } from '../structure/element.ts'
import { isInterpolation } from './generators/interpolation.ts'
import { literalOf } from './syntax/mdx.ts'
import type { Tag } from './syntax/tag.ts'
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

/** The element of a tag. */
interface TagElement {
  /** The name by which its end tag finds it. */
  readonly key: string
  /** Null for a tag that only groups. */
  readonly start: BlockStart | null
  /** Keys of open tags that the start ends, and of those outside which it ends no tag. Default: none. */
  readonly ends?: { readonly keys: readonly string[]; readonly within: readonly string[] }
  /** The element that it must be right inside of. Default: any. */
  readonly parent?: { readonly key: string; readonly start: BlockStart }
  /** Attribute with its title, null without one. Default: null. */
  readonly titleKey?: string | null
}

const CALLOUTS = new Set(['admonition', 'aside', 'callout'])
const CALLOUT_KINDS = new Set(['caution', 'check', 'danger', 'hint', 'important', 'info', 'note', 'tip', 'warning'])
const TABS = /tabs$|^codegroup$/
const TAB = new Set(['tab', 'tabitem', 'tabs.item', 'tabs.tab', 'codegroupitem'])
const DETAILS = new Set(['accordion', 'accordionitem', 'collapse', 'collapsible', 'details', 'expandable'])
const CARDS = new Set(['card', 'linkcard'])
const MAX_NUMBER = 999_999_999

/** The element of an HTML tag, null for one without. `isHead`: in rows of the table's head. */
function htmlElement({ element, attributes }: Tag, isHead: boolean): TagElement | null {
  switch (element) {
    case 'ul': return { key: 'ul', start: { type: 'list', first: null } }
    case 'ol': return { key: 'ol', start: { type: 'list', first: firstNumber(attributes.get('start')) } }
    case 'li': return {
      key: 'li', start: { type: 'item', isDone: null }, ends: { keys: ['li'], within: ['ul', 'ol'] },
    }
    case 'blockquote': return { key: 'blockquote', start: { type: 'quote' } }
    case 'table': return { key: 'table', start: { type: 'table' } }
    case 'tr': return { key: 'tr', start: null, ends: { keys: ['tr', 'row'], within: ['table'] } }
    case 'td': case 'th': return {
      key: element, start: { type: 'cell' }, ends: { keys: ['td', 'th'], within: ['row', 'tr', 'table'] },
      parent: { key: 'row', start: { type: 'row', isHeader: isHead && element === 'th' } },
    }
    case 'dl': return { key: 'dl', start: { type: 'definitions' } }
    case 'dt': return { key: 'dt', start: { type: 'term' }, ends: { keys: ['dt', 'dd'], within: ['dl'] } }
    case 'dd': return { key: 'dd', start: { type: 'definition' }, ends: { keys: ['dt', 'dd'], within: ['dl'] } }
    case 'details': return { key: 'details', start: { type: 'details' } }
    case 'summary': return { key: 'summary', start: { type: 'title' } }
    case 'figure': return { key: 'figure', start: { type: 'figure' } }
    case 'figcaption': return { key: 'figcaption', start: { type: 'title' } }
    default: return null
  }
}

/** The element of a component's tag, null for one inside sentences. `isInTabs`: right inside of tabs. */
function componentElement({ name, attributes }: Tag, isInTabs: boolean): TagElement | null {
  const key = name.toLowerCase().replaceAll('-', '')
  const titleOf = (...names: string[]) => names.find((one) => attributes.get(one)) ?? null
  if (CALLOUTS.has(key)) {
    const kind = attributes.get('type')?.toLowerCase() || 'note'
    return { key, start: { type: 'callout', kind }, titleKey: titleOf('title', 'label') }
  }
  if (CALLOUT_KINDS.has(key)) return { key, start: { type: 'callout', kind: key }, titleKey: titleOf('title', 'label') }
  if (TABS.test(key)) return { key, start: { type: 'tabs' } }
  if (TAB.has(key)) return { key, start: { type: 'tab' }, titleKey: titleOf('label', 'title', 'name', 'value') }
  // `<Fragment slot="npm">` in `<PackageManagerTabs>`.
  if (key === 'fragment') {
    return isInTabs ? { key, start: { type: 'tab' }, titleKey: titleOf('slot') } : { key, start: null }
  }
  if (DETAILS.has(key)) {
    return { key, start: { type: 'details' }, titleKey: titleOf('title', 'summary', 'label', 'name') }
  }
  if (key === 'steps') return { key, start: null }
  if (key === 'step') {
    const parent = { key: 'step-list', start: { type: 'list', first: 1 } } as const
    return { key, start: { type: 'item', isDone: null }, parent, titleKey: titleOf('title') }
  }
  return CARDS.has(key) ? { key, start: null, titleKey: titleOf('title') } : null
}

function firstNumber(start = '1'): number {
  const number = Number.parseInt(start, 10)
  return number >= 0 && number <= MAX_NUMBER ? number : 1
}

const STEERING = new Set(
  `align animation as background blok category class className color colour cols columns component decoding depth dir
  direction document fetchpriority file filter for format from gap height href icon id image img is key kind lang
  language layout level limit loading locale margin maxWidth mode name order padding path position poster priority
  quality query ref rel repo role rows size sizes slot slugs src srcset step style syncKey target theme to transition
  type uri url variant widths width`
    .split(/\s+/),
)
const IDENTIFIER = /(?:Id|Key|Name|Path|Repo|Url)$/
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/
/** `true`; `https:…`, `./a.png`, `#fff`, `--size`, `calc(…)`. */
const NO_WORDS = /^(?:true|false|null|undefined)$|^[a-z][a-z0-9+.-]*:\S|^[./#-]|\($|^[\w-]+\([^)]*\)$/i
const WORD_BOUND = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_.]+/

/** The text of the component; empty if it has no value for readers. */
export function leafText({ name, attributes }: Tag): string {
  const values: string[] = []
  for (const [key, value] of attributes) {
    const isSteering = STEERING.has(key) || IDENTIFIER.test(key) || !PLAIN_NAME.test(key)
    if (!isSteering && value !== '' && !NO_WORDS.test(value)) values.push(value)
  }
  return values.length === 0 ? '' : [...name.split(WORD_BOUND), ...values].join(' ')
}
