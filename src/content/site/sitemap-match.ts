/**
 * Addresses of a site's pages against those its sitemap lists, as paths in one
 * spelling: hosts, percent-encoding, `index.html`, `.html` and a slash at the
 * end make no difference. Also finds the base path that makes them agree.
 */
import { encodePath } from '../address.ts'

/** How pages and sitemap agree. */
export interface SitemapMatch {
  /** Addresses of pages that the sitemap does not list, at the base that fits best. */
  readonly unlisted: readonly string[]
  /** Addresses of the sitemap where no page is, at that base. */
  readonly unknown: readonly string[]
  /** Path, with a slash at both ends, that the pages are below by the sitemap; null where it is the one they have. */
  readonly base: string | null
  /** Whether pages end in a slash by the sitemap; null where theirs do the same, or where the sitemap has both. */
  readonly trailingSlash: boolean | null
}

/** An address and its path in the one spelling, without slashes at its ends; null where it has none. */
interface Keyed {
  readonly url: string
  readonly key: string | null
}

/** Where an address without a host is taken to be. */
const SOME_HOST = 'http://localhost'
/** Length of a base path that is looked for. */
const MAX_BASE_SEGMENTS = 8
/** Pages named one by one in a warning. */
const MAX_NAMED = 3

/** Compares addresses of pages, all below `base`, with those of a sitemap. */
export function matchSitemap(urls: readonly string[], locations: readonly string[], base = '/'): SitemapMatch {
  const own = plainPath(base) ?? ''
  const pages = keyed(urls, own)
  const prefix = bestPrefix(pages, keyed(locations, ''), own)
  const listed = keyed(locations, prefix)
  const [pageKeys, listedKeys] = [pages, listed].map((all) => new Set(all.map(({ key }) => key)))
  return {
    unlisted: pages.filter(({ key }) => key === null || !listedKeys!.has(key)).map(({ url }) => url),
    unknown: listed.filter(({ key }) => key === null || !pageKeys!.has(key)).map(({ url }) => url),
    base: prefix === own ? null : prefix === '' ? '/' : `/${encodePath(prefix.split('/'))}/`,
    trailingSlash: slashOf(pages, listed),
  }
}

/** What a site's owner should know of it, a line each; `own` is the base the pages have, `pages` their number. */
export function describeMatch({ unlisted, base, trailingSlash }: SitemapMatch, pages: number, own: string): string[] {
  const lines: string[] = []
  if (base !== null) {
    const wanted = URL.canParse(own) ? new URL(base, own).href : base
    lines.push(`The sitemap has the pages below ${wanted}, not ${own}: links need \`--base ${wanted}\``)
  }
  if (trailingSlash !== null) {
    const [form, advice] = trailingSlash ? ['with', 'leave `--no-trailing-slash` out'] : ['without', 'pass `--no-trailing-slash`']
    lines.push(`The sitemap writes addresses ${form} a slash at the end: ${advice} for links to do the same`)
  }
  if (unlisted.length > 0) {
    const more = unlisted.length > MAX_NAMED ? ` and ${unlisted.length - MAX_NAMED} more` : ''
    const named = `${unlisted.slice(0, MAX_NAMED).join(', ')}${more}`
    lines.push(`Not in the sitemap, and searched all the same: ${unlisted.length} of ${pages} pages: ${named}`)
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
 * Path of an address in the one spelling, null for what is none:
 * `https://example.com/docs/a%20b/index.html?x` is `docs/a b`.
 */
export function plainPath(url: string): string | null {
  if (!URL.canParse(url, SOME_HOST)) return null
  const { pathname, protocol } = new URL(url, SOME_HOST)
  if (!/^https?:$/.test(protocol)) return null
  const path = pathname.replace(/\/+$/, '').replace(/\/index\.html?$|\.html?$/i, '')
  return path.split('/').filter((segment) => segment !== '').map(decodeSegment).join('/')
}

/** Names of files differ between systems in how they compose letters. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize()
  } catch {
    return segment
  }
}

/**
 * The path in front of the most pages of the sitemap. Another than `own` has
 * to be that of at least half of all that could agree: one page that happens
 * to have the name of another is no proof.
 */
function bestPrefix(pages: readonly Keyed[], listed: readonly Keyed[], own: string): string {
  const keys = new Set(pages.map(({ key }) => key))
  const votes = new Map<string, number>()
  for (const key of new Set(listed.flatMap(({ key }) => key ?? []))) {
    const segments = key === '' ? [] : key.split('/')
    for (let depth = 0; depth <= Math.min(segments.length, MAX_BASE_SEGMENTS); depth += 1) {
      const prefix = segments.slice(0, depth).join('/')
      if (keys.has(segments.slice(depth).join('/'))) votes.set(prefix, (votes.get(prefix) ?? 0) + 1)
    }
  }
  let best = own
  for (const [prefix, count] of votes) if (count > (votes.get(best) ?? 0)) best = prefix
  return 2 * (votes.get(best) ?? 0) >= Math.min(pages.length, listed.length) ? best : own
}

/** How all pages that are listed end by the sitemap, where theirs end otherwise. */
function slashOf(pages: readonly Keyed[], listed: readonly Keyed[]): boolean | null {
  const places = new Map(listed.map(({ key, url }) => [key, url]))
  const pairs = pages.flatMap(({ key, url }) => {
    const place = places.get(key)
    // The root has a slash either way, and a file's own name says nothing of the others.
    return !key || place === undefined || isFile(url) || isFile(place) ? [] : [[hasSlash(url), hasSlash(place)] as const]
  })
  const [first] = pairs
  if (first === undefined || !pairs.every(([own, wanted]) => own !== wanted && wanted === first[1])) return null
  return first[1]
}

function isFile(url: string): boolean {
  return /\.html?(?:[?#]|$)/i.test(url)
}

function hasSlash(url: string): boolean {
  return new URL(url, SOME_HOST).pathname.endsWith('/')
}
