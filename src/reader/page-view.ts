/** A page of content -> its HTML page: sections, outline, the pages of the site, previous and next page. */
import { count } from '../base/count.ts'
import { chunkPages } from '../content/chunk.ts'
import type { Page } from '../content/page.ts'
import { type PageKnowledge, renderArticle } from './article.ts'
import { type Child, element, type Markup } from './html/html.ts'
import { formatLayout, pathOf, type ReaderSite } from './layout.ts'
import type { NavGroup } from './nav-groups.ts'
import { type PagePosition, renderSideNav, renderSiteNav } from './site-nav.ts'

/** Sections of a page; one with fewer sections has no outline. */
const MIN_SECTIONS = 2
/** Parent headings of the deepest heading in an outline. */
const MAX_PARENTS = 1

/** A page and the site around it. */
export interface PageView {
  readonly position: PagePosition
  /** The page at the position, with its sections. */
  readonly page: Page
  /** All groups of the site. */
  readonly groups: readonly NavGroup[]
  readonly knowledge: PageKnowledge
}

/** HTML text of the page. */
export function formatPageView(site: ReaderSite, { position, page, groups, knowledge }: PageView): string {
  const { mainId, factCount, sections } = renderArticle(page, knowledge)
  const article = element(
    'article',
    { dir: 'auto' },
    element('h1', {}, page.title),
    page.description === null ? null : element('p', { class: 'lead' }, page.description),
    factCount === 0 ? null : factSwitch(factCount),
    sections,
    element('p', { class: 'source' }, page.path),
    previousNextNav(position),
  )
  const { title, description, lang } = page
  const nav = renderSiteNav(site, groups, position)
  const body = [breadcrumb(site, position), outline(page), article]
  return formatLayout(site, { title, description, lang, mainId, kind: 'page', nav, body })
}

/** The switch that shows the facts and terms below each section: the style sheet reads its state. */
function factSwitch(factCount: number): Markup {
  const box = element('input', { type: 'checkbox', class: 'facts-switch', autocomplete: 'off' })
  return element('p', { class: 'facts' }, element('label', {}, box, ` Show ${count(factCount, 'fact')} of this page`))
}

function breadcrumb(site: ReaderSite, { group, folder }: PagePosition): Markup {
  const steps = [group.name, folder.title].map((step) => (step === null ? null : [' › ', step]))
  const start = element('a', { href: site.home }, 'Contents')
  return element('nav', { class: 'trail', 'aria-label': 'Breadcrumb' }, start, steps)
}

function outline(page: Page): Child {
  const listed = chunkPages([page]).filter(({ anchor, parents }) => anchor !== null && parents.length <= MAX_PARENTS)
  if (listed.length < MIN_SECTIONS) return null
  const items = listed.map(({ heading, url, parents }) => {
    const link = element('a', { href: url.slice(url.indexOf('#')) }, heading)
    return element('li', { class: parents.length > 0 ? 'below' : null }, link)
  })
  return renderSideNav('outline', 'On this page', element('ul', {}, items))
}

function previousNextNav({ previous, next }: PagePosition): Child {
  const link = (page: Page | null, rel: 'prev' | 'next', label: string) => {
    return page === null ? null : element('a', { rel, href: pathOf(page) }, element('small', {}, label), page.title)
  }
  if (previous === null && next === null) return null
  const links = [link(previous, 'prev', 'Previous'), link(next, 'next', 'Next')]
  return element('nav', { class: 'turn', 'aria-label': 'Previous and next page' }, links)
}
