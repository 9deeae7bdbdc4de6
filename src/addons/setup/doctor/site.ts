/**
 * The addresses of pages and of the site's sitemap -> findings about links that would open no page. The address of a
 * site -> the pages in its published sitemaps. Every request goes to this site, even if a sitemap names another host:
 * that of a preview does.
 */
import { count } from '../../../core/base.ts'
import {
  describeMatch, matchSitemap, readRobotsSitemaps, readSitemap, SITEMAP_LIMITS, USUAL_NAMES,
} from '../../../core/content.ts'
import { type Check, checksOf } from './check.ts'
import { exchange, type ExchangeIo, type NoReply, type Reply } from './exchange.ts'

/** Addresses in one message. */
const MAX_NAMED = 3

/** Most sitemaps that are requested, whether they can be read or not. */
const MAX_SITEMAPS = 50
/** Time limit of all requests, in ms. */
const TIMEOUT_MS = 30_000

const SITE_AWAY = 'Is this the address of the site, and is it online?'
const BROKEN_SITEMAP = 'Correct the sitemap where it is generated: a part that can\'t be read is not compared'
const NO_ADDRESS = 'Set the address of the site in the generator (Astro `site`, MkDocs `site_url`, Hugo `baseURL`)'

export interface UrlComparison {
  /** Addresses of the pages, all below `base`. */
  readonly urls: readonly string[]
  readonly base: string
  readonly sitemap: SitemapListing
}

export interface SitemapListing {
  /** File or address of the first sitemap, for people; null if none could be read. */
  readonly name: string | null
  /** Addresses of pages, as written. */
  readonly locations: readonly string[]
  readonly problems: readonly string[]
}

const { ok, warn, fail, skip } = checksOf('urls')

/**
 * Compares the addresses, then lists problems of the sitemap. If it has a problem, missing addresses are not reported.
 */
export function checkUrls(compared: UrlComparison): Check[] {
  const { name, locations, problems } = compared.sitemap
  const remedy = name === null ? SITE_AWAY : BROKEN_SITEMAP
  const unread = problems.slice(0, MAX_NAMED).map((problem) => warn(problem, remedy))
  if (name === null) return unread
  if (locations.length === 0) return [skip(`${name} lists no pages`, NO_ADDRESS), ...unread]
  const checks = compare(compared, name)
  if (problems.length === 0 || checks.every(({ status }) => status === 'ok')) return [...checks, ...unread]
  return [skip(`Not compared: ${name} could not be read completely`, BROKEN_SITEMAP), ...unread]
}

/** The finding without a sitemap; `site` is the one that was read, null for none. */
export function noSitemap(site: string | null): Check {
  if (site === null) {
    return skip(
      'The addresses of pages were not compared: there is no sitemap',
      'Give the published site, `--site https://docs.example.com`, or build it with a sitemap',
    )
  }
  return warn(
    `${site} has no sitemap: no robots.txt names one, and there is no sitemap.xml or sitemap-index.xml`,
    'Is this the home page, with the base path? Let the generator write a sitemap; search engines use it too',
  )
}

function compare({ urls, base, sitemap }: UrlComparison, name: string): Check[] {
  const match = matchSitemap(urls, sitemap.locations, base)
  const { unlisted, unknown } = match
  const pages = count(urls.length, 'page')
  if (unlisted.length === urls.length) {
    const remedy = 'Is this the sitemap of this content? If so, links from search open no page'
    return [fail(`${name} lists none of ${pages}, such as ${unlisted[0]}`, remedy)]
  }
  const messages = describeMatch(match, urls.length, base).map((message) => `${name}: ${message}`)
  // Links below another path open no page.
  if (messages.length > 0) return messages.map((message) => (match.base === null ? warn : fail)(message))
  const named = unknown.slice(0, MAX_NAMED).join(', ') + (unknown.length > MAX_NAMED ? ', …' : '')
  const others = unknown.length === 0 ? '' : `, and ${count(unknown.length, 'other')} not in the content: ${named}`
  return [ok(`${name} lists the addresses of all ${pages}${others}`)]
}

/** Reads the sitemaps in robots.txt, those with the usual names, and the sitemaps that these list; `now` is in ms. */
export async function readPublishedSitemap(
  site: string,
  io: ExchangeIo & { readonly now: () => number },
): Promise<SitemapListing> {
  const deadline = io.now() + TIMEOUT_MS
  const { origin } = new URL(site)
  const locations = new Set<string>()
  const files: string[] = []
  const problems: string[] = []
  const read = (url: string) => exchange(url, {}, { ...io, maxBytes: SITEMAP_LIMITS.bytes })
  const listed = new Set<string>()
  /** Problems with files that may not exist, which are told if there is no sitemap. */
  const refused: string[] = []
  const tell = (url: string, reply: Reply | NoReply) => {
    const isGuess = reply.type === 'reply' && !listed.has(url) && reply.status < 500
    if (isGuess && [404, 410].includes(reply.status)) return
    const list = isGuess ? refused : problems
    list.push(`${url} can't be read: ${reply.type === 'none' ? reply.reason : `status ${reply.status}`}`)
  }
  const robots = await read(`${origin}/robots.txt`)
  const isRead = robots.type === 'reply' && robots.status === 200
  if (!isRead) tell(`${origin}/robots.txt`, robots)
  // A site that does not reply once will not reply for the next file.
  if (robots.type === 'none') return { name: null, locations: [], problems }
  for (const address of isRead ? readRobotsSitemaps(robots.text) : []) listed.add(atOrigin(address, origin))
  const queue = new Set([...listed, ...USUAL_NAMES.map((name) => `${site}/${name}`)])
  let requests = 0
  for (const url of queue) {
    if (requests === MAX_SITEMAPS || io.now() > deadline) {
      const limits = `the limit is ${MAX_SITEMAPS} sitemaps and ${TIMEOUT_MS / 1_000} s`
      problems.push(`${url} and all later sitemaps were not read: ${limits}`)
      break
    }
    requests += 1
    const reply = await read(url)
    if (reply.type === 'none' || reply.status !== 200) {
      tell(url, reply)
      continue
    }
    const { pages, sitemaps, warnings } = readSitemap(reply.text)
    // A site without a sitemap may send one of its pages instead.
    if (pages.length + sitemaps.length === 0 && warnings.length > 0 && !listed.has(url)) continue
    files.push(url)
    problems.push(...warnings.map(({ line, message }) => `${url}:${line}: ${message}`))
    for (const location of pages) locations.add(location)
    for (const address of sitemaps.map((sitemap) => atOrigin(sitemap, origin))) {
      queue.add(address)
      listed.add(address)
    }
  }
  if (files.length === 0) problems.push(...refused)
  return { name: files[0] ?? null, locations: [...locations], problems }
}

function atOrigin(address: string, origin: string): string {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : new URL(origin)
  return origin + url.pathname + url.search
}
