/**
 * The first pass over a page -> the metadata of its head, and the elements that
 * hold the content. A second pass reads these.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { decodeEntities } from '../entities.ts'
import { isHidden, isNeverShown } from './boilerplate.ts'
import { headingDepth, idsOf } from './heading.ts'
import { createWeightFinder, isExcluded, isIgnored, type OwnerWeight } from './owner-marks.ts'
import { createTitleFinder, type OwnerTitles } from './owner-titles.ts'
import { createRootFinder } from './roots.ts'
import type { HtmlRange } from './tokens.ts'
import { type HtmlElement, walkHtml } from './tree.ts'

/** Metadata of one page. */
export interface HtmlMetadata {
  /** The elements that hold the content, in order; null for the whole page. */
  readonly roots: readonly HtmlRange[] | null
  /** True if the author marked the content (`data-ask-body`, `data-pagefind-body`). */
  readonly hasBodyMark: boolean
  /** Ids of all elements, in order. */
  readonly ids: readonly string[]
  /** Offsets of tables that lay out a page instead of showing data. */
  readonly layoutTables: ReadonlySet<number>
  /** Offsets of the first rows of tables that have only header cells, also outside `<thead>`. */
  readonly headerRows: ReadonlySet<number>
  /** The titles that the author marked. */
  readonly ownerTitles: OwnerTitles
  /** `og:title`, then `<title>` without the name of the site. */
  readonly titles: readonly string[]
  /** `og:site_name` */
  readonly siteName: string | null
  readonly description: string | null
  readonly lang: string | null
  /** The first `data-ask-version`, else the version that Docusaurus states. */
  readonly version: string | null
  /** Other names of the page, separated by commas: the first `data-ask-aliases`; null for none. */
  readonly aliases: string | null
  /** The weight that the author gave the page; null for none. */
  readonly weight: OwnerWeight | null
  readonly hidden: 'excluded' | 'noindex' | 'redirect' | null
}

/** A table without its end tag so far. */
interface OpenTable {
  rows: number
  /** Offset of its first row while that has only header cells, else null. */
  firstRow: number | null
  hasCode: boolean
  /** True if it holds a table or a heading, which no table of data does. */
  isLayout: boolean
}

/** Separators before the name of the site: `Routing | Site`. The last one counts. */
const BEFORE_SITE_NAME = [' | ', ' - ', ' – ', ' — ', ' · ']

/** Reads the metadata of a page; `html` has `\n` as its only line break. */
export function readHtmlMetadata(html: string): HtmlMetadata {
  const finder = createRootFinder()
  const tables: OpenTable[] = []
  const ids: string[] = []
  const layoutTables = new Set<number>()
  const headerRows = new Set<number>()
  const meta = new Map<string, string>()
  let isInTitle = false
  let title: string | null = null
  let lang: string | null = null
  let version: string | null = null
  let aliases: string | null = null
  const titleFinder = createTitleFinder()
  const weightFinder = createWeightFinder()
  /** The element without content that is read for marked titles alone. */
  let hiddenElement: HtmlElement | null = null
  let isPageIgnored = false

  function open(element: HtmlElement): boolean {
    const { name, attributes } = element
    isInTitle = name === 'title' && title === null && hiddenElement === null
    if (isInTitle) {
      titleFinder.open(element)
      return true
    }
    version ??= attributes.get('data-ask-version') ?? null
    aliases ??= attributes.get('data-ask-aliases') ?? null
    const isWholePage = name === 'html' || name === 'body'
    if (isWholePage && isIgnored(attributes)) isPageIgnored = true
    if (isNeverShown(element) || isExcluded(attributes)) return false
    titleFinder.open(element)
    if (hiddenElement !== null) return true
    if (isHidden(element)) {
      hiddenElement = element
      return true
    }
    finder.open(element)
    weightFinder.open(element)
    ids.push(...idsOf(element))
    if (name === 'html') lang ??= attributes.get('lang') ?? attributes.get('xml:lang') ?? null
    else if (name === 'meta') readMeta(element, meta)
    const table = tables.at(-1)
    if (table !== undefined) {
      if (name === 'tr') {
        table.rows += 1
        if (table.rows === 1) table.firstRow = element.at
      } else if (name === 'td' && table.rows <= 1) table.firstRow = null
      else if (name === 'pre') table.hasCode = true
      else if (name === 'table' || headingDepth(name) !== null) table.isLayout = true
    }
    if (name === 'table') {
      tables.push({ rows: 0, firstRow: null, hasCode: false, isLayout: attributes.get('role') === 'presentation' })
    }
    return true
  }

  function close(element: HtmlElement, end: number): void {
    titleFinder.close(element)
    if (hiddenElement !== null) {
      if (element === hiddenElement) hiddenElement = null
      return
    }
    finder.close(element, end)
    if (element.name === 'title') isInTitle = false
    if (element.name !== 'table') return
    const table = tables.pop()
    if (table !== undefined && table.firstRow !== null && table.rows > 1) headerRows.add(table.firstRow)
    // A table of one row with code is the code and its line numbers.
    if (table !== undefined && (table.isLayout || (table.hasCode && table.rows <= 1))) layoutTables.add(element.at)
  }

  function text(text: string): void {
    titleFinder.text(text)
    if (isInTitle) title ??= decodeEntities(text)
  }

  walkHtml(html, { open, close, text })
  const cardTitle = meta.get('og:title')
  const roots = finder.roots()
  return {
    roots,
    hasBodyMark: finder.hasBodyMark(),
    ids,
    layoutTables,
    headerRows,
    ownerTitles: titleFinder.titles(),
    titles: [...(cardTitle === undefined ? [] : [cardTitle]), ...(title === null ? [] : [withoutSiteName(title)])],
    siteName: meta.get('og:site_name') ?? null,
    description: meta.get('description') ?? meta.get('og:description') ?? null,
    lang,
    version: version ?? meta.get('docsearch:version') ?? null,
    aliases,
    weight: weightFinder.weight(roots),
    hidden: isPageIgnored ? 'excluded' : hiddenBy(meta),
  }
}

/** The reason that a page's meta elements give for not listing it. */
function hiddenBy(meta: ReadonlyMap<string, string>): 'redirect' | 'noindex' | null {
  if (meta.has('refresh')) return 'redirect'
  return isNoIndex(meta.get('robots') ?? '') ? 'noindex' : null
}

function readMeta({ attributes }: HtmlElement, meta: Map<string, string>): void {
  const content = attributes.get('content')?.trim() ?? ''
  const key = attributes.get('name') ?? attributes.get('property') ?? attributes.get('http-equiv') ?? ''
  const name = key.toLowerCase()
  // Without an address a page only reloads itself.
  if (content === '' || (name === 'refresh' && !/\burl\s*=/i.test(content))) return
  if (!meta.has(name)) meta.set(name, content)
}

function isNoIndex(robots: string): boolean {
  return robots.split(',').some((rule) => ['noindex', 'none'].includes(rule.trim().toLowerCase()))
}

function withoutSiteName(title: string): string {
  const folded = foldSpace(title)
  const end = Math.max(...BEFORE_SITE_NAME.map((mark) => folded.lastIndexOf(mark)))
  return end > 0 ? folded.slice(0, end) : folded
}
