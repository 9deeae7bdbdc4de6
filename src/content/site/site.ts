/**
 * Files of a content folder -> the pages of a site. Which files count is told
 * by their names alone (`selectFiles`), so that texts can be read one after
 * the other; what holds for the site as a whole is settled at the end.
 *
 * Pages are in order of their slugs, segment by segment in code-unit order, a
 * page before those below it: `index`, `guides`, `guides/api`, `guides-old`.
 */
import { addressOf, formatOf, pathSlug } from '../address.ts'
import type { Document } from '../document.ts'
import { readHtml } from '../html/html.ts'
import { readMarkdown } from '../markdown/markdown.ts'
import type { Page, SourceFile, Warning } from '../page.ts'
import type { ContentSettings } from '../settings.ts'

/** `404.html`, `fr/404/index.html`. */
const NOT_FOUND_PAGE = /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?404(?:\/index)?\.[a-z]+$/i

export interface Site {
  readonly pages: readonly Page[]
  readonly warnings: readonly Warning[]
  /** Number of files that are pages but may not be searched: drafts, redirects, what their author excluded. */
  readonly hidden: number
}

/** A file that may be searched. */
interface Found extends Pick<Document, 'hasBodyMark' | 'warnings'> {
  readonly page: Page
}

/** Takes the files of a site one after the other. */
export interface SiteReader {
  readonly add: (file: SourceFile) => void
  readonly finish: () => Site
}

/** Whether a file or folder of this name belongs to the site, not to the tools that make it. */
export function isPublicName(name: string): boolean {
  return !name.startsWith('_') && !name.startsWith('.') && name !== 'node_modules'
}

/**
 * The files that hold the pages of a site, in the order in which they count
 * when two have the same slug. A folder with at least as many HTML as Markdown
 * files is a built site, of which the HTML is read; else the Markdown is.
 */
export function selectFiles(paths: Iterable<string>): string[] {
  const found = { html: [] as string[], markdown: [] as string[] }
  for (const path of paths) {
    const format = formatOf(path)
    if (format !== null && path.split('/').every(isPublicName) && !NOT_FOUND_PAGE.test(path)) found[format].push(path)
  }
  const files = found.html.length >= found.markdown.length ? found.html : found.markdown
  return sortedBy(files, (path) => [orderKey(pathSlug(path)), folderRank(path), path].join('\0'))
}

/** Reads the files of a site, as selected, in any number of steps. */
export function createSiteReader(settings: ContentSettings): SiteReader {
  const found: Found[] = []
  let hidden = 0

  function add(file: SourceFile): void {
    const read = formatOf(file.path) === 'html' ? readHtml : readMarkdown
    const document = read(file, { depth: settings.depth })
    if (document.hidden === null) found.push(placed(file.path, document, settings))
    else hidden += 1
  }

  function finish(): Site {
    // As soon as one page marks what is to be searched, pages without a mark are not.
    const isMarked = found.some(({ hasBodyMark }) => hasBodyMark)
    const shown = found.filter(({ hasBodyMark }) => hasBodyMark || !isMarked)
    const { pages, warnings } = orderPages(shown)
    return { pages: withoutLoneGroups(pages), warnings, hidden: hidden + found.length - shown.length }
  }

  return { add, finish }
}

/** The site that the selected files make. */
export function readSiteFiles(files: Iterable<SourceFile>, settings: ContentSettings): Site {
  const reader = createSiteReader(settings)
  for (const file of files) reader.add(file)
  return reader.finish()
}

/** The pages in the order of their slugs, the first of those that share one, and all warnings. */
export function orderPages(found: Iterable<Pick<Found, 'page' | 'warnings'>>): Pick<Site, 'pages' | 'warnings'> {
  const pages = new Map<string, Page>()
  const warnings: Warning[] = []
  for (const { page, warnings: own } of found) {
    const { slug, path } = page
    for (const warning of own) warnings.push({ path, ...warning })
    const first = pages.get(slug)
    if (first === undefined) pages.set(slug, page)
    else warnings.push({ path, line: 1, message: `${path} is left out: ${first.path} has the same slug, ${slug}` })
  }
  return { pages: sortedBy([...pages.values()], ({ slug }) => orderKey(slug)), warnings }
}

/**
 * A page at its place. A copy, since the strings of a document are parts of the
 * text of its file, all of which they keep in memory.
 */
function placed(path: string, document: Document, settings: ContentSettings): Found {
  const { description, lang, sections, hasBodyMark, warnings } = document
  const page = { path, description, lang, sections, ...addressOf(path, document, settings) }
  return structuredClone({ page, hasBodyMark, warnings })
}

/** Built sites give each page a folder; one that holds nothing else is no group. */
function withoutLoneGroups(pages: readonly Page[]): Page[] {
  const below = pages.filter(({ slug }) => slug.includes('/'))
  const folders = new Set(below.map(({ slug }) => slug.slice(0, slug.indexOf('/'))))
  const isLone = ({ path, slug }: Page) => formatOf(path) === 'html' && !slug.includes('/') && !folders.has(slug)
  return pages.map((page) => (isLone(page) ? { ...page, group: null } : page))
}

/** `index` comes before `README` and before the file beside their folder. */
function folderRank(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /^index\./i.test(name) ? 0 : /^readme\./i.test(name) ? 1 : 2
}

/** Sorts as the segments of the slug do one by one. */
function orderKey(slug: string): string {
  return slug === 'index' ? '' : slug.replaceAll('/', '\u0001')
}

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item)
}
