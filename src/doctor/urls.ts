/** The addresses of pages and of the site's sitemap -> findings about links that would open no page. */
import { count } from '../base/count.ts'
import { matchSitemap } from '../content/site/sitemap.ts'
import { type Check, checksOf } from './check.ts'

/** Addresses in one message. */
const MAX_NAMED = 3

const SITE_AWAY = 'Is this the address of the site, and is it online?'
const BROKEN_SITEMAP = 'Correct the sitemap where it is generated: a part that can\'t be read is not compared'
const NO_ADDRESS = 'Set the address of the site in the generator (Astro `site`, MkDocs `site_url`, Hugo `baseURL`)'

/** The two sides of the comparison. */
export interface UrlComparison {
  /** Addresses of the pages, all below `base`. */
  readonly urls: readonly string[]
  readonly base: string
  /** True if base and slashes come from an Astro project, else they come from flags. */
  readonly isAstro: boolean
  readonly sitemap: SitemapListing
}

/** The pages that a site lists. */
export interface SitemapListing {
  /** File or address of the first sitemap, for people; null if none could be read. */
  readonly name: string | null
  /** Addresses of pages, as written. */
  readonly locations: readonly string[]
  /** Messages about parts that could not be read. */
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

function compare({ urls, base, isAstro, sitemap }: UrlComparison, name: string): Check[] {
  const match = matchSitemap(urls, sitemap.locations, base)
  const { unlisted, unknown, trailingSlash } = match
  const pages = count(urls.length, 'page')
  if (unlisted.length === urls.length) {
    const remedy = 'Is this the sitemap of this content? If so, links from search open no page'
    return [fail(`${name} lists none of ${pages}, such as ${unlisted[0]}`, remedy)]
  }
  const checks: Check[] = []
  if (match.base !== null) {
    const remedy = isAstro
      ? `Set \`base: '${match.base}'\` in the configuration, then run \`npx astro sync\``
      : `Give \`--base ${match.base}\` here, to \`ask serve\` and to \`ask kg build\``
    checks.push(fail(`Pages are below ${match.base} in ${name}, but links to them begin with ${base}`, remedy))
  }
  if (trailingSlash !== null) {
    const ends = trailingSlash ? 'end in a slash, but links do not' : 'have no slash at the end, but links do'
    checks.push(warn(`Addresses in ${name} ${ends}`, slashRemedy(trailingSlash, isAstro)))
  }
  if (unlisted.length > 0) {
    const remedy = 'If the site is older than the content, build it again; `draft: true` hides a page from search'
    checks.push(warn(`${name} does not list ${unlisted.length} of ${pages}: ${formatUrls(unlisted)}`, remedy))
  }
  if (checks.length > 0) return checks
  const others = `, and ${count(unknown.length, 'other')} not in the content: ${formatUrls(unknown)}`
  return [ok(`${name} lists the addresses of all ${pages}${unknown.length === 0 ? '' : others}`)]
}

function slashRemedy(hasSlash: boolean, isAstro: boolean): string {
  if (isAstro) return 'Run `npx astro sync`, which makes `trailingSlash` of the configuration available to ask'
  if (hasSlash) return 'Remove `--no-trailing-slash`'
  return 'Give `--no-trailing-slash` here, to `ask serve` and to `ask kg build`'
}

function formatUrls(urls: readonly string[]): string {
  return urls.slice(0, MAX_NAMED).join(', ') + (urls.length > MAX_NAMED ? ', …' : '')
}
