/**
 * The sitemap of a site. Its text, or that of a sitemap index -> the addresses in it, as written. It follows the
 * protocol of sitemaps.org, with or without namespace prefixes, character references and CDATA. No text throws: what is
 * cut off or no sitemap is a warning.
 *
 * Its addresses are compared with those of the site's pages as normalized paths: hosts, percent-encoding, `index.html`,
 * `.html` and a slash at the end make no difference. The comparison also finds the base path with which they agree.
 */
import { encodePath } from '../address.ts'
import type { Document } from '../document.ts'
import { decodeEntities } from '../entities.ts'
import { decodeAddress } from '../generators/source-address.ts'

/** The limits of one sitemap, by the protocol. */
export const SITEMAP_LIMITS = {
  /** Addresses of pages, or of further sitemaps. */
  locations: 50_000,
  /** Uncompressed. */
  bytes: 50 * 1024 * 1024,
}

/** Names of sitemaps by convention, those of an index first; relative to the root of the site. */
export const USUAL_NAMES = ['sitemap-index.xml', 'sitemap_index.xml', 'sitemap.xml']

/** Characters of an address, by the protocol. */
const MAX_LOCATION = 2_048

const NO_ELEMENT = /<!--[^]*?(?:-->|$)|<[?!](?!\[)[^>]*>?/g
/** With its prefix: addresses of images and videos have others. */
const ROOT = /<((?:[\w-]+:)?)([\w-]+)/
/** UTF-16 units of an address with its markup. */
const MAX_LOCATION_SOURCE = 4 * MAX_LOCATION
const END = /(?:<\/(?:[\w-]+:)?(?:urlset|sitemapindex)\s*|\/)>$/i
/** Each form ends with the text at the latest, so no character is looked at again. */
const TEXT = /<!\[CDATA\[([^]*?)(?:\]\]>|$)|<[^<>]*>?|([^<]+)/g

/** The end of an address that is that of a file. */
const FILE = /\.html?(?:[?#]|$)/i
/** Host of an address without one. */
const SOME_HOST = 'http://localhost'
/** Segments of a base path. */
const MAX_BASE_SEGMENTS = 8
/** Pages named in one warning. */
const MAX_NAMED = 3

/** Differences between pages and sitemap. */
export type SitemapMatch = ReturnType<typeof matchSitemap>

/** An address and its normalized path, without slashes at its ends; null without a path. */
interface Keyed {
  readonly url: string
  readonly key: string | null
}

/**
 * Reads a sitemap: the addresses of its pages or, of a sitemap index, those of further `sitemaps`, in order. Any other
 * text has no addresses and a warning.
 */
export function readSitemap(xml: string): Record<'pages' | 'sitemaps', readonly string[]> & Pick<Document, 'warnings'> {
  const text = xml.replace(NO_ELEMENT, '').trimEnd()
  const [, prefix = '', root = ''] = ROOT.exec(text.slice(0, MAX_LOCATION)) ?? []
  const isIndex = root.toLowerCase() === 'sitemapindex'
  if (root.toLowerCase() !== 'urlset' && !isIndex) {
    const element = root === '' ? 'no element' : `<${root.toLowerCase().slice(0, 40)}>`
    const message = `Not a sitemap: it should start with <urlset> or <sitemapindex>, and has ${element}`
    return { pages: [], sitemaps: [], warnings: [{ line: 1, message }] }
  }
  const { locations } = SITEMAP_LIMITS
  const addresses = text.split(new RegExp(`<${prefix}loc(?:\\s[^<>]*)?>`, 'i')).slice(1).flatMap((part) => {
    const end = part.indexOf('</')
    const address = end > MAX_LOCATION_SOURCE ? part : part.slice(0, end).replace(TEXT, plainText).trim()
    return end === -1 || address === '' ? [] : address
  })
  const found = addresses.slice(0, locations).filter(({ length }) => length <= MAX_LOCATION)
  const message = addresses.length > locations ? `Left out with all that follows: more than ${locations} addresses`
    : found.length < addresses.length ? `Left out: an address of more than ${MAX_LOCATION} characters`
    : END.test(text.slice(-MAX_LOCATION)) ? null : `Broken XML: the file ends before </${root}>`
  const warnings = message === null ? [] : [{ line: 1, message }]
  return { pages: isIndex ? [] : found, sitemaps: isIndex ? found : [], warnings }
}

/** References are decoded, CDATA is text as it stands. */
const plainText = (_: string, raw?: string, text = '') => raw ?? decodeEntities(text)

/** The addresses in the `Sitemap:` lines of a robots.txt, at most as many as in one sitemap. */
export function readRobotsSitemaps(text: string): string[] {
  const lines = [...text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*([^\s#]+)/gim)].slice(0, SITEMAP_LIMITS.locations)
  return lines.map(([, location = '']) => location)
}

/**
 * Compares addresses of pages, all below `base`, with those of a sitemap: the pages that it does not list (`unlisted`)
 * and its addresses without a page (`unknown`), at the base that fits best; that base, with a slash at both ends, null
 * if it is that of the pages; its rule for slashes at the end, null if the pages have the same.
 */
export function matchSitemap(urls: readonly string[], locations: readonly string[], base = '/') {
  const pageBase = plainPath(base) ?? ''
  const pages = keyed(urls, pageBase)
  const prefix = bestPrefix(pages, keyed(locations, ''), pageBase)
  const listed = keyed(locations, prefix)
  return {
    unlisted: missingFrom(listed, pages), unknown: missingFrom(pages, listed),
    base: prefix === pageBase ? null : prefix === '' ? '/' : `/${encodePath(prefix.split('/'))}/`,
    trailingSlash: slashOf(pages, listed),
  }
}

function missingFrom(addresses: readonly Keyed[], candidates: readonly Keyed[]): string[] {
  const keys = new Set(addresses.map(({ key }) => key))
  return candidates.filter(({ key }) => key === null || !keys.has(key)).map(({ url }) => url)
}

/** Messages for the site's owner, one line each; `pageBase` is the base of the pages, `pages` their number. */
export function describeMatch(match: SitemapMatch, pages: number, pageBase: string): string[] {
  const { unlisted, base, trailingSlash } = match
  const lines: string[] = []
  if (base !== null) {
    const wanted = URL.canParse(pageBase) ? new URL(base, pageBase).href : base
    lines.push(`The sitemap has the pages below ${wanted}, not ${pageBase}: links need \`--base ${wanted}\``)
  }
  if (trailingSlash !== null) {
    const form = trailingSlash ? 'with' : 'without'
    const advice = trailingSlash ? 'leave `--no-trailing-slash` out' : 'pass `--no-trailing-slash`'
    lines.push(`The sitemap writes addresses ${form} a slash at the end: ${advice} for links to do the same`)
  }
  if (unlisted.length > 0) {
    const more = unlisted.length > MAX_NAMED ? ` and ${unlisted.length - MAX_NAMED} more` : ''
    const named = `${unlisted.slice(0, MAX_NAMED).join(', ')}${more}`
    lines.push(`Not in the sitemap, but still searched: ${unlisted.length} of ${pages} pages: ${named}`)
  }
  return lines
}

/** Each address with its path below `prefix`. */
function keyed(urls: readonly string[], prefix: string): Keyed[] {
  const length = prefix === '' ? 0 : prefix.length + 1
  return urls.map((url) => {
    const key = plainPath(url)
    const isBelow = key !== null && (prefix === '' || key === prefix || key.startsWith(`${prefix}/`))
    return { url, key: isBelow ? key.slice(length) : null }
  })
}

/**
 * The normalized path of an address, null for a text that is not an address:
 * `https://example.com/docs/a%20b/index.html?x` is `docs/a b`.
 */
export function plainPath(url: string): string | null {
  if (!URL.canParse(url, SOME_HOST)) return null
  const { pathname, protocol } = new URL(url, SOME_HOST)
  if (!/^https?:$/.test(protocol)) return null
  const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/index\.html?$|\.html?$/i, '')
  // Systems compose the letters of file names in different ways.
  return path.split('/').filter((segment) => segment !== '').map((name) => decodeAddress(name).normalize()).join('/')
}

/**
 * The path before most pages of the sitemap. A path other than `pageBase` must fit at least half of the pages that
 * could agree, because single pages may have the same name by chance.
 */
function bestPrefix(pages: readonly Keyed[], listed: readonly Keyed[], pageBase: string): string {
  const keys = new Set(pages.map(({ key }) => key))
  const votes = new Map<string, number>()
  for (const key of new Set(listed.flatMap(({ key }) => key ?? []))) {
    const segments = key === '' ? [] : key.split('/')
    for (let depth = 0; depth <= Math.min(segments.length, MAX_BASE_SEGMENTS); depth += 1) {
      const prefix = segments.slice(0, depth).join('/')
      if (keys.has(segments.slice(depth).join('/'))) votes.set(prefix, (votes.get(prefix) ?? 0) + 1)
    }
  }
  let best = pageBase
  for (const [prefix, count] of votes) if (count > (votes.get(best) ?? 0)) best = prefix
  return 2 * (votes.get(best) ?? 0) >= Math.min(pages.length, listed.length) ? best : pageBase
}

/**
 * True if all listed pages end in a slash in the sitemap but not in their own addresses; false for the reverse; null
 * for anything else.
 */
function slashOf(pages: readonly Keyed[], listed: readonly Keyed[]): boolean | null {
  const locations = new Map(listed.map(({ key, url }) => [key, url]))
  const pairs = pages.flatMap(({ key, url }) => {
    const location = locations.get(key)
    // The root always has a slash, and the address of a file never has one.
    if (!key || location === undefined || FILE.test(url) || FILE.test(location)) return []
    const [page, sitemap] = [url, location].map((one) => new URL(one, SOME_HOST).pathname.endsWith('/'))
    return { page, sitemap }
  })
  const [first] = pairs
  const isSame = pairs.every(({ page, sitemap }) => page !== sitemap && sitemap === first?.sitemap)
  return isSame ? (first?.sitemap ?? null) : null
}
