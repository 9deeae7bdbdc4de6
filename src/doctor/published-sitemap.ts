/**
 * The address of a site -> what its published sitemaps list. Only this site is
 * asked, whatever host a sitemap names: a preview's sitemap names production.
 */
import { readRobotsSitemaps, readSitemap, SITEMAP_LIMITS } from '../content/sitemap.ts'
import { AskError } from '../errors.ts'
import { exchange, type ExchangeIo } from './exchange.ts'
import type { ComparedSitemap } from './urls.ts'

const USUAL_NAMES = ['sitemap-index.xml', 'sitemap_index.xml', 'sitemap.xml']
/** Sitemaps of one site that are read. */
const MAX_SITEMAPS = 50
/** For all of them, in ms. */
const TIMEOUT_MS = 30_000

/** How sitemaps are fetched; `now` is a clock in ms. */
interface SitemapIo extends ExchangeIo {
  readonly now: () => number
}

/** The address of a site without a slash at its end. Throws `AskError('usage')` for what is no http(s) address. */
export function parseSite(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search + url.hash !== '') {
    throw new AskError('usage', `A site must look like https://docs.example.com, not ${JSON.stringify(text)}`)
  }
  if (url.username + url.password !== '') throw new AskError('usage', 'A site must not hold a user name or password')
  return url.origin + url.pathname.replace(/\/$/, '')
}

/** Reads the sitemaps that robots.txt names, those of the usual names, and those that they name in turn. */
export async function readPublishedSitemap(site: string, io: SitemapIo): Promise<ComparedSitemap> {
  const deadline = io.now() + TIMEOUT_MS
  const { origin } = new URL(site)
  const locations = new Set<string>()
  const files: string[] = []
  const problems: string[] = []

  /** Text of a file of the site, empty where there is none. */
  async function read(url: string): Promise<string> {
    const found = await exchange(url, {}, { ...io, maxBytes: SITEMAP_LIMITS.bytes })
    if (found.type === 'reply') return found.status === 200 ? found.text : ''
    problems.push(`${url} can't be read: ${found.reason}`)
    return ''
  }

  const named = readRobotsSitemaps(await read(`${origin}/robots.txt`)).map((address) => here(address, origin))
  const queue = new Set([...named, ...USUAL_NAMES.map((name) => `${site}/${name}`)])
  for (const url of queue) {
    // Where nobody answers once, nobody will for the next file.
    if (problems.length > 0 && files.length === 0) break
    if (files.length === MAX_SITEMAPS || io.now() > deadline) {
      const limits = `more than ${MAX_SITEMAPS} sitemaps, or ${TIMEOUT_MS / 1_000} s have passed`
      problems.push(`${url} and what follows is left out: ${limits}`)
      break
    }
    const { pages, sitemaps, warnings } = readSitemap(await read(url))
    // A site without one may answer with a page of its own, which is no sitemap.
    if (pages.length + sitemaps.length === 0 && warnings.length > 0) continue
    files.push(url)
    problems.push(...warnings.map(({ line, message }) => `${url}:${line}: ${message}`))
    for (const location of pages) locations.add(location)
    for (const address of sitemaps) queue.add(here(address, origin))
  }
  return { name: files[0] ?? null, locations: [...locations], problems }
}

/** An address at this site's own host. */
function here(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : new URL(origin)
  return origin + url.pathname + url.search
}
