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
import { BLOCK_OF, firstNumber, INLINE_OF } from '../html/element-start.ts'
import { IMPLIED_ENDS, type ImpliedEnds, isBlock, words } from '../html/tree.ts'
import { stripInvisible, withoutCodeMarks } from '../invisible.ts'
import type { Separator } from '../section-writer.ts'
import type { BlockStart, InlineStart } from '../structure/element.ts'
import { isInterpolation } from './generators/admonition.ts'
import { literalOf } from './syntax/mdx.ts'
import type { Tag } from './syntax/tag.ts'
import {
  addCode, addMarkedText, addText, closeInline, closeInlines, openInline, separateText, type TextState, writeCodeBlock,
  writeTitle,
} from './text-state.ts'

const LINES = words('br dd dt li option tr')
const CELLS = words('td th')
/** A row ends the one before it, with the element that its cells made. */
const ROW_ENDS: ImpliedEnds = { ends: words('tr row'), within: words('table') }
/** Elements that only group parts of a table. */
const GROUPS = words('col colgroup tbody tfoot thead')
const SHOWN_ATTRIBUTES = words(`title subtitle label text children description alt summary caption content header
  footer`)
const SHORTCODE = 'shortcode'
/** `#param-thumbnails-background` is the place of the field `thumbnails.background`. */
const MINTLIFY_FIELD = /^(?:Param|Response)Field$/
const FIELD = /^(?:param|response)?field$/
const NO_WORD = /[^\p{L}\p{N}_]+/gu
const CODE_COMPONENT = /^Code(?:Block)?$/
const HEADING = /^h([1-6])$/
const LANGUAGE_CLASS = /\blanguage-([\w+#-]{1,40})/
/** A label of tabs in a list of JavaScript: nextra.site/docs/built-ins/tabs, fumadocs.dev/docs/ui/components/tabs */
const LABEL = /"[^"\\]*"|'[^'\\]*'|`[^`\\$]*`/g
const ANY_TAG = /<[^<>]*>/g

/** Writes one tag. */
export function writeTag(state: TextState, tag: Tag): void {
  const name = tag.element
  if (name === null) return state.heading === null ? writeComponent(state, tag) : undefined
  const depth = HEADING.exec(name)?.[1]
  if (depth !== undefined) return writeHeadingTag(state, tag, Number(depth))
  const separator = separatorOf(name)
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
  const { code, heading } = state
  state.code = null
  addText(state, code ?? '')
  state.heading = null
  addText(state, heading?.text ?? '')
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
  state.heading = { depth, id: attributes.get('id') || null, isExcluded: isSearchExcluded(attributes), text: '' }
}

function writeImage(state: TextState, { attributes }: Tag): void {
  openInline(state, { type: 'image', src: attributes.get('src') ?? '' })
  addText(state, withoutCodeMarks(attributes.get('alt') ?? ''))
  closeInline(state)
}

/** Writes the place of a tag with an id, or of `<a name>`; in a heading or code that is the start of it. */
export function writeAnchor(state: TextState, { element, kind, attributes }: Tag): void {
  const id = attributes.get('id') || (element === 'a' ? attributes.get('name') : undefined) || ''
  if (kind === 'close' || id === '') return
  state.writer.open({ type: 'anchor', id })
}

/** Tags of inline elements that pair; others leave no trace. */
function writeInlineTag(state: TextState, { kind, attributes }: Tag, name: string): void {
  const link = { type: 'link', href: attributes.get('href') ?? '', line: state.line } as const
  const start = name === 'a' ? link : INLINE_OF.get(name)
  if (start === undefined || kind === 'empty') return
  if (kind === 'close') closeInline(state, name)
  else openInline(state, start, name)
}

function writeCodeTag(state: TextState, { kind }: Tag): void {
  const { code } = state
  state.code = null
  if (code !== null) addCode(state, code)
  if (kind === 'open') state.code = ''
}

function writeElement(state: TextState, tag: Tag): void {
  const { element: name, kind } = tag
  if (name === 'table' || name === 'thead') state.isInTableHead = kind === 'open'
  else if (name === 'tbody' || name === 'td') state.isInTableHead = false
  const element = htmlElement(tag, state.isInTableHead)
  if (element === null) return
  if (kind === 'close') state.elements.close(element.key)
  else openElement(state, element)
  if (kind === 'empty') state.elements.close(element.key)
}

function openElement({ elements }: TextState, { key, start, parent }: TagElement): void {
  const ends = key === 'tr' ? ROW_ENDS : IMPLIED_ENDS.get(key)
  if (ends !== undefined) elements.closeSibling(ends)
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
  const isAround = block.start?.type === 'tabs'
  if (isAround && kind === 'close') state.tabLabels.pop()
  if (kind !== 'close') {
    openElement(state, isBlock ? block : { key: block.key, start: null })
    const labels = isAround ? (attributes.get('items') ?? '').matchAll(LABEL) : []
    if (isAround && kind === 'open') state.tabLabels.push(Array.from(labels, ([label]) => label.slice(1, -1)))
    const label = block.start?.type === 'tab' ? state.tabLabels.at(-1)?.shift() : undefined
    if (label !== undefined && block.titleKey === null && isBlock) writeTitle(state, label)
    const field = MINTLIFY_FIELD.test(name) ? attributes.get(block.titleKey ?? '')?.replace(NO_WORD, '-') : undefined
    if (field !== undefined) state.writer.open({ type: 'anchor', id: `param-${field}` })
    writeAttributes(state, tag, block)
  }
  if (kind === 'open') return
  if (!state.elements.close(block.key)) return
  if (!state.isFlow) separateText(state, 'line')
  state.isAtBlockStart = true
}

/** Writes the attributes that readers see, of a component without these and content the other ones. */
function writeAttributes(state: TextState, tag: Tag, block: TagElement | null): void {
  const { kind, attributes } = tag
  if (kind === 'close') return
  const titleKey = block?.titleKey ?? null
  const isShown = (key: string) => key === titleKey || SHOWN_ATTRIBUTES.has(key)
  // `{{< tabpane text=true >}}`.
  const texts = [...attributes].filter(([key, value]) => !/^(?:true|false)?$/.test(value) && isShown(key))
  const beside = FIELD.test(block?.key ?? '') ? fieldText(attributes) : ''
  if (beside !== '') texts.push(['', beside])
  if (texts.length === 0) {
    const isLeaf = kind === 'empty' && block === null && tag.name !== SHORTCODE
    return isLeaf ? addText(state, ` ${leafText(tag)}`) : undefined
  }
  // In a sentence they are words of it; above the content of a component they are lines.
  const separator = state.isFlow || kind === 'open' ? 'line' : 'none'
  if (state.isFlow) separateText(state, 'block')
  // A card or step has no element with a title.
  const isTitled = block !== null && block.start !== null && block.start.type !== 'item'
  const href = attributes.get('href') ?? ''
  for (const [key, text] of texts) {
    separateText(state, separator)
    if (key === titleKey && isTitled) writeTitle(state, ` ${text} `)
    else if (key === titleKey) writeLinkedText(state, text, href, { type: 'strong' })
    else writeLinkedText(state, text, kind === 'empty' && key !== 'description' ? href : '', null)
  }
  separateText(state, state.isFlow ? 'block' : separator)
}

/** What stands beside the name of a field: `integer, required, default: 25`. */
function fieldText(attributes: Tag['attributes']): string {
  const flags = ['required', 'deprecated'].filter((flag) => /^(?:true)?$/.test(attributes.get(flag) ?? 'false'))
  const preset = attributes.get('default') ?? ''
  return [attributes.get('type'), ...flags, preset && `default: ${preset}`].filter(Boolean).join(', ')
}

/** Writes what a component says: the text of a link if it has an address, else as `otherwise` says. */
function writeLinkedText(state: TextState, text: string, href: string, otherwise: InlineStart | null): void {
  const start = href === '' ? otherwise : { type: 'link', href, line: state.line } as const
  if (start !== null) openInline(state, start)
  addMarkedText(state, ` ${text} `)
  if (start !== null) closeInline(state)
}

/** The separator between the text of an element and the text around it; undefined for an element in a sentence. */
function separatorOf(name: string): Separator | undefined {
  if (LINES.has(name)) return 'line'
  if (CELLS.has(name)) return 'cell'
  return isBlock(name) && !GROUPS.has(name) ? 'block' : undefined
}

interface TagElement {
  /** The name by which its end tag finds it. */
  readonly key: string
  /** Null for a tag that only groups. */
  readonly start: BlockStart | null
  /** The element that it must be right inside of. Default: any. */
  readonly parent?: { readonly key: string; readonly start: BlockStart }
  /** Attribute with its title, null without one. Default: null. */
  readonly titleKey?: string | null
}

/** The element of an HTML tag, null for one without. `isHead`: in rows of the table's head. */
function htmlElement({ element, attributes }: Tag, isHead: boolean): TagElement | null {
  if (element === 'ol') return { key: element, start: { type: 'list', first: firstNumber(attributes) } }
  if (element === 'tr') return { key: element, start: null }
  const start = BLOCK_OF.get(element ?? '')
  if (element === null || start === undefined) return null
  const row = { type: 'row', isHeader: isHead && element === 'th' } as const
  return { key: element, start, ...(start.type === 'cell' && { parent: { key: 'row', start: row } }) }
}

/** The element of a component, and its attributes that may have its title, the best first. */
interface Component {
  readonly start: BlockStart | null
  readonly titles: ReadonlySet<string>
}

/** By name in lower case, without hyphens. A callout without a kind states it as its `type`. */
const COMPONENTS: ReadonlyMap<string, Component> = new Map([
  ...components('admonition aside callout', { type: 'callout', kind: '' }, 'title label'),
  ...[...words('caution check danger hint important info note tip warning')].flatMap((kind) => {
    return components(kind, { type: 'callout', kind }, 'title label')
  }),
  ...components('tab tabitem tabs.item tabs.tab codegroupitem', { type: 'tab' }, 'label title name value'),
  ...components('accordion accordionitem collapse collapsible details expandable', { type: 'details' },
    'title summary label name'),
  ...components('step', { type: 'item', isDone: null }, 'title'),
  ...components('card linkcard', null, 'title'),
  // fumadocs.dev/docs/ui/components/files, nextra.site/docs/built-ins/filetree, mintlify.com/docs/components/tree
  ...components('file folder filetree.file filetree.folder tree.file tree.folder', null, 'name'),
  // mintlify.com/docs/components/fields, ui.nuxt.com/docs/typography/field
  ...components('paramfield responsefield field', null, 'query path body header name'),
  ...components('fragment steps', null, ''),
])
const TABS = /tabs$|^codegroup$/
/** `<Fragment slot="npm">` in `<PackageManagerTabs>`. */
const TAB_FRAGMENT: Component = { start: { type: 'tab' }, titles: words('slot') }
const STEPS = { key: 'step-list', start: { type: 'list', first: 1 } } as const

/** The element of a component's tag, null for one inside sentences. `isInTabs`: right inside of tabs. */
function componentElement({ name, attributes }: Tag, isInTabs: boolean): TagElement | null {
  const key = name.toLowerCase().replaceAll('-', '')
  if (TABS.test(key)) return { key, start: { type: 'tabs' } }
  const component = isInTabs && key === 'fragment' ? TAB_FRAGMENT : COMPONENTS.get(key)
  if (component === undefined) return null
  const { start, titles } = component
  const isOfType = start?.type === 'callout' && start.kind === ''
  return {
    key, start: isOfType ? { type: 'callout', kind: attributes.get('type')?.toLowerCase() || 'note' } : start,
    titleKey: [...titles].find((title) => attributes.get(title)) ?? null,
    ...(start?.type === 'item' && { parent: STEPS }),
  }
}

function components(names: string, start: BlockStart | null, titles: string): (readonly [string, Component])[] {
  return [...words(names)].map((name) => [name, { start, titles: words(titles) }])
}

const STEERING = words(`align animation as background blok category class className color colour cols columns
  component decoding depth dir direction document fetchpriority file filter for format from gap height href icon id
  image img is key kind lang language layout level limit loading locale margin maxWidth mode name order padding path
  position poster priority quality query ref rel repo role rows size sizes slot slugs src srcset step style syncKey
  target theme to transition type uri url variant widths width`)
const IDENTIFIER = /(?:Id|Key|Name|Path|Repo|Url)$/
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/
/** `true`; `https:…`, `./a.png`, `#fff`, `--size`, `calc(…)`. */
const NO_WORDS = /^(?:true|false|null|undefined)$|^[a-z][a-z0-9+.-]*:\S|^[[./#-]|\($|^[\w-]+\([^)]*\)$/i
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
