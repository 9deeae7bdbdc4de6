/**
 * The address of a site -> the pages in its published sitemaps. Every request goes
 * to this site, even if a sitemap names another host: that of a preview does.
 */
import { AskError } from '../base/errors.ts'
import { readRobotsSitemaps, readSitemap, SITEMAP_LIMITS, USUAL_NAMES } from '../content/site/sitemap.ts'
import { exchange, type ExchangeIo } from './exchange.ts'
import type { SitemapListing } from './urls.ts'

/** Number of sitemaps of one site. */
const MAX_SITEMAPS = 50
/** Time limit of all requests, in ms. */
const TIMEOUT_MS = 30_000

/** Network and clock; `now` is in ms. */
interface SitemapIo extends ExchangeIo {
  readonly now: () => number
}

/**
 * Parses the address of a site, without a slash at its end. Throws `AskError('usage')` if it is not an http(s)
 * address.
 */
export function parseSite(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.search + url.hash !== '') {
    throw new AskError('usage', `A site must look like https://docs.example.com, not ${JSON.stringify(text)}`)
  }
  if (url.username + url.password !== '') throw new AskError('usage', 'A site must not contain a user name or password')
  return url.origin + url.pathname.replace(/\/$/, '')
}

/** Reads the sitemaps in robots.txt, those with the usual names, and the sitemaps that these list. */
export async function readPublishedSitemap(site: string, io: SitemapIo): Promise<SitemapListing> {
  const deadline = io.now() + TIMEOUT_MS
  const { origin } = new URL(site)
  const locations = new Set<string>()
  const files: string[] = []
  const problems: string[] = []
  /** Addresses that may not exist. */
  const guessed = new Set([`${origin}/robots.txt`, ...USUAL_NAMES.map((name) => `${site}/${name}`)])
  /** Problems with guessed addresses, reported only if there is no sitemap. */
  const refused: string[] = []
  let isSilent = false

  /** Text of a file of the site, null if it is missing or can't be read. */
  async function read(url: string): Promise<string | null> {
    const reply = await exchange(url, {}, { ...io, maxBytes: SITEMAP_LIMITS.bytes })
    if (reply.type === 'none') {
      isSilent = true
      problems.push(`${url} can't be read: ${reply.reason}`)
      return null
    }
    const { status, text } = reply
    if (status === 200) return text
    const isGuess = guessed.has(url) && status < 500
    if (isGuess && (status === 404 || status === 410)) return null
    const list = isGuess ? refused : problems
    list.push(`${url} can't be read: status ${status}`)
    return null
  }

  const robots = (await read(`${origin}/robots.txt`)) ?? ''
  const listed = readRobotsSitemaps(robots).map((address) => atOrigin(address, origin))
  for (const url of listed) guessed.delete(url)
  const queue = new Set([...listed, ...USUAL_NAMES.map((name) => `${site}/${name}`)])
  for (const url of queue) {
    // A site that did not reply once will not reply for the next file.
    if (isSilent && files.length === 0) break
    if (files.length === MAX_SITEMAPS || io.now() > deadline) {
      const limits = `the limit is ${MAX_SITEMAPS} sitemaps and ${TIMEOUT_MS / 1_000} s`
      problems.push(`${url} and all later sitemaps were not read: ${limits}`)
      break
    }
    const text = await read(url)
    if (text === null) continue
    const { pages, sitemaps, warnings } = readSitemap(text)
    // A site without a sitemap may send one of its pages instead.
    if (pages.length + sitemaps.length === 0 && warnings.length > 0 && guessed.has(url)) continue
    files.push(url)
    problems.push(...warnings.map(({ line, message }) => `${url}:${line}: ${message}`))
    for (const location of pages) locations.add(location)
    for (const address of sitemaps) {
      queue.add(atOrigin(address, origin))
      guessed.delete(atOrigin(address, origin))
    }
  }
  if (files.length === 0) problems.push(...refused)
  return { name: files[0] ?? null, locations: [...locations], problems }
}

/** The same path at the origin of this site. */
function atOrigin(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : new URL(origin)
  return origin + url.pathname + url.search
}
