/** Pages -> groups with their folders, the position of each page, and the navigation beside a page. */
import { groupBy } from '../../core/base.ts'
import { inMenuOrder, menuGroup, type Page } from '../../core/content.ts'
import { pathOf } from './html/addresses.ts'
import { type Child, element, type Markup } from './html/html.ts'
import type { ReaderSite } from './layout.ts'
import { pathKey } from './middleware.ts'

/** Pages of a folder; one with fewer pages has no entry, and its pages belong to the group itself. */
const MIN_FOLDER_PAGES = 2
/** Pages of a site that are all listed; of a larger one the groups, and the pages near the shown one. */
const MAX_PAGES = 600
/** Pages of the same folder that are listed before a page of a large site, and as many after it. */
const NEAR_PAGES = 30
/** Groups and folders that are listed without their pages, on each level. */
const MAX_NAMES = 200

export interface NavFolder {
  /** Title of the folder, null for pages of the group itself. */
  readonly title: string | null
  readonly pages: readonly Page[]
}

export interface NavGroup {
  /** Name of the group, null for pages without one. */
  readonly name: string | null
  readonly folders: readonly NavFolder[]
  readonly size: number
}

export interface PagePosition {
  readonly page: Page
  readonly group: NavGroup
  readonly folder: NavFolder
  readonly previous: Page | null
  readonly next: Page | null
}

/**
 * All groups of a site, in the order of its menu. Without a menu first the pages without a group, then the groups in
 * the order of their first page. No page is left out.
 */
export function groupPages(pages: readonly Page[]): readonly NavGroup[] {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]))
  const hasMenu = pages.some(({ place }) => place !== undefined)
  /** Pages of a menu without a group stand between the groups. */
  let run = 0
  const keyed = groupBy(inMenuOrder(pages.map((page) => ({ page }))).map(({ page }) => page), (page) => {
    const name = menuGroup(page)
    if (hasMenu && name !== null) run += 1
    return hasMenu && name === null ? run : name
  })
  const groups = [...keyed].map(([key, members]) => {
    return { name: typeof key === 'number' ? null : key, size: members.length, folders: foldersOf(members, titles) }
  })
  return hasMenu ? groups : groups.toSorted((a, b) => Number(a.name !== null) - Number(b.name !== null))
}

/** The groups of each language of translations, and at null those of all other pages; null comes first. */
export function groupByLanguage(pages: readonly Page[], translations: ReadonlySet<string>) {
  const keyed = groupBy(pages, (page) => languageIn(page, translations))
  const menus = [...keyed].map(([lang, members]) => [lang, groupPages(members)] as const)
  return new Map(menus.toSorted(([a], [b]) => Number(a !== null) - Number(b !== null)))
}

/** The language of a page, if it is one of translations. */
export function languageIn({ lang }: Pick<Page, 'lang'>, translations: ReadonlySet<string>): string | null {
  return lang !== null && translations.has(lang) ? lang : null
}

/** The groups of one language, by default the first, and after them a group for each other one. */
export function joinLanguages(
  menus: ReadonlyMap<string | null, readonly NavGroup[]>,
  main: string | null | undefined = [...menus.keys()][0],
): readonly NavGroup[] {
  const titleOf = (...names: readonly (string | null)[]) => names.filter((name) => name !== null).join(' › ') || null
  const others = [...menus].filter(([lang]) => lang !== main).map(([name, groups]): NavGroup => ({
    name, size: sizeOf(groups),
    folders: groups.flatMap((group) => group.folders.map((one) => ({ ...one, title: titleOf(group.name, one.title) }))),
  }))
  return [...(menus.get(main ?? null) ?? []), ...others]
}

export function labelOf({ place, title }: Page): string {
  return place?.label ?? title
}

function foldersOf(pages: readonly Page[], titles: ReadonlyMap<string, string>): readonly NavFolder[] {
  if (pages.some(({ place }) => place !== undefined)) {
    // A run of pages, not all of one group: pages and groups stand between each other as in the menu.
    const runs: { title: string | null; pages: Page[] }[] = []
    for (const page of pages) {
      const title = page.place?.groups.slice(1).join(' › ') || null
      const last = runs.at(-1)
      if (last !== undefined && last.title === title) last.pages.push(page)
      else runs.push({ title, pages: [page] })
    }
    return runs
  }
  const folders = groupBy(pages, ({ slug }) => slug.slice(0, Math.max(0, slug.lastIndexOf('/'))))
  const depth = (folder: string) => folder.split('/').length
  const main = [...folders.keys()].reduce((best, folder) => (depth(folder) < depth(best) ? folder : best))
  const listed = [...folders].filter(([folder, members]) => folder !== main && members.length >= MIN_FOLDER_PAGES)
  const others = new Set(listed.flatMap(([, members]) => members))
  const direct = pages.filter((page) => !others.has(page))
  return [
    ...(direct.length > 0 ? [{ title: null, pages: direct }] : []),
    ...listed.map(([folder, members]) => ({ title: titles.get(folder) ?? folderTitle(folder), pages: members })),
  ]
}

/** `reference/error-pages` -> `Error pages`. */
function folderTitle(folder: string): string {
  const words = folder.slice(folder.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function sizeOf(groups: readonly NavGroup[]): number {
  return groups.reduce((sum, { size }) => sum + size, 0)
}

/** Pages with their positions, by the key of their path; the first page of each path counts. */
export function positionPages(groups: readonly NavGroup[]): ReadonlyMap<string, PagePosition> {
  const ordered = groups.flatMap((group) => {
    return group.folders.flatMap((folder) => folder.pages.map((page) => ({ page, group, folder })))
  })
  const positions = new Map<string, PagePosition>()
  for (const [index, place] of ordered.entries()) {
    const key = pathKey(pathOf(place.page))
    if (key === null || positions.has(key)) continue
    const previous = ordered[index - 1]?.page ?? null
    const next = ordered[index + 1]?.page ?? null
    positions.set(key, { ...place, previous, next })
  }
  return positions
}

/** The group of a page that is in no menu. */
export function groupAlone(page: Page): NavGroup {
  return { name: null, folders: [{ title: null, pages: [page] }], size: 1 }
}

/** The navigation beside a page: all groups, with the page marked. */
export function renderSiteNav(site: ReaderSite, groups: readonly NavGroup[], position: PagePosition): Markup {
  const size = sizeOf(groups)
  const isWhole = size <= MAX_PAGES
  const items = groups.slice(0, MAX_NAMES).map((group) => {
    if (isWhole || group === position.group) return renderGroup(group, position, isWhole)
    const count = [' ', element('small', {}, String(group.size))]
    return element('p', { class: 'group-link' }, element('a', { href: site.home }, group.name ?? 'Pages'), count)
  })
  const all = element('p', { class: 'group-link' }, element('a', { href: site.home }, `All ${size} pages`))
  return renderSideNav('pages-nav', 'Pages', [items, isWhole ? null : all])
}

/** Navigation beside the content. Where there is no room beside it, a switch folds it, which needs no script. */
export function renderSideNav(className: 'pages-nav' | 'outline', label: string, content: Child): Markup {
  const box = element('input', { type: 'checkbox' })
  const fold = element('label', {}, box, element('span', {}, label))
  return element('nav', { class: `side ${className}`, 'aria-label': label }, fold, element('div', {}, content))
}

function renderGroup(group: NavGroup, position: PagePosition, isWhole: boolean): Child {
  const lists = group.folders.slice(0, MAX_NAMES).map((folder) => {
    const title = folder.title === null ? null : element('p', { class: 'folder' }, folder.title)
    return [title, renderPages(folder, position, isWhole)]
  })
  if (group.name === null) return lists
  return element('details', { open: group === position.group }, element('summary', {}, group.name), lists)
}

function renderPages(folder: NavFolder, position: PagePosition, isWhole: boolean): Child {
  const { pages } = folder
  if (!isWhole && folder !== position.folder) return null
  const at = pages.indexOf(position.page)
  const listed = isWhole ? pages : pages.slice(Math.max(0, at - NEAR_PAGES), at + NEAR_PAGES + 1)
  return element('ul', {}, listed.map((page) => {
    const current = page === position.page ? 'page' : null
    return element('li', {}, element('a', { href: pathOf(page), 'aria-current': current }, labelOf(page)))
  }))
}
