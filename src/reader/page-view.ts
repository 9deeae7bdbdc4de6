/** A page of content -> its HTML page: sections, outline, the other pages of its folder, previous and next page. */
import { chunkPages } from '../content/chunk.ts'
import type { Page } from '../content/page.ts'
import type { GlossaryEntry, KnowledgeNode } from '../graph/graph.ts'
import { type Child, element, type Markup } from './html.ts'
import { formatLayout, type ReaderSite } from './layout.ts'
import type { NavFolder, NavGroup } from './nav-groups.ts'
import { renderSection } from './section-view.ts'
import type { FindTerms } from './term-finder.ts'

/** Pages of the same folder that are listed before a page, and as many after it. */
const NEAR_PAGES = 30
/** Sections of a page; one with fewer sections has no outline. */
const MIN_SECTIONS = 2
/** Parent headings of the deepest heading in an outline. */
const MAX_PARENTS = 1

/** A page with its position in the navigation. */
export interface PagePosition {
  readonly page: Page
  readonly group: NavGroup
  readonly folder: NavFolder
  readonly previous: Page | null
  readonly next: Page | null
}

/** Facts and terms for a page. */
export interface PageKnowledge {
  /** Knowledge of each section, by its id. */
  readonly sectionKnowledge: ReadonlyMap<string, KnowledgeNode>
  readonly findTerms: FindTerms
}

/** HTML text of the page. */
export function formatPageView(site: ReaderSite, position: PagePosition, knowledge: PageKnowledge): string {
  const { page } = position
  const { mainId, sections } = renderArticle(page, knowledge)
  const article = element(
    'article',
    { dir: 'auto' },
    element('h1', {}, page.title),
    page.description === null ? null : element('p', { class: 'lead' }, page.description),
    sections,
    element('p', { class: 'source' }, page.path),
    previousNextNav(position),
  )
  const { title, description, lang } = page
  const body = [breadcrumb(site, position), outline(page), article, folderNav(site, position)]
  return formatLayout(site, { title, description, lang, mainId, kind: 'page', body })
}

/** The rendered sections of a page. */
export interface Article {
  /** Id of the main element; no section has it. */
  readonly mainId: string
  /** Sections, and the notes that explain their terms. */
  readonly sections: Child
}

/** Renders all sections of a page. */
export function renderArticle(page: Page, { sectionKnowledge, findTerms }: PageKnowledge): Article {
  const prefix = freePrefix(page)
  const ids = new Map<GlossaryEntry, string>()
  function idOf(entry: GlossaryEntry): string {
    const id = ids.get(entry) ?? `${prefix}term-${ids.size}`
    ids.set(entry, id)
    return id
  }
  const sections = chunkPages([page]).map((chunk) => {
    return renderSection({ chunk, knowledge: sectionKnowledge.get(chunk.id) ?? null }, { findTerms, idOf })
  })
  const notes = [...ids].map(([{ term, definition }, id]) => {
    const content = [element('strong', {}, term), element('p', {}, definition)]
    return element('div', { id, popover: true, class: 'note', role: 'note', dir: 'auto' }, content)
  })
  return { mainId: `${prefix}main`, sections: [sections, notes] }
}

/** Prefix of the reader's own ids; no anchor of the page starts with it. */
function freePrefix({ sections }: Page): string {
  let prefix = 'ask-'
  while (sections.some(({ anchor }) => anchor?.startsWith(prefix))) prefix += '-'
  return prefix
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
  const list = element('nav', { 'aria-label': 'On this page' }, element('ul', {}, items))
  return element('details', { class: 'side outline' }, element('summary', {}, 'On this page'), list)
}

/** The pages of the folder around a page. */
function folderNav(site: ReaderSite, { page, group, folder }: PagePosition): Markup {
  const at = folder.pages.indexOf(page)
  const nearby = folder.pages.slice(Math.max(0, at - NEAR_PAGES), at + NEAR_PAGES + 1)
  const items = nearby.map((other) => {
    const current = other === page ? 'page' : null
    return element('li', {}, element('a', { href: pathOf(other), 'aria-current': current }, other.title))
  })
  const all = element('li', {}, element('a', { href: site.home }, `All ${folder.pages.length} pages`))
  const name = folder.title ?? group.name ?? 'Pages'
  const isPart = nearby.length < folder.pages.length
  const list = element('nav', { 'aria-label': name }, element('ul', {}, items, isPart ? all : null))
  return element('details', { class: 'side folder' }, element('summary', {}, name), list)
}

function previousNextNav({ previous, next }: PagePosition): Child {
  const link = (page: Page | null, rel: 'prev' | 'next', label: string) => {
    return page === null ? null : element('a', { rel, href: pathOf(page) }, element('small', {}, label), page.title)
  }
  if (previous === null && next === null) return null
  const links = [link(previous, 'prev', 'Previous'), link(next, 'next', 'Next')]
  return element('nav', { class: 'turn', 'aria-label': 'Previous and next page' }, links)
}

/** Path of a page's address, also for an address with a host. */
export function pathOf({ url }: Pick<Page, 'url'>): string {
  return url.startsWith('/') ? url : new URL(url).pathname
}
