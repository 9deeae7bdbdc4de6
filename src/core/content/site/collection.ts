/**
 * Entries of content collections -> the pages of a site. An entry has an id, and its collection a pattern that makes an
 * address of the id: `/blog/[id]/`. A page's slug is the path of its address, without the site's base.
 */
import { encodePath, namesOf, slugSegments } from '../address.ts'
import { type Document, type MenuFields, NO_PLACE } from '../document.ts'
import type { Frontmatter } from '../frontmatter/frontmatter.ts'
import type { GeneratedHeading, HeadingRule } from '../generators/heading-ids.ts'
import { PLAIN_RULES } from '../generators/rules.ts'
import { type MenuEntry, NO_MENU } from '../generators/site-rules.ts'
import { readHtml } from '../html/html.ts'
import { languageTag } from '../../text/language.ts'
import { readMarkdownBody } from '../markdown/markdown.ts'
import type { Page } from '../page.ts'
import type { ContentSettings } from '../settings.ts'
import { findLocales, findVersions, versionFields, versionOfPath, withScopes } from './folder-scope.ts'
import { isRead } from './link-targets.ts'
import { withPlaces } from './places.ts'
import { isNotFoundPage, type PageAddress, type ReadFile, readPage, type Site, siteOf, sortedBy } from './site.ts'

/** The content of one page in a collection. */
export interface CollectionEntry {
  readonly id: string
  /** Path or name of its file. One that ends in `.mdx` is MDX. */
  readonly path: string
  /** Its Markdown; empty if it has only `html`. */
  readonly source: Frontmatter
  /** Its rendered content, read if there is no Markdown. */
  readonly html: string | null
  /** The headings by the site's generator; empty if they are unknown. */
  readonly headings: readonly GeneratedHeading[]
}

/** Settings for reading entries as pages. */
export interface CollectionSettings extends Pick<
  ContentSettings,
  'base' | 'commonTitles' | 'defaultVersion' | 'depth' | 'now' | 'siteTitle' | 'weights'
> {
  readonly rule: HeadingRule
  /** First segment of an id -> the language of the entries below it. */
  readonly locales: Readonly<Record<string, string>>
  /** Language of all other entries; null if the site has none. */
  readonly lang: string | null
  /** The configured menu, by ids of entries or addresses. Default: none. */
  readonly menu?: readonly MenuEntry[]
}

/** A pattern of addresses: a path with one name in brackets for the id. */
export const COLLECTION_PATTERN = /^(\/(?:[^[\]?#\s]*\/)?)\[(?:\.\.\.)?[a-z]+\]([^[\]?#\s]*)$/i

/** A builder for one site: it takes entries one by one, and takes them again when they change. */
export function createCollectionBuilder(settings: CollectionSettings) {
  /** Pattern -> path -> the pages of its entries. Of two with the same slug the first counts. */
  const collections = new Map<string, Map<string, ReadFile[]>>()
  /** Address of a page -> id of its entry, and what that says of its place in the menu. */
  const entries = new Map<string, MenuFields & { readonly source: string }>()

  /** `pattern` fits `COLLECTION_PATTERN`. */
  function add(entry: CollectionEntry, pattern: string): void {
    const { id, path } = entry
    if (isNotFoundPage(id)) return
    const document = readEntry(entry, settings)
    const file = readPage(path, document, addressOfEntry(id, document, { ...settings, pattern }))
    if (isRead(file)) entries.set(file.page.url, { source: id, ...document.menu })
    const files = collections.get(pattern) ?? new Map<string, ReadFile[]>()
    collections.set(pattern, files.set(path, [...(files.get(path) ?? []), file]))
  }

  /** The site of all entries that were added and not removed; their order within a pattern is that of their paths. */
  function finish(): Site {
    const files = [...collections.values()].flatMap((byPath) => {
      return sortedBy([...byPath], ([path]) => path).flatMap(([, ofPath]) => ofPath)
    })
    const ofFiles = siteOf(files, settings, PLAIN_RULES)
    const site = { ...ofFiles, title: null, pages: inMenu(ofFiles.pages) }
    const idOf = ({ url }: Page) => entries.get(url)?.source ?? ''
    const ids = site.pages.map(idOf)
    // Without languages in the configuration, those of folders.
    const locales = Object.keys(settings.locales).length > 0 ? settings.locales : findLocales(ids)
    const { lang: defaultLang, defaultVersion } = settings
    const scopes = { defaultLang, defaultVersion, locales, versions: findVersions(ids) }
    return { ...site, pages: withScopes(site.pages, scopes, idOf), locales }
  }

  /** Starlight orders by folders what its sidebar doesn't list. */
  function inMenu(pages: readonly Page[]): readonly Page[] {
    const placed = pages.map((page) => ({ page, ...(entries.get(page.url) ?? { source: page.slug, ...NO_PLACE }) }))
    const tree = placed.some(({ position }) => position !== null) ? 'folders' : null
    return withPlaces(placed, { ...NO_MENU, entries: settings.menu ?? [], tree, ties: 'slugs' })
  }

  const remove = (path: string, pattern: string) => void collections.get(pattern)?.delete(path)

  return { add, remove, finish }
}

function readEntry({ path, source, html, headings }: CollectionEntry, { depth, rule }: CollectionSettings): Document {
  const rules = { ...PLAIN_RULES, headings: rule }
  if (source.body.trim() !== '' || html === null) return readMarkdownBody(path, source, { depth, headings, rules })
  const { title, titles, sections, ids, warnings } = readHtml({ path, text: html }, { depth })
  const fields = readMarkdownBody(path, { ...source, body: '' }, { depth })
  const shown = fields.titles.isFixed ? {} : { title, titles }
  return { ...fields, ...shown, sections, ids, warnings }
}

function addressOfEntry(
  id: string,
  document: Pick<Document, 'title' | 'group' | 'lang' | 'version'>,
  { pattern, base, locales, lang, defaultVersion }: CollectionSettings & { readonly pattern: string },
): PageAddress {
  const [, prefix = '/', suffix = ''] = COLLECTION_PATTERN.exec(pattern) ?? []
  const idSegments = slugSegments(id)
  // `/[id].html` has a file for the root, `/[id]/` the root itself.
  const segments = idSegments.length === 0 && /^\.[a-z]+$/i.test(suffix) ? ['index'] : idSegments
  const path = prefix + encodePath(segments) + suffix
  const suffixSegments = suffix.replace(/^\.[a-z]+$/i, '').split('/')
  const all = [...prefix.split('/'), ...idSegments, ...suffixSegments].filter((segment) => segment !== '')
  const [locale = ''] = idSegments
  const localeLang = Object.hasOwn(locales, locale) ? locales[locale] : undefined
  const folders = all.filter((segment, i) => i > 0 || localeLang === undefined || segment !== locale).slice(0, -1)
  const isRoot = segments.length === 0 && suffix === ''
  return {
    ...namesOf(all, folders[0], document),
    // Only the address of the site's root ends with a slash.
    url: isRoot ? (base + prefix.slice(1)).replace(/(?<=.)\/$/, '') : base + path.replace(/\/{2,}/g, '/').slice(1),
    // Languages of pages have one spelling; that of a configuration may be any text.
    lang: document.lang ?? languageTag(localeLang ?? lang ?? '') ?? localeLang ?? lang,
    ...versionFields(document.version ?? versionOfPath(`${folders.join('/')}/`), defaultVersion),
  }
}
