/**
 * Files of a content folder -> the pages of a site. The files are selected by their names alone (`selectFiles`), so
 * that texts can be read one by one; the decisions for the site as a whole follow at the end.
 *
 * Pages are in order of their slugs, segment by segment in code-unit order, a page before those below it: `index`,
 * `guides`, `guides/api`, `guides-old`.
 */
import { count, foldSpace, groupBy } from '../../base/text.ts'
import { folderLanguage } from '../../text/language.ts'
import { versionFolder } from '../../text/version-order.ts'
import { addressOf, type ContentFormat, encodePath, formatOf, pathSlug, slugOf, slugOrderKey } from '../address.ts'
import { type Document, type HiddenReason, NO_PLACE } from '../document.ts'
import { hasNoIndexHead } from '../frontmatter/publication.ts'
import { createSlugger } from '../generators/heading-ids.ts'
import { exclusionOf, inheritingPages, languageOf, withLanguage } from '../generators/path-pattern.ts'
import { PLAIN_RULES, type SiteRules } from '../generators/rules.ts'
import { menuKey } from '../generators/site-rules.ts'
import { mountOf, pathFrom, postDate, postTitle } from '../generators/source-address.ts'
import { readHtml } from '../html/html.ts'
import { readMarkdown } from '../markdown/markdown.ts'
import { toctreeEntries } from '../menus/menu.ts'
import { type ContentSettings, createWeightOf } from '../settings.ts'
import type { Page, Section, SourceFile, Warning } from '../page.ts'
import { type CanonicalPage, canonicalPages, repeatingPages } from './canonical.ts'
import { findCommonTitles, type ShownPage, withoutCommonTitle, withoutFrames, withTitleSection } from './repetitions.ts'
import { findLocales, findVersions, withScopes } from './folder-scope.ts'
import { folderOf, isRead, joinAddress, type LinkRules, type LinkTarget } from './link-targets.ts'
import { resolveLinks } from './links.ts'
import { withPlaces } from './places.ts'

/** Aliases of one page, and UTF-16 units of one of them. */
const MAX_ALIASES = 20
const MAX_ALIAS_LENGTH = 120
/** A former address of the page, which sites forward. */
const FORMER_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/)|\/$|\.html?$/i
/** The page of a folder in Hugo and Zola. */
const SECTION_PAGE = /^_index(?:\.[a-z]{2}(?:-[a-z]{2,4})?)?\.md$/i

const isListed = ({ visibility }: LinkTarget) => visibility === 'listed'

/** The pages of a site. */
export interface Site {
  /** Name of the site in the configuration of its generator, null without one. */
  readonly title: string | null
  readonly pages: readonly Page[]
  /**
   * Pages that are published and not to be found (`search: false`, `unlisted: true`): they are read at their address,
   * and are in no search, graph, index, menu or export.
   */
  readonly unlisted: readonly Page[]
  readonly warnings: readonly Warning[]
  /**
   * Number of the other files that are pages but may not be searched: drafts, redirects, copies, pages that a
   * generator makes of others, and in a built site what its author excluded.
   */
  readonly hidden: number
  /**
   * The titles that no page has, because the site shows them on many pages. To read one of the pages alone, give them
   * back as the option of this name.
   */
  readonly commonTitles: readonly string[]
  /** The language of each first folder that holds translations; an option, too. */
  readonly locales: Readonly<Record<string, string>>
}

/** The size of a site for people: `3 pages, 6 sections, 1 group, 1 page left out as drafts or hidden`. */
export function describeSite({ pages, unlisted, hidden }: Site): string {
  const sections = pages.reduce((sum, page) => sum + page.sections.length, 0)
  const groups = new Set(pages.flatMap(({ group }) => group ?? [])).size
  const size = [count(pages.length, 'page'), count(sections, 'section'), count(groups, 'group')]
  if (unlisted.length > 0) size.push(`${count(unlisted.length, 'page')} not searched`)
  if (hidden > 0) size.push(`${count(hidden, 'page')} left out as drafts or hidden`)
  return size.join(', ')
}

/** The page of a file, before the decisions for the site as a whole; without sections if it may not be read. */
export interface ReadFile
  extends ShownPage, CanonicalPage, LinkTarget,
    Pick<Document, 'formerAddresses' | 'hasBodyMark' | 'hiddenBelow' | 'lifetime' | 'menu' | 'warnings'> {
  /** The address to which the site leads its readers; null for none. */
  readonly redirectTo: string | null
  /** Its path among those that inherit from the pages of their folders, with its language. */
  readonly place?: string
}

/** True for the slug of the page for addresses that do not exist: `404`, `fr/404`, `latest/404`. */
export function isNotFoundPage(slug: string): boolean {
  const names = slug.split('/')
  const isScope = (name: string) => folderLanguage(name) !== null || versionFolder(name) !== null
  return names.pop() === '404' && names.every(isScope)
}

/** True for the name of a file or folder of the site itself, not of the tools that build it. */
export function isPublicName(name: string): boolean {
  return (!name.startsWith('_') || SECTION_PAGE.test(name)) && !name.startsWith('.') && name !== 'node_modules'
}

/**
 * The files that hold the pages of a site; of two with the same slug the first counts. In a folder with at least as many
 * HTML as Markdown files, a built site, these are the HTML files; else the Markdown files.
 *
 * @example
 * selectFiles(['b.md', 'a.mdx', 'c.png', '_draft.md']) // ['a.mdx', 'b.md']
 */
export function selectFiles(paths: Iterable<string>): string[] {
  return choosePages([...paths].filter((path) => isPublicPath(path, PLAIN_RULES)), PLAIN_RULES)
}

/** The same of files with public paths, by the rules of a generator. */
export function choosePages(paths: readonly string[], rules: SiteRules): string[] {
  const { hasHtmlTemplates, within } = rules
  const ofFormat = (format: ContentFormat) => {
    return paths.filter((path) => formatOf(path) === format && !isNotFoundPage(pathSlug(path)))
  }
  const [html, markdown] = [ofFormat('html'), ofFormat('markdown')]
  // A folder of the project may be that of its output.
  const isBuilt = hasHtmlTemplates && within === '' ? markdown.length === 0 : html.length >= markdown.length
  return sortedBy(isBuilt ? html : withoutResources(markdown, rules), fileOrderKey)
}

/** The pages without those that only belong to the page of a folder above or around them. */
function withoutResources(paths: string[], { leafPage, mounts, within }: SiteRules): string[] {
  if (leafPage === null) return paths
  const isLeaf = (path: string) => leafPage.test(within + path.slice(mountOf(path, mounts).folder.length))
  const leaves = new Set(paths.filter(isLeaf).map(folderOf))
  if (leaves.size === 0) return paths
  return paths.filter((path) => {
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      if (leaves.has(folder) && !(isLeaf(path) && folder === folderOf(path))) return false
    }
    return true
  })
}

/** True for a path whose names are public below its folder of pages, for all or by the rules of a generator. */
export function isPublicPath(path: string, { mounts, underscored }: SiteRules): boolean {
  const names = path.slice(mountOf(path, mounts).folder.length).split('/')
  const isSource = underscored !== null && formatOf(path) === 'markdown'
  return names.every((name) => isPublicName(name) || (isSource && underscored.test(name)))
}

/**
 * A builder for one site, of files that `selectFiles` chose: takes the files one by one, and takes them again when they
 * change.
 */
export function createSiteBuilder(settings: ContentSettings) {
  /** `source`: the path from the folder of pages. */
  const files = new Map<string, { readonly file: ReadFile; readonly source: string }>()
  const { rules } = settings
  const { hasTitles, others, entries, outlines, top } = rules.menu
  const titles = new Map(hasTitles ? entries.map(({ target, label }) => [target.replace(/^\.\//, ''), label]) : [])
  const listed = others === 'unlisted' ? new Set(entries.map(({ target }) => menuKey(target))) : null

  /** Reads a file; it takes the place of an earlier file with its path. */
  function add(file: SourceFile): void {
    const { path } = file
    const isHtml = formatOf(path) === 'html'
    const { generator, publishes, within } = rules
    const mount = mountOf(path, rules.mounts)
    const { folder, source: mountPath, route, isLeftOut = false, isNoIndex = false, excluded = [] } = mount
    const inFolder = within + path.slice(folder.length)
    const source = mountPath + inFolder
    const place = withLanguage(pathFrom(`${route}/`, inFolder), mount.lang ?? rules.defaultLang)
    // Patterns of Docusaurus count in the folder of each version, those of Hugo at the address of each folder.
    const atAddress = generator === 'hugo' ? place : source
    const excludable = new Set([source, generator === 'docusaurus' ? inFolder : atAddress])
    const exclusions = isHtml ? [] : Array.from(excludable, (one) => exclusionOf(one, rules.excluded))
    if (!isHtml) exclusions.push(exclusionOf(inFolder, excluded))
    const exclusion = exclusions.find((one) => one === 'draft') ?? exclusions.find((one) => one !== null) ?? null
    const read = isHtml ? readHtml(file, settings) : readMarkdown(file, settings)
    const ofSite = read.title === null && menuKey(source) === '' ? rules.siteTitle : null
    const titled = isHtml ? read : withMenuTitle(read, titles.get(source) ?? ofSite ?? '')
    const isInMenu = isHtml || listed?.has(menuKey(source)) !== false
    const isUnstated = publishes === 'stated' && titled.isStated !== true
    const ofHead = generator === 'docusaurus' && hasNoIndexHead(file.text) ? 'noindex' : null
    const hiddenByFolder = isHtml ? null : isLeftOut || isUnstated ? 'draft' : isNoIndex ? 'noindex' : null
    const hiddenBySite = hiddenByFolder ?? exclusion ?? (isInMenu ? ofHead : 'excluded')
    const hidden = hiddenBySite === 'draft' ? hiddenBySite : (titled.hidden ?? hiddenBySite)
    const document = withNameDate({ ...titled, hidden }, source, rules)
    const lifetime = document.lifetime && { ...document.lifetime, ...(publishes === 'all' && { from: -Infinity }) }
    const address = { version: document.version, ...addressOf(path, document, settings) }
    if (isNotFoundPage(address.slug)) files.delete(path)
    else files.set(path, { source, file: { ...readPage(path, { ...document, lifetime }, address), place } })
  }

  /** The site of all files that were added and not removed, whatever the order of these calls. */
  function finish(): Site {
    const ordered = sortedBy([...files], ([path]) => fileOrderKey(path)).map(([, { file }]) => file)
    const numbered = rules.address.isNumbered ? withNumbers(ordered, settings.base) : ordered
    const { pages, unlisted, ...site } = siteOf(numbered, settings, rules)
    const sourceOf = ({ path }: Page) => files.get(path)?.source ?? path
    const sources = pages.map(sourceOf)
    const locales = settings.locales ?? { ...findLocales(sources), ...rules.locales }
    const { defaultLang, defaultVersion } = settings
    const scopes = { defaultLang: defaultLang ?? rules.lang, defaultVersion, locales, versions: findVersions(sources) }
    const menuPages = withScopes(withoutLoneGroups(pages), scopes, sourceOf).map((page) => {
      const { source = '', file } = files.get(page.path) ?? {}
      return { page, source, ...(file?.menu ?? NO_PLACE) }
    })
    const inOrder = entries.length > 0 ? entries : toctreeEntries([...outlines, ...menuPages], top)
    const pagesInPlace = withPlaces(menuPages, { ...rules.menu, entries: inOrder })
    const readable = withScopes(unlisted, scopes, sourceOf)
    return { ...site, title: rules.siteTitle, pages: pagesInPlace, unlisted: readable, locales }
  }

  return { add, remove: (path: string) => void files.delete(path), finish }
}

/** The files with numbers in the addresses of pages after the first of a slug. */
function withNumbers(files: readonly ReadFile[], base: string): ReadFile[] {
  const { idOf } = createSlugger('given')
  return files.map((file) => {
    const slug = isRead(file) ? idOf(file.page.slug) : file.page.slug
    const url = base + encodePath(slug.split('/'))
    return slug === file.page.slug ? file : { ...file, page: { ...file.page, slug, url } }
  })
}

/**
 * A document of a collection of Jekyll, or of Hugo with dates in names, with the title and the date in its name; a post
 * of Jekyll without a date is none.
 */
function withNameDate(document: Document, source: string, { generator, address }: SiteRules): Document {
  const isHugo = generator === 'hugo' && address.order !== null
  const folders = (isHugo ? source.replace(/\/index\.[^/]*$/, '') : source).split('/')
  const name = folders.pop() ?? ''
  const isOfJekyll = generator === 'jekyll' && folders.some((folder) => folder.startsWith('_'))
  const from = isHugo || isOfJekyll ? postDate(name) : null
  if (from === null) return isOfJekyll && folders.includes('_posts') ? { ...document, hidden: 'draft' } : document
  const title = document.title ?? postTitle(name)
  return { ...document, title, lifetime: document.lifetime ?? { from, until: Infinity } }
}

/** The document with the title that a menu gives it; readers who know its heading find it by that, too. */
function withMenuTitle(document: Document, title: string): Document {
  const { titles, aliases } = document
  if (title === '' || titles.isFixed || title === document.title) return document
  return { ...document, title, titles: { ...titles, isFixed: true }, aliases: [...aliases, ...titles.shown] }
}

/** The site that the selected files make. */
export function readSiteFiles(files: Iterable<SourceFile>, settings: ContentSettings): Site {
  const builder = createSiteBuilder(settings)
  for (const file of files) builder.add(file)
  return builder.finish()
}

/** The parts of a page that depend on its place in the site. */
export type PageAddress = Pick<Page, 'slug' | 'url' | 'group' | 'title' | 'lang' | 'version' | 'isDefaultVersion'>

/** The page of a document at an address. */
export function readPage(path: string, document: Document, address: PageAddress): ReadFile {
  const { titles, description, canonical, aliases, formerAddresses, weight, hidden, sections, ids, warnings } = document
  const { lifetime, hiddenBelow, hasBodyMark, hasRoot, menu, redirectTo = null } = document
  // The files of a built site are served as they are.
  const isUnlisted = (hidden === 'excluded' || hidden === 'noindex') && formatOf(path) === 'markdown'
  const visibility = hidden === null ? 'listed' : isUnlisted ? 'unlisted' : hidden === 'draft' ? 'unpublished' : 'hidden'
  const [shown, shownIds] = isRead({ visibility }) ? [sections, ids] : [[], null]
  // Copies: texts of a document are parts of its file's text, all of which they keep in memory. Sections have their own.
  const { aliases: names, page: copy, ...ofFile } = copyOf({
    page: { path, description, ...address }, titles, canonical, ids: shownIds, warnings, aliases, formerAddresses, menu,
    hiddenBelow, redirectTo,
  })
  const page = { ...copy, ...(weight !== null && { weight }), sections: withAliases(shown, names) }
  return { page, ...ofFile, hasBodyMark, hasRoot, lifetime, visibility }
}

/** The same values, in a third of the time of `structuredClone`. */
function copyOf<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

/**
 * The sections with the other names of their page, which its author gives it for readers who search by them:
 * `aliases: [throttle, quota]`. They count as texts of links to the page's intro: names that say what the page is, worth
 * less than its title.
 */
function withAliases(sections: readonly Section[], aliases: readonly string[]): readonly Section[] {
  const names = aliases
    .map(foldSpace)
    .filter((name) => name !== '' && name.length <= MAX_ALIAS_LENGTH && !FORMER_ADDRESS.test(name))
  const [intro, ...others] = sections
  if (intro === undefined || names.length === 0) return sections
  return [{ ...intro, linkTexts: [...new Set(names)].slice(0, MAX_ALIASES) }, ...others]
}

/**
 * The pages in the order of their slugs, the first of those that share one, without titles that are the site's; and
 * all warnings.
 */
export function siteOf(
  files: readonly ReadFile[],
  settings: Pick<ContentSettings, 'base' | 'commonTitles' | 'now' | 'siteTitle' | 'weights'>,
  { redirects, ...rules }: LinkRules,
): Omit<Site, 'title' | 'locales'> {
  const { shown, hidden } = splitFiles(files, settings.now())
  const commonTitles = findCommonTitles(shown.filter(isListed), settings)
  const weightOf = createWeightOf(settings.weights ?? [])
  const pages = new Map<string, ReadFile>()
  const warnings: Warning[] = []
  const ofPages = hidden.flatMap(({ page, redirectTo: to }) => (to === null ? [] : { from: page.url, to }))
  const forwards = [...redirects, ...ofPages]
  for (const file of withoutFrames(shown)) {
    const read = withoutCommonTitle(file, commonTitles)
    const weight = read.weight ?? weightOf(read.slug)
    const { path, url } = read
    for (const warning of file.warnings) warnings.push({ path, ...warning })
    // Of two at different addresses, a built file beside the folder of its name gets its path as slug.
    const isTaken = pages.has(read.slug) && pages.get(read.slug)?.page.url !== url
    const slug = isTaken && formatOf(path) === 'html' ? slugOf(path.split('/')) : read.slug
    const page = { ...read, slug, ...(weight !== undefined && { weight }) }
    for (const address of file.formerAddresses) {
      // Hugo sees others from the folder around the page.
      const from = address.startsWith('/') ? address : joinAddress(url.replace(/\/$/, ''), address)
      if (!address.endsWith('*')) forwards.push({ from, to: url })
    }
    const first = pages.get(slug)?.page
    if (first === undefined) pages.set(slug, { ...file, page })
    else warnings.push({ type: 'slug', path, line: 1, message: `${path} is left out: ${first.path} has the same slug, ${slug}` })
  }
  const ordered = sortedBy([...pages.values()], ({ page: { slug } }) => slugOrderKey(slug))
  const { originals, copies } = withoutCopies(ordered)
  const targets = [...originals, ...hidden.filter(({ redirectTo }) => redirectTo === null), ...copies]
  const resolved = resolveLinks(targets, { ...rules, base: settings.base, redirects: forwards })
  // After the links, which may lead to the heading that becomes the title.
  const read = resolved.pages.map(withTitleSection)
  return {
    pages: read.filter((_, i) => originals[i]?.visibility === 'listed'),
    unlisted: read.filter((_, i) => originals[i]?.visibility === 'unlisted'),
    warnings: [...warnings, ...resolved.warnings], hidden: hidden.length + copies.length,
    commonTitles: [...commonTitles],
  }
}

/**
 * The pages that are read, and the others: those that are not published now, or by the page of their folder; and if one
 * page marks the content to search, those without a mark.
 */
function splitFiles(files: readonly ReadFile[], now: number) {
  const isMarked = files.some((file) => isRead(file) && file.hasBodyMark)
  const hidingReasons = createHidingReasons(files)
  const decided = files.map((file): ReadFile => {
    if (!isRead(file)) return file
    const reasons = hidingReasons(file)
    const { from, until } = file.lifetime ?? { from: -Infinity, until: Infinity }
    const isPublished = from <= now && now < until && !reasons.includes('draft')
    if (!isPublished) return { ...file, ids: null, visibility: 'unpublished' }
    if (isMarked && !file.hasBodyMark) return { ...file, ids: null, visibility: 'hidden' }
    return reasons.length > 0 ? { ...file, visibility: 'unlisted' } : file
  })
  // What is searched has its slug, whatever else would have it.
  const shown = decided.filter(isRead).sort((a, b) => Number(isListed(b)) - Number(isListed(a)))
  return { shown, hidden: decided.filter((file) => !isRead(file)) }
}

/** A function for the reasons for which the pages of the folders above, in its language, hide a page. */
function createHidingReasons(files: readonly ReadFile[]): (file: ReadFile) => readonly HiddenReason[] {
  const hiding = files.flatMap(({ place = '', hiddenBelow }) => {
    if (!SECTION_PAGE.test(place.slice(place.lastIndexOf('/') + 1))) return []
    return hiddenBelow.map((below) => ({ place, reason: below.reason, fits: inheritingPages(below).fits }))
  })
  const byFolder = groupBy(hiding, ({ place }) => place.slice(0, place.lastIndexOf('/') + 1))
  return ({ place = '' }) => {
    if (byFolder.size === 0) return []
    const folders = ['', ...Array.from(place.matchAll(/\//g), ({ index }) => place.slice(0, index + 1))]
    const tops = folders.flatMap((folder) => byFolder.get(folder) ?? [])
    const isBelow = (top: string) => top !== place && languageOf(top) === languageOf(place)
    return tops.filter((top) => isBelow(top.place) && top.fits(place)).map(({ reason }) => reason)
  }
}

/** The pages without those that are copies of others that are found, and these. */
function withoutCopies(pages: readonly ReadFile[]) {
  const originalOf = canonicalPages(pages.filter(isListed))
  const repeating = repeatingPages(pages.filter(isListed).map(({ page }) => page))
  const isCopy = ({ page }: ReadFile) => originalOf.has(page.path) || repeating.has(page)
  const copies = pages.filter(isCopy).map((file): LinkTarget => {
    const original = originalOf.get(file.page.path)
    return { ...file, ids: null, visibility: 'hidden', ...(original !== undefined && { copyOf: original.url }) }
  })
  return { originals: pages.filter((file) => !isCopy(file)), copies }
}

/** Built sites give each page a folder; a folder with one page is not a group. */
function withoutLoneGroups(pages: readonly Page[]): Page[] {
  const below = pages.filter(({ slug }) => slug.includes('/'))
  const folders = new Set(below.map(({ slug }) => slug.slice(0, slug.indexOf('/'))))
  const isLone = ({ path, slug }: Page) => formatOf(path) === 'html' && !slug.includes('/') && !folders.has(slug)
  return pages.map((page) => (isLone(page) ? { ...page, group: null } : page))
}

/** A key that sorts the files of a site: by the slugs of their paths, the file that counts first. */
function fileOrderKey(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // `index` comes before `README`, and both before the file with the name of their folder.
  const tieOrder = /^_?index\./i.test(name) ? 0 : /^readme\./i.test(name) ? 1 : 2
  return [slugOrderKey(pathSlug(path)), tieOrder, path].join('\0')
}

/** The items in the order of their keys, by code unit; items with equal keys keep their order. */
export function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item)
}
