/**
 * Pages that name another page of the site as canonical (RFC 6596) -> the address of that page. They are copies of it.
 *
 * Such a link is easily wrong: templates name the home page, or another site, on all pages. So it only counts if it
 * leads to a page that is there, with the same title or the same name of its file, or that few others name; if it leads
 * into the site, whose address follows from the pages that name themselves; and if it does not lead from one version or
 * language of the docs to another, whose readers would find nothing.
 */
import { countBy } from '../../base/text.ts'
import { folderLanguage } from '../../text/language.ts'
import { versionFolder } from '../../text/version-order.ts'
import { formatOf, ROOT_SLUG } from '../address.ts'
import type { Page, Section } from '../page.ts'
import { addressKey, joinAddress, originOf } from './link-targets.ts'

/** Pages with other titles and names that may name one page; more are a template's. */
const MAX_STRANGERS = 2
/** Pages from a copy to the page at the end of its chain. */
const MAX_STEPS = 8

/** Share of its text from which on a page only repeats others, and the number of these. */
const MIN_REPEATED = 0.9
const MIN_PARTS = 3
/** Pages that are looked at, the longest of the site. */
const MAX_WHOLE = 3

/** A page with the address that it calls its canonical one, as written; null for none. */
export interface CanonicalPage {
  readonly page: Page
  readonly canonical: string | null
}

/** A link from a page to its canonical one. */
interface Claim {
  readonly from: Page
  readonly to: Page
  /** True if its address is that of the site for certain. */
  readonly isOfSite: boolean
}

/** The canonical pages of those that are copies, by the path of the copy. */
export function canonicalPages(pages: readonly CanonicalPage[]): ReadonlyMap<string, Page> {
  const stated = pages.filter(({ canonical }) => canonical !== null)
  const believable = stated.length === 0 ? [] : believed(claimsOf(pages, stated))
  const claims = [...rootCopies(pages).filter(({ to }) => !believable.some(({ from }) => from === to)), ...believable]
  const targets = new Map(claims.map(({ from, to }) => [from.path, to]))
  return new Map(claims.flatMap(({ from, to }) => {
    const last = endOf(to, targets)
    return last === null ? [] : [[from.path, last]]
  }))
}

/** The built files with the title and all of the text of the root page: mdBook writes the first chapter twice. */
function rootCopies(pages: readonly CanonicalPage[]): Claim[] {
  const root = pages.find(({ page: { slug, path } }) => slug === ROOT_SLUG && formatOf(path) === 'html')?.page
  const text = root === undefined ? '' : textOf(root)
  if (root === undefined || text.trim() === '') return []
  const copies = pages.filter(({ page }) => {
    const isFile = page.title === root.title && /\.html?$/.test(page.url)
    return isFile && page !== root && isSameEdition(page, root) && textOf(page) === text
  })
  return copies.map(({ page }) => ({ from: page, to: root, isOfSite: true }))
}

/** The built files that only repeat several others, each shorter: all of a manual as one page. */
export function repeatingPages(pages: readonly Page[]): ReadonlySet<Page> {
  const isOfPart = ({ slug, path }: Page) => slug !== ROOT_SLUG && formatOf(path) === 'html'
  const sized = pages.filter(isOfPart).map((page) => ({ page, size: sizeOf(page.sections) }))
  const longest = sized.toSorted((a, b) => b.size - a.size).slice(0, MAX_WHOLE)
  const repeating = longest.filter(({ page, size }) => {
    const texts = new Map(page.sections.map((section) => [section.text, section]))
    const parts = sized.filter((other) => other.size < size && isSameEdition(other.page, page)).flatMap((other) => {
      const repeated = other.page.sections.flatMap(({ text }) => (text === '' ? [] : texts.get(text) ?? []))
      return repeated.length === 0 ? [] : [repeated]
    })
    return parts.length >= MIN_PARTS && sizeOf(new Set(parts.flat())) >= MIN_REPEATED * size
  })
  return new Set(repeating.map(({ page }) => page))
}

/** UTF-16 units of the texts. */
function sizeOf(sections: Iterable<Section>): number {
  return [...sections].reduce((sum, { text }) => sum + text.length, 0)
}

function claimsOf(pages: readonly CanonicalPage[], stated: readonly CanonicalPage[]): Claim[] {
  const byKey = new Map(pages.map(({ page }) => [addressKey(page.url), page]))
  const links = stated.map(({ page, canonical }) => {
    const [href = ''] = (canonical ?? '').split(/[?#]/, 1)
    return { page, origin: originOf(href), key: addressKey(originOf(href) === '' ? joinAddress(page.url, href) : href) }
  })
  const site = siteAddress(links)
  return links.flatMap(({ page, origin, key }) => {
    const isRelative = origin === '' || byKey.has(key)
    const prefix = isRelative ? '' : (site ?? `${origin}/`)
    const to = `${key}/`.startsWith(prefix) ? byKey.get(key.slice(prefix.length)) : undefined
    return to === undefined || to === page ? [] : [{ from: page, to, isOfSite: isRelative || site !== null }]
  })
}

/** The address in front of those of pages that most pages with a canonical address of their own have; null for none. */
function siteAddress(links: readonly { readonly page: Page; readonly key: string }[]): string | null {
  const prefixes = links.flatMap(({ page, key }) => {
    const own = addressKey(page.url)
    return own === '' || !`/${key}`.endsWith(`/${own}`) ? [] : key.slice(0, key.length - own.length)
  })
  const [first] = [...countBy(prefixes, (prefix) => prefix)].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}

function believed(claims: readonly Claim[]): Claim[] {
  const strangers = countBy(claims.filter((claim) => !isAkin(claim)), ({ to }) => to)
  return claims.filter((claim) => {
    const { from, to, isOfSite } = claim
    if (!isSameEdition(from, to)) return false
    if (!isOfSite) return from.title === to.title && textOf(from) === textOf(to)
    // The root page of the site, and the pages of the folders that a page is in.
    const isHome = to.slug === ROOT_SLUG || addressKey(to.url) === '' || from.slug.startsWith(`${to.slug}/`)
    return isAkin(claim) || (!isHome && (strangers.get(to) ?? 0) <= MAX_STRANGERS)
  })
}

function isSameEdition(a: Page, b: Page): boolean {
  return versionOf(a) === versionOf(b) && languagesOf(a) === languagesOf(b)
}

function isAkin({ from, to }: Claim): boolean {
  const nameOf = ({ slug }: Page) => slug.slice(slug.lastIndexOf('/') + 1)
  return from.title === to.title || nameOf(from) === nameOf(to)
}

/** The language that a page states, and that of its first folder, which counts later and only in some sites. */
function languagesOf({ lang, slug }: Page): string {
  const [folder = ''] = slug.split('/', 1)
  return `${lang ?? ''} ${folderLanguage(folder) ?? ''}`
}

function versionOf({ version, slug }: Page): string {
  return version ?? versionFolder(slug) ?? ''
}

function textOf({ sections }: Page): string {
  return sections.map(({ text }) => text).join('\n')
}

/** The page at the end of a chain of canonical pages; null for a circle, and for a chain that is too long. */
function endOf(page: Page, targets: ReadonlyMap<string, Page>): Page | null {
  let last = page
  for (let steps = 0; steps <= MAX_STEPS; steps += 1) {
    const next = targets.get(last.path)
    if (next === undefined) return last
    last = next
  }
  return null
}
