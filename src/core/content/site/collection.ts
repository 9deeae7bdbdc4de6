/**
 * Entries of content collections -> the pages of a site. An entry has an id, and its collection a pattern that makes an
 * address of the id: `/blog/[id]/`. A page's slug is the path of its address, without the site's base.
 *
 * An Astro site as JSON, for the route in the site's bundle and for the command line, which runs no site: the settings
 * for its addresses, made of its configuration; and after a build the entries of its collections, with their ids, and
 * their headings with the ids that the site's own plugins gave them.
 */
import { outOfRange } from '../../base/option.ts'
import { encodePath, namesOf, slugSegments } from '../address.ts'
import { type Document, type MenuFields, NO_PLACE } from '../document.ts'
import type { Frontmatter } from '../frontmatter/frontmatter.ts'
import { astroRule, type GeneratedHeading, type HeadingRule } from '../generators/heading-ids.ts'
import { PLAIN_RULES } from '../generators/profile.ts'
import { type MenuEntry, NO_MENU } from '../generators/site-rules.ts'
import { contentHash } from '../chunk.ts'
import { readHtml } from '../html/html.ts'
import { languageTag } from '../../text/language.ts'
import { readMarkdownBody } from '../markdown/markdown.ts'
import type { Page } from '../page.ts'
import type { ContentSettings, PublicationSettings, TitleSettings, WeightSettings } from '../settings.ts'
import { findLocales, findVersions, versionFields, versionOfPath, withScopes } from './folder-scope.ts'
import { withPlaces } from './places.ts'
import { NOT_FOUND_PAGE, type PageAddress, type ReadFile, readPage, type Site, siteOf, sortedBy } from './site.ts'

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
export interface CollectionSettings
  extends TitleSettings, WeightSettings, PublicationSettings, Pick<ContentSettings, 'base' | 'depth'> {
  readonly rule: HeadingRule
  /** First segment of an id -> the language of the entries below it. */
  readonly locales: Readonly<Record<string, string>>
  /** Language of all other entries; null if the site has none. */
  readonly lang: string | null
  /** Version of entries that state none and are in no folder of one. */
  readonly defaultVersion: string | null
  /** The configured menu, by ids of entries or addresses. Default: none. */
  readonly menu?: readonly MenuEntry[]
}

/** Takes the entries of a site's collections one by one, and takes them again when they change. */
export type CollectionBuilder = ReturnType<typeof createCollectionBuilder>

const PATTERN = /^(\/(?:[^[\]?#\s]*\/)?)\[(?:\.\.\.)?[a-z]+\]([^[\]?#\s]*)$/i

/** True for a pattern of addresses: a path with one name in brackets for the id. */
export function isPattern(text: string): boolean {
  return PATTERN.test(text)
}

/** A test of paths that begin with `/`: true for one that fits a pattern, with any slash or `.html` at its end. */
export function createPatternTest(patterns: readonly string[]): (path: string) => boolean {
  const parts = patterns.map((pattern) => {
    const [, prefix = '/', suffix = ''] = PATTERN.exec(pattern) ?? []
    return { prefix, suffix: withoutEnd(suffix) }
  })
  return (path) => parts.some(({ prefix, suffix }) => path.startsWith(prefix) && withoutEnd(path).endsWith(suffix))
}

function withoutEnd(path: string): string {
  return path.replace(/(?:\.html?|\/)$/i, '')
}

/** A builder for one site. */
export function createCollectionBuilder(settings: CollectionSettings) {
  /** Pattern -> path -> the pages of its entries. Of two with the same slug the first counts. */
  const collections = new Map<string, Map<string, ReadFile[]>>()
  /** Address of a page -> id of its entry, and what that says of its place in the menu. */
  const entries = new Map<string, MenuFields & { readonly source: string }>()

  /** `pattern` is one that `isPattern` accepts. */
  function add(entry: CollectionEntry, pattern: string): void {
    const { id, path } = entry
    if (NOT_FOUND_PAGE.test(id)) return
    const document = readEntry(entry, settings)
    const file = readPage(path, document, addressOfEntry(id, document, { ...settings, pattern }))
    if ('page' in file) entries.set(file.page.url, { source: id, ...document.menu })
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
    const versions = findVersions(ids)
    // Without languages in the configuration, those of folders.
    const isConfigured = Object.keys(settings.locales).length > 0
    const found = isConfigured ? {} : findLocales(ids)
    const locales = isConfigured ? settings.locales : found
    if (Object.keys(found).length === 0 && versions.size === 0) return { ...site, locales }
    const scope = { defaultLang: settings.lang, defaultVersion: settings.defaultVersion, locales }
    const scoped = withScopes(site.pages.map((page) => ({ ...page, path: idOf(page) })), scope, found, versions)
    return { ...site, pages: scoped.map((page, i) => ({ ...page, path: site.pages[i]?.path ?? page.path })), locales }
  }

  /** Starlight orders by folders what its sidebar doesn't list. */
  function inMenu(pages: readonly Page[]): readonly Page[] {
    const placed = pages.map((page) => ({ page, ...(entries.get(page.url) ?? { source: page.slug, ...NO_PLACE }) }))
    const tree = placed.some(({ position }) => position !== null) ? 'folders' : null
    return withPlaces(placed, { ...NO_MENU, entries: settings.menu ?? [], tree })
  }

  /** Forgets the entries of a path that were added with a pattern. */
  const remove = (path: string, pattern: string) => void collections.get(pattern)?.delete(path)

  return { add, remove, finish }
}

function readEntry({ path, source, html, headings }: CollectionEntry, { depth, rule }: CollectionSettings): Document {
  if (source.body.trim() !== '' || html === null) return readMarkdownBody(path, source, { depth, rule, headings })
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
  const [, prefix = '/', suffix = ''] = PATTERN.exec(pattern) ?? []
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

const DEFAULT_COLLECTION = 'docs'

/** The addresses of a site's pages; JSON. */
export interface AstroSite extends Pick<CollectionSettings, 'base' | 'locales' | 'lang'> {
  /** Collection -> pattern of its addresses: `/blog/[id]/`. */
  readonly collections: Readonly<Record<string, string>>
  /** Major version of Astro: each has its own rule for ids of headings. */
  readonly major: number
  /** True if SmartyPants is turned off. */
  readonly isPlain: boolean
}

/** The part of Astro's configuration that decides the addresses of pages. */
export interface AstroAddresses {
  readonly base?: string | undefined
  readonly trailingSlash?: string | undefined
  readonly build?: { readonly format?: string | undefined } | undefined
  readonly i18n?: AstroLocales | undefined
  readonly markdown?: object | undefined
}

/** Astro's `i18n`, which Starlight fills in as well. */
export interface AstroLocales {
  readonly defaultLocale?: string | undefined
  readonly locales?: readonly (string | { readonly path: string; readonly codes: readonly string[] })[] | undefined
}

/** Collection -> its entries in a build; JSON. */
export type AstroOutline = Readonly<Record<string, readonly BuiltEntry[]>>

/** An entry in a build. */
export interface BuiltEntry {
  readonly id: string
  /** Its file, relative to the project. */
  readonly path: string
  /** `bodyHash` of its text. */
  readonly hash: string
  readonly headings: readonly GeneratedHeading[]
}

/**
 * The addresses of a site. `collections` is the option, null for its default.
 * Throws an `OptionError` for an invalid pattern.
 */
export function resolveAstroSite(
  collections: Readonly<Record<string, string>> | null,
  config: AstroAddresses,
  major: number,
): AstroSite {
  const named = collections ?? { [DEFAULT_COLLECTION]: defaultPattern(config) }
  const wrong = Object.entries(named).find(([, pattern]) => typeof pattern !== 'string' || !isPattern(pattern))
  if (wrong !== undefined || Object.keys(named).length === 0) {
    const given = wrong === undefined ? '{}' : JSON.stringify({ [wrong[0]]: wrong[1] })
    throw outOfRange('collections', `must name where pages are, such as { blog: '/blog/[id]/' }, not ${given}`)
  }
  const languages = (config.i18n?.locales ?? []).map((locale) => {
    const [path, code] = typeof locale === 'string' ? [locale] : [locale.path, locale.codes[0]]
    return [path, code ?? path] as const
  })
  const { defaultLocale } = config.i18n ?? {}
  return {
    collections: named,
    base: `/${config.base ?? ''}/`.replace(/\/{2,}/g, '/'),
    locales: Object.fromEntries(languages),
    lang: languages.find((names) => names.some((name) => name === defaultLocale))?.[1] ?? defaultLocale ?? null,
    major,
    isPlain: Reflect.get(config.markdown ?? {}, 'smartypants') === false,
  }
}

/** The settings for reading the entries of such a site as pages. */
export function collectionSettings(
  { base, locales, lang, major, isPlain }: AstroSite,
  now: () => number,
): CollectionSettings {
  const rule = astroRule(major, isPlain)
  return { base, depth: 6, rule, locales, lang, defaultVersion: null, siteTitle: null, commonTitles: null, now }
}

/** The pattern of Starlight's own links. */
function defaultPattern({ trailingSlash, build }: AstroAddresses): string {
  if (build?.format === 'file') return '/[id].html'
  return trailingSlash === 'never' ? '/[id]' : '/[id]/'
}

/** The addresses in a file; null for any other value. */
export function decodeAstroSite(value: unknown): AstroSite | null {
  const { collections, base, locales, lang, major, isPlain } = Object(value)
  const isComplete = isTexts(collections) && Object.values(collections).every(isPattern) && isTexts(locales)
  if (!isComplete || typeof base !== 'string' || !/^\/(?:.*\/)?$/.test(base) || typeof major !== 'number') return null
  return { collections, base, locales, lang: typeof lang === 'string' ? lang : null, major, isPlain: isPlain === true }
}

function isTexts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
}

/** The hash of an entry's text without its frontmatter; it is that of the build while the text is the same. */
export function bodyHash(body: string): Promise<string> {
  return contentHash([{ id: '', text: body.trim() }])
}

/** The headings of an entry in the last build; null for one that it did not have, or whose text has changed since. */
export async function builtHeadings(
  entry: BuiltEntry | undefined,
  body: string,
): Promise<readonly GeneratedHeading[] | null> {
  return entry !== undefined && entry.hash === (await bodyHash(body)) ? entry.headings : null
}

/** The headings of an entry as Astro gives them; items that are not headings are left out. */
export function decodeHeadings(value: unknown): GeneratedHeading[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((heading: unknown) => {
    const { depth, slug, text } = Object(heading)
    const isHeading = typeof depth === 'number' && typeof slug === 'string' && typeof text === 'string'
    return isHeading ? { depth, slug, text } : []
  })
}

/** The outline in a file; items that are not entries are left out. */
export function decodeAstroOutline(value: unknown): AstroOutline {
  const collections = Object.entries(Object(value)).map(([name, entries]) => {
    return [name, Array.isArray(entries) ? entries.flatMap(decodeEntry) : []] as const
  })
  return Object.fromEntries(collections.filter(([, entries]) => entries.length > 0))
}

function decodeEntry(value: unknown): BuiltEntry[] {
  const { id, path, hash, headings } = Object(value)
  const isEntry = [id, path, hash].every((text) => typeof text === 'string')
  return isEntry ? [{ id, path, hash, headings: decodeHeadings(headings) }] : []
}
