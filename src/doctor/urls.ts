/** The addresses of pages and those of the site's sitemap -> whether links will open pages. */
import { matchSitemap } from '../content/site/sitemap-match.ts'
import { type Check, checksOf } from './check.ts'
import { count } from '../base/count.ts'

/** Addresses that a message names. */
const MAX_NAMED = 3

const SITE_AWAY = 'Is this where the site is, and is it up?'
const BROKEN_SITEMAP = 'Mend it where the sitemap is made: what can\'t be read is not compared'
const NO_ADDRESS = 'Tell the generator the address of the site (Astro `site`, MkDocs `site_url`, Hugo `baseURL`)'

/** What is compared. */
export interface ComparedUrls {
  /** Addresses of the pages, all below `base`. */
  readonly urls: readonly string[]
  readonly base: string
  /** Whether an Astro project tells base and slashes, else flags do. */
  readonly isAstro: boolean
  readonly sitemap: ComparedSitemap
}

/** What a site says it has. */
export interface ComparedSitemap {
  /** File or address of the first sitemap, for people; null where none could be read. */
  readonly name: string | null
  /** Addresses of pages, as written. */
  readonly locations: readonly string[]
  /** What could not be read. */
  readonly problems: readonly string[]
}

const { ok, warn, fail, skip } = checksOf('urls')

/** How they agree first, then what could not be read; where there is such a thing, what is lacking proves nothing. */
export function checkUrls(compared: ComparedUrls): Check[] {
  const { name, locations, problems } = compared.sitemap
  const remedy = name === null ? SITE_AWAY : BROKEN_SITEMAP
  const unread = problems.slice(0, MAX_NAMED).map((problem) => warn(problem, remedy))
  if (name === null) return unread
  if (locations.length === 0) return [skip(`${name} lists no page to compare with`, NO_ADDRESS), ...unread]
  const found = compare(compared, name)
  if (problems.length === 0 || found.every(({ status }) => status === 'ok')) return [...found, ...unread]
  return [skip(`${name} is not compared: it could not be read as a whole`, BROKEN_SITEMAP), ...unread]
}

/** Where there is nothing to compare with; `site` is the one that was asked, null for none. */
export function noSitemap(site: string | null): Check {
  if (site === null) {
    return skip(
      'There is no sitemap to compare the addresses of pages with',
      'Name the published site, `--site https://docs.example.com`, or build it with a sitemap',
    )
  }
  return warn(
    `${site} has no sitemap: no robots.txt names one, and there is no sitemap.xml or sitemap-index.xml`,
    'Is this where the site begins, base path included? Have the generator write a sitemap; search engines want it too',
  )
}

function compare({ urls, base, isAstro, sitemap }: ComparedUrls, name: string): Check[] {
  const match = matchSitemap(urls, sitemap.locations, base)
  const { unlisted, unknown, trailingSlash } = match
  const pages = count(urls.length, 'page')
  if (unlisted.length === urls.length) {
    const remedy = 'Is this the sitemap of this content? Links to pages lead where the site has none'
    return [fail(`${name} lists none of ${pages}, not even ${unlisted[0]}`, remedy)]
  }
  const found: Check[] = []
  if (match.base !== null) {
    const remedy = isAstro
      ? `Set \`base: '${match.base}'\` in the configuration, then run \`npx astro sync\``
      : `Say \`--base ${match.base}\`, here and to \`ask serve\` and \`ask kg build\``
    found.push(fail(`By ${name} the pages are below ${match.base}; links to them begin with ${base}`, remedy))
  }
  if (trailingSlash !== null) {
    const ends = trailingSlash ? 'end in a slash, links to pages do not' : 'have no slash at the end, links to pages do'
    found.push(warn(`By ${name} addresses ${ends}`, slashRemedy(trailingSlash, isAstro)))
  }
  if (unlisted.length > 0) {
    const remedy = 'Build the site again if it is older than the content; what should not be found gets `draft: true`'
    found.push(warn(`${name} does not list ${unlisted.length} of ${pages}: ${named(unlisted)}`, remedy))
  }
  if (found.length > 0) return found
  const others = `, and ${count(unknown.length, 'other')} that search does not know: ${named(unknown)}`
  return [ok(`${name} lists the addresses of all ${pages}${unknown.length === 0 ? '' : others}`)]
}

function slashRemedy(hasSlash: boolean, isAstro: boolean): string {
  if (isAstro) return 'Run `npx astro sync`, so that `trailingSlash` of the configuration is known here'
  if (hasSlash) return 'Leave out `--no-trailing-slash`'
  return 'Say `--no-trailing-slash`, here and to `ask serve` and `ask kg build`'
}

function named(urls: readonly string[]): string {
  return urls.slice(0, MAX_NAMED).join(', ') + (urls.length > MAX_NAMED ? ', …' : '')
}
