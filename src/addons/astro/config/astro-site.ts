/**
 * An Astro site as JSON, for the route in the site's bundle and for the command line, which runs no site: the settings
 * for its addresses, made of its configuration; and after a build the entries of its collections, with their ids, and
 * their headings with the ids that the site's own plugins gave them.
 */
import { outOfRange } from '../../../core/base.ts'
import {
  astroRule, COLLECTION_PATTERN, type CollectionSettings, contentHash, type GeneratedHeading,
} from '../../../core/content.ts'

/** True for a pattern of addresses: a path with one name in brackets for the id. */
export function isPattern(text: string): boolean {
  return COLLECTION_PATTERN.test(text)
}

/** A test of paths that begin with `/`: true for one that fits a pattern, with any slash or `.html` at its end. */
export function createPatternTest(patterns: readonly string[]): (path: string) => boolean {
  const parts = patterns.map((pattern) => {
    const [, prefix = '/', suffix = ''] = COLLECTION_PATTERN.exec(pattern) ?? []
    return { prefix, suffix: withoutEnd(suffix) }
  })
  return (path) => parts.some(({ prefix, suffix }) => {
    return path.startsWith(prefix) && withoutEnd(path.slice(prefix.length)).endsWith(suffix)
  })
}

function withoutEnd(path: string): string {
  return path.replace(/(?:\.html?|\/)$/i, '')
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
