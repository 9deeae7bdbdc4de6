/** All pages of a site -> the navigation beside a page: its groups, with the page marked. */
import type { Page } from '../content/page.ts'
import { type Child, element, type Markup } from './html/html.ts'
import { pathOf, type ReaderSite } from './layout.ts'
import type { NavFolder, NavGroup } from './nav-groups.ts'

/** Pages of a site that are all listed; of a larger one the groups, and the pages near the shown one. */
const MAX_PAGES = 600
/** Pages of the same folder that are listed before a page of a large site, and as many after it. */
const NEAR_PAGES = 30
/** Groups and folders that are listed without their pages, on each level. */
const MAX_NAMES = 200

/** A page with its position in the navigation. */
export interface PagePosition {
  readonly page: Page
  readonly group: NavGroup
  readonly folder: NavFolder
  readonly previous: Page | null
  readonly next: Page | null
}

/** Renders the navigation. */
export function renderSiteNav(site: ReaderSite, groups: readonly NavGroup[], position: PagePosition): Markup {
  const size = groups.reduce((sum, group) => sum + group.size, 0)
  const isWhole = size <= MAX_PAGES
  const items = groups.slice(0, MAX_NAMES).map((group) => {
    const isCurrent = group === position.group
    if (isWhole || isCurrent) return renderGroup(group, isCurrent, (folder) => pagesOf(folder, position, isWhole))
    const count = [' ', element('small', {}, String(group.size))]
    return element('p', { class: 'group-link' }, element('a', { href: site.home }, group.name ?? 'Pages'), count)
  })
  const all = element('p', { class: 'group-link' }, element('a', { href: site.home }, `All ${size} pages`))
  return renderSideNav('pages-nav', 'Pages', [items, isWhole ? null : all])
}

/** Navigation beside the content. Where there is no room beside it, a switch folds it, which needs no script. */
export function renderSideNav(className: 'pages-nav' | 'outline', label: string, content: Child): Markup {
  const box = element('input', { type: 'checkbox', autocomplete: 'off' })
  const fold = element('label', {}, box, element('span', {}, label))
  return element('nav', { class: `side ${className}`, 'aria-label': label }, fold, element('div', {}, content))
}

/** The listed pages of a folder, null for a folder without them. */
function pagesOf(folder: NavFolder, position: PagePosition, isWhole: boolean): Child {
  const { pages } = folder
  const at = folder === position.folder ? pages.indexOf(position.page) : -1
  if (!isWhole && at === -1) return null
  const listed = isWhole ? pages : pages.slice(Math.max(0, at - NEAR_PAGES), at + NEAR_PAGES + 1)
  return element('ul', {}, listed.map((page) => {
    const current = page === position.page ? 'page' : null
    return element('li', {}, element('a', { href: pathOf(page), 'aria-current': current }, page.title))
  }))
}

function renderGroup(
  { name, folders }: NavGroup,
  isCurrent: boolean,
  renderPages: (folder: NavFolder) => Child,
): Child {
  const lists = folders.slice(0, MAX_NAMES).map((folder) => {
    const title = folder.title === null ? null : element('p', { class: 'folder' }, folder.title)
    return [title, renderPages(folder)]
  })
  return name === null ? lists : element('details', { open: isCurrent }, element('summary', {}, name), lists)
}
