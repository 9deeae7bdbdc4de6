/**
 * The address of a site -> what its published sitemaps list. Only this site is
 * asked, whatever host a sitemap names: a preview's sitemap names production.
 */
import { readRobotsSitemaps, readSitemap, SITEMAP_LIMITS, USUAL_NAMES } from '../content/site/sitemap.ts'
import { AskError } from '../base/errors.ts'
import { exchange, type ExchangeIo } from './exchange.ts'
import type { ComparedSitemap } from './urls.ts'

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
  /** Files that a site may well be without. */
  const guessed = new Set([`${origin}/robots.txt`, ...USUAL_NAMES.map((name) => `${site}/${name}`)])
  /** Guesses that were sent elsewhere or refused, which says something only where there is no sitemap. */
  const refused: string[] = []
  let isSilent = false

  /** Text of a file of the site, null where there is none or it can't be read. */
  async function read(url: string): Promise<string | null> {
    const found = await exchange(url, {}, { ...io, maxBytes: SITEMAP_LIMITS.bytes })
    if (found.type === 'none') {
      isSilent = true
      problems.push(`${url} can't be read: ${found.reason}`)
      return null
    }
    const { status, text } = found
    if (status === 200) return text
    const isGuess = guessed.has(url) && status < 500
    if (isGuess && (status === 404 || status === 410)) return null
    const told = isGuess ? refused : problems
    told.push(`${url} can't be read: it answers ${status}`)
    return null
  }

  const named = readRobotsSitemaps((await read(`${origin}/robots.txt`)) ?? '').map((address) => here(address, origin))
  for (const url of named) guessed.delete(url)
  const queue = new Set([...named, ...USUAL_NAMES.map((name) => `${site}/${name}`)])
  for (const url of queue) {
    // Where nobody answers once, nobody will for the next file.
    if (isSilent && files.length === 0) break
    if (files.length === MAX_SITEMAPS || io.now() > deadline) {
      const limits = `more than ${MAX_SITEMAPS} sitemaps, or ${TIMEOUT_MS / 1_000} s have passed`
      problems.push(`${url} and what follows is left out: ${limits}`)
      break
    }
    const text = await read(url)
    if (text === null) continue
    const { pages, sitemaps, warnings } = readSitemap(text)
    // A site without one may answer with a page of its own, which is no sitemap.
    if (pages.length + sitemaps.length === 0 && warnings.length > 0 && guessed.has(url)) continue
    files.push(url)
    problems.push(...warnings.map(({ line, message }) => `${url}:${line}: ${message}`))
    for (const location of pages) locations.add(location)
    for (const address of sitemaps) {
      queue.add(here(address, origin))
      guessed.delete(here(address, origin))
    }
  }
  if (files.length === 0) problems.push(...refused)
  return { name: files[0] ?? null, locations: [...locations], problems }
}

/** An address at this site's own host. */
function here(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : new URL(origin)
  return origin + url.pathname + url.search
}
