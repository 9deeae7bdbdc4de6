/**
 * The first pass over a page -> the metadata of its head, the title and the weight that its author marked anywhere in
 * it, and the elements that hold the content. A second pass reads these. Marks are `data-ask-title`, else the `title`
 * of `data-pagefind-meta`; `data-ask-weight`, else `data-pagefind-weight`.
 *
 * Source: https://pagefind.app/docs/indexing/, https://pagefind.app/docs/metadata/
 */
import { foldSpace } from '../../base/text.ts'
import { languageTag } from '../../text/language.ts'
import type { Document } from '../document.ts'
import { decodeEntities } from '../entities.ts'
import { visibleLine, withoutCodeMarks } from '../invisible.ts'
import { WEIGHT_RANGE } from '../settings.ts'
import {
  ASK_BODY, classesOf, createSelfLinkFilter, HIDDEN_ELEMENTS, isBoilerplate, isExcluded, isHidden, isIgnored,
  isSearchExcluded, isWholePage, PAGEFIND_BODY,
} from './boilerplate.ts'
import { closeDefinitionList, type DefinitionLists, openListPart } from './definitions.ts'
import { LIST_CLASS } from './generated-pages.ts'
import type { TextRange } from '../structure/encoding.ts'
import type { Attributes } from './tokens.ts'
import { headingDepth, type HtmlElement, idsOf, walkHtml } from './tree.ts'

/** Separators before the name of the site: `Routing | Site`. The last one counts. */
const BEFORE_SITE_NAME = [' | ', ' - ', ' – ', ' — ', ' · ']

/** Signs of the element with the content of a page, the surest first. */
const SIGNS: readonly ((element: HtmlElement, classes: readonly string[]) => boolean)[] = [
  ({ attributes }) => attributes.has(ASK_BODY),
  ({ attributes }) => attributes.has(PAGEFIND_BODY),
  ({ name }) => name === 'main',
  ({ attributes }) => attributes.get('role') === 'main',
  ({ name }) => name === 'article',
  ...['vp-doc', 'theme-doc-markdown', 'rspress-doc', 'md-content', 'col-content']
    .map((name) => (_: HtmlElement, classes: readonly string[]) => classes.includes(name)),
  // Asciidoctor has the notes below the content.
  (element) => element.attributes.get('id') === 'content' || isNotes(element),
]
/** Number of signs that are the author's marks; all elements that have the same one count. */
const OWNER_SIGNS = 2
const LAST_SIGN = SIGNS.length - 1
/** Index of `<article>`, which counts if it is the only one. */
const ARTICLE = 4

/** Metadata of one page; its version is the first `data-ask-version`, else that which Docusaurus states. */
export interface HtmlMetadata
  extends Pick<Document, 'aliases' | 'canonical' | 'description' | 'hasBodyMark' | 'lang' | 'version'>,
    Readonly<Pick<MetadataState, 'ids' | 'layoutTables' | 'headerRows' | 'pageClasses'>> {
  /** The elements that hold the content, in order; null for the whole page. */
  readonly roots: readonly TextRange[] | null
  /** Offsets of lists that define names. */
  readonly definitionLists: ReadonlySet<number>
  /** The titles that the author marked: `fixed` counts whatever the headings are, `fallback` for a page without h1. */
  readonly ownerTitles: Readonly<Record<'fixed' | 'fallback', string | null>>
  /** `og:title`, then `<title>` without the name of the site. */
  readonly titles: readonly string[]
  /** `og:site_name` */
  readonly siteName: string | null
  /** The generator that the page names, empty for none. */
  readonly generator: string
  /** The weight that the author gave the page; null for none. */
  readonly weight: OwnerWeight | null
  readonly hidden: 'excluded' | 'noindex' | 'redirect' | null
}

interface OpenTable {
  rows: number
  /** Offset of its first row while that has only header cells, else null. */
  firstRow: number | null
  hasCode: boolean
  /** True if it holds a table or a heading, or definitions without a header, which no table of data does. */
  isLayout: boolean
}

/** A part of the page that matters; `end` is infinite while its element is open. */
interface OpenRange {
  readonly start: number
  end: number
}

interface MetadataState extends Record<'lang' | 'version' | 'canonical' | 'aliases', string | null> {
  /** Ids of all elements, in order. */
  readonly ids: string[]
  /** Offsets of tables that lay out a page instead of showing data. */
  readonly layoutTables: Set<number>
  /** Offsets of the first rows of tables that have only header cells, also outside `<thead>`. */
  readonly headerRows: Set<number>
  /** Classes that tell what the page is (`generated-pages.ts`). */
  readonly pageClasses: string[]
  /** Elements that may hold the content, by sign, in order. */
  readonly candidates: readonly OpenRange[][]
  /** Ranges without their end, outermost first. */
  readonly open: OpenRange[]
  readonly tables: OpenTable[]
  readonly lists: DefinitionLists
  readonly titleMarks: TitleMarks
  readonly weights: OwnerWeight[]
  /** Contents of meta elements by name, in lower case. */
  readonly meta: Map<string, string>
  isInTitle: boolean
  /** Text of the first `<title>`. */
  title: string | null
  hasSphinxIndex: boolean
  /** True if it names itself as the search. */
  isSearch: boolean
  /** The element without content that is read for marked titles alone. */
  hiddenElement: HtmlElement | null
  isPageIgnored: boolean
}

/** Reads the metadata of a page; `html` has `\n` as its only line break. */
export function readHtmlMetadata(html: string): HtmlMetadata {
  const state: MetadataState = {
    candidates: SIGNS.map(() => []), open: [], tables: [], ids: [],
    layoutTables: new Set(), headerRows: new Set(), lists: { open: [], found: new Set() },
    titleMarks: { ask: null, meta: null, fallback: null }, weights: [],
    meta: new Map(), isInTitle: false, title: null, lang: null, version: null, canonical: null, aliases: null,
    hasSphinxIndex: false, isSearch: false, pageClasses: [], hiddenElement: null, isPageIgnored: false,
  }
  walkHtml(html, {
    open: (element) => visitStart(state, element),
    close: (element, end) => visitEnd(state, element, end),
    text: (text) => {
      if (state.isInTitle) state.title ??= decodeEntities(text)
    },
  })
  const { candidates, titleMarks, weights, meta, title } = state
  const siteName = visibleLine(meta.get('og:site_name') ?? null)
  const cardTitle = meta.get('og:title')
  const ofCard = cardTitle === undefined ? [] : [withoutSiteName(cardTitle, siteName) ?? cardTitle]
  const ofHead = title === null ? [] : [withoutSiteName(title, siteName) ?? withoutLastName(title)]
  const roots = rootsOf(candidates)
  return {
    ...state, roots,
    hasBodyMark: candidates.slice(0, OWNER_SIGNS).some(({ length }) => length > 0),
    definitionLists: state.lists.found,
    ownerTitles: ownerTitles(titleMarks, html),
    titles: [...ofCard, ...ofHead], siteName,
    description: visibleLine(withoutCodeMarks(meta.get('description') ?? meta.get('og:description') ?? null)),
    lang: languageTag(visibleLine(state.lang) ?? ''),
    version: visibleLine(state.version ?? meta.get('docsearch:version') ?? null),
    generator: meta.get('generator') ?? (!state.hasSphinxIndex ? '' : state.isSearch ? 'Sphinx/search' : 'Sphinx'),
    aliases: [state.aliases, meta.get('keywords')].flatMap((names) => names?.split(',') ?? []),
    weight: ownerWeight(weights, roots),
    hidden: state.isPageIgnored ? 'excluded' : hiddenBy(meta),
  }
}

function visitStart(state: MetadataState, element: HtmlElement): boolean {
  const { name, attributes } = element
  state.isInTitle = name === 'title' && state.title === null && state.hiddenElement === null
  if (state.isInTitle) {
    readTitleMarks(state, element)
    return true
  }
  state.version ??= attributes.get('data-ask-version') ?? null
  state.aliases ??= attributes.get('data-ask-aliases') ?? null
  const isPage = isWholePage(name)
  if (isPage && (isIgnored(attributes) || isSearchExcluded(attributes))) state.isPageIgnored = true
  if (HIDDEN_ELEMENTS.has(name) || isExcluded(attributes)) return false
  readTitleMarks(state, element)
  if (state.hiddenElement !== null) return true
  if (isHidden(element)) {
    state.hiddenElement = element
    return true
  }
  addCandidate(state, element)
  addWeights(state.weights, element)
  state.ids.push(...idsOf(element))
  if (name === 'html') state.lang ??= attributes.get('lang') ?? attributes.get('xml:lang') ?? null
  else if (name === 'meta') readMeta(element, state.meta)
  else if (name === 'link') readLink(state, element)
  if (isPage || name === 'div' || name === 'table' || name === 'ul') {
    for (const one of classesOf(element)) if (isPage || LIST_CLASS.test(one)) state.pageClasses.push(one)
  }
  addTablePart(state, element)
  if (name === 'dl' || state.lists.open.length > 0) openListPart(state.lists, element)
  return true
}

function openRange({ open }: MetadataState, { at }: HtmlElement): OpenRange {
  const range = { start: at, end: Infinity }
  open.push(range)
  return range
}

function addCandidate(state: MetadataState, element: HtmlElement): void {
  // For speed: no sign fits most elements.
  if (element.attributes.size === 0 && element.name !== 'main' && element.name !== 'article') return
  const classes = classesOf(element)
  const sign = SIGNS.findIndex((isRoot) => isRoot(element, classes))
  const ofSign = state.candidates[sign]
  if (ofSign === undefined || (sign < OWNER_SIGNS && ofSign.at(-1)?.end === Infinity)) return
  if (sign === LAST_SIGN && isNotes(element) === (ofSign.length === 0)) return
  ofSign.push(openRange(state, element))
}

function isNotes({ attributes, parent }: HtmlElement): boolean {
  return attributes.get('id') === 'footnotes' && parent?.name === 'body'
}

/** Takes an element that may say what the table around it is for. */
function addTablePart({ tables }: MetadataState, { name, attributes, at }: HtmlElement): void {
  const table = tables.at(-1)
  if (table !== undefined) {
    if (name === 'tr') {
      table.rows += 1
      if (table.rows === 1) table.firstRow = at
    } else if (name === 'td' && table.rows <= 1) table.firstRow = null
    else if (name === 'pre') table.hasCode = true
    else if (name === 'table' || headingDepth(name) !== null) table.isLayout = true
  }
  if (name === 'table') {
    tables.push({ rows: 0, firstRow: null, hasCode: false, isLayout: attributes.get('role') === 'presentation' })
  }
}

function visitEnd(state: MetadataState, element: HtmlElement, end: number): void {
  const { open, tables, headerRows, layoutTables } = state
  for (let range = open.at(-1); range?.start === element.at; range = open.at(-1)) {
    range.end = end
    open.pop()
  }
  if (state.hiddenElement !== null) {
    if (element === state.hiddenElement) state.hiddenElement = null
    return
  }
  if (element.name === 'title') state.isInTitle = false
  const around = tables.at(-1)
  if (element.name === 'dl' && closeDefinitionList(state.lists) && around?.firstRow === null) around.isLayout = true
  const table = element.name === 'table' ? tables.pop() : undefined
  if (table === undefined) return
  if (table.firstRow !== null && table.rows > 1) headerRows.add(table.firstRow)
  // A table of one row with code is the code and its line numbers.
  if (table.isLayout || (table.hasCode && table.rows <= 1)) layoutTables.add(element.at)
}

/** The elements that hold the content, in order, each from its start tag up to its end tag; null for the whole page. */
function rootsOf(candidates: readonly (readonly OpenRange[])[]): readonly TextRange[] | null {
  const best = candidates.findIndex(({ length }, sign) => length > 0 && (sign !== ARTICLE || length === 1))
  return (best < OWNER_SIGNS || best === LAST_SIGN ? candidates[best] : candidates[best]?.slice(0, 1)) ?? null
}

/** The reason that a page's meta elements give for not listing it. */
function hiddenBy(meta: ReadonlyMap<string, string>): 'redirect' | 'noindex' | null {
  if (meta.has('refresh')) return 'redirect'
  const robots = [meta.get('robots'), meta.get('googlebot')].join().split(',').map((rule) => rule.trim().toLowerCase())
  return robots.includes('noindex') || robots.includes('none') ? 'noindex' : null
}

function readMeta({ attributes }: HtmlElement, meta: Map<string, string>): void {
  const content = attributes.get('content')?.trim() ?? ''
  const key = attributes.get('name') ?? attributes.get('property') ?? attributes.get('http-equiv') ?? ''
  const name = key.toLowerCase()
  // Without an address a page only reloads itself.
  if (content === '' || (name === 'refresh' && !/\burl\s*=/i.test(content))) return
  if (!meta.has(name)) meta.set(name, content)
}

function readLink(state: MetadataState, { attributes }: HtmlElement): void {
  const rel = attributes.get('rel')?.trim().toLowerCase()
  const href = attributes.get('href')?.trim() ?? ''
  if (rel === 'canonical' && href !== '') state.canonical ??= href
  // The index itself names the top of its page, as does the search.
  else if (rel === 'index' && /^#?$|\bgenindex\b/.test(href)) state.hasSphinxIndex = true
  else if (rel === 'search' && href === '#') state.isSearch = true
}

/** Without the name that a page gives its site, and a separator, at the start or the end; null if it has none there. */
function withoutSiteName(title: string, name: string | null): string | null {
  if (name === null) return null
  const folded = foldSpace(title)
  const before = BEFORE_SITE_NAME.find((mark) => folded.startsWith(name + mark))
  if (before !== undefined) return folded.slice(name.length + before.length)
  const after = BEFORE_SITE_NAME.find((mark) => folded.endsWith(mark + name))
  return after === undefined ? null : folded.slice(0, -name.length - after.length)
}

function withoutLastName(title: string): string {
  const folded = foldSpace(title)
  const end = Math.max(...BEFORE_SITE_NAME.map((mark) => folded.lastIndexOf(mark)))
  return end > 0 ? folded.slice(0, end) : folded
}

/** Attributes with a weight. */
const OWN_WEIGHT = 'data-ask-weight'
const PAGEFIND_WEIGHT = 'data-pagefind-weight'

const MARKS = { ask: 'data-ask-title', meta: 'data-pagefind-meta', fallback: 'data-pagefind-default-meta' } as const
type Mark = keyof typeof MARKS
/** An entry in a list of Pagefind's metadata: `title`, `title[content]` or `title:Text`; a text ends the list. */
const TITLE_ENTRY = /^(?:[^:]*,)?\s*title\s*(?:,|$|\[([^\]]{1,100})\]|:([^]*))/

/** The marked titles so far, as texts or elements: of several marks our first counts, and Pagefind's last, as there. */
type TitleMarks = { [K in Mark]: string | OpenRange | null }

interface OwnerWeight {
  readonly attribute: string
  /** NaN if it is not a number. */
  readonly value: number
  /** Offset of the element, and whether that is the whole page. */
  readonly at: number
  readonly isWholePage: boolean
}

function readTitleMarks(state: MetadataState, element: HtmlElement): void {
  const { name, attributes } = element
  const { titleMarks } = state
  if (attributes.size === 0) return
  // Titles of Doxygen, whose sections may have headings as large, and of JSDoc, which stand above the content.
  const isTitle = attributes.get('class') === 'title' && element.parent?.attributes.get('class') === 'headertitle'
  const own = titleMarks.ask === null ? (attributes.get(MARKS.ask)?.trim() ?? (isTitle ? '' : undefined)) : undefined
  if (own !== undefined) titleMarks.ask = own || openRange(state, element)
  if (name === 'h1' && attributes.get('class') === 'page-title') titleMarks.fallback ??= openRange(state, element)
  for (const mark of ['meta', 'fallback'] as const) {
    const title = pagefindTitle(attributes, MARKS[mark])
    if (title !== undefined) titleMarks[mark] = title ?? openRange(state, element)
  }
}

function ownerTitles({ ask, meta, fallback }: TitleMarks, html: string): HtmlMetadata['ownerTitles'] {
  const read = (mark: TitleMarks[Mark]) => (mark === null || typeof mark === 'string' ? mark : titleText(html, mark))
  return { fixed: read(ask ?? meta), fallback: read(fallback) }
}

function titleText(html: string, { start, end }: OpenRange): string {
  const parts: string[] = []
  const selfLinks = createSelfLinkFilter()
  const isBlank = (text: string) => text.trim() === ''
  walkHtml(html, {
    open: (element) => {
      if (element.at !== start && (isHidden(element) || isBoilerplate(element))) return false
      selfLinks.open(element)
      if (element.name === 'br') parts.push(' ')
      return true
    },
    close: (element) => {
      const symbols = selfLinks.close(element)
      if (isBlank(symbols) || parts.every(isBlank)) parts.push(symbols)
    },
    text: (text) => void parts.push(selfLinks.text(text)),
  }, { start, end: Math.min(end, html.length) })
  return parts.join('')
}

function addWeights(weights: OwnerWeight[], { name, attributes, at }: HtmlElement): void {
  if (attributes.size === 0) return
  for (const attribute of [OWN_WEIGHT, PAGEFIND_WEIGHT]) {
    const value = attributes.get(attribute)
    if (value === undefined) continue
    weights.push({ attribute, value: Number(value || NaN), at, isWholePage: isWholePage(name) })
  }
}

/**
 * The weight of a page with its content in these elements, null for the whole page: our mark, else Pagefind's on the
 * page or on the one element with its content. Pagefind's weights of parts of a page have no counterpart.
 */
function ownerWeight(weights: readonly OwnerWeight[], roots: readonly TextRange[] | null): OwnerWeight | null {
  const own = weights.find(({ attribute }) => attribute === OWN_WEIGHT)
  const others = weights.filter(({ attribute }) => attribute === PAGEFIND_WEIGHT)
  const root = roots?.length === 1 ? roots[0] : undefined
  const other = others.find(({ isWholePage }) => isWholePage) ?? others.find(({ at }) => at === root?.start)
  // Pagefind's range begins at 0.
  return own ?? (other === undefined ? null : { ...other, value: Math.max(other.value, WEIGHT_RANGE.min) })
}

/** The title that an attribute of an element gives; null if it is the element's text, undefined for none. */
function pagefindTitle(attributes: Attributes, name: string): string | null | undefined {
  const [entry, attribute, text] = TITLE_ENTRY.exec(attributes.get(name) ?? '') ?? []
  if (entry === undefined || text !== undefined) return text
  return attribute === undefined ? null : attributes.get(attribute.trim().toLowerCase())
}
