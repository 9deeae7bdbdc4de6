/**
 * A page of content -> its document: sections, table of contents, the pages
 * beside it, the one before and the one after.
 */
import { chunkPages } from '../content/chunk.ts'
import type { Page } from '../content/page.ts'
import type { GlossaryEntry, KnowledgeNode } from '../graph/graph.ts'
import { formatLayout, type ReaderSite } from './layout.ts'
import { type Child, element, type Markup } from './html.ts'
import { renderSection } from './section-view.ts'
import type { NavGroup, NavFolder } from './nav-groups.ts'
import type { FindTerms } from './term-finder.ts'

/** Pages of a shelf that are listed beside one of them, before and after it. */
const NEAR_PAGES = 30
/** Sections from which on a page has a table of contents. */
const MIN_SECTIONS = 2
/** Headings above the deepest one in a table of contents. */
const MAX_PARENTS = 1

/** Where a page stands among the others. */
export interface PagePosition {
  readonly page: Page
  readonly group: NavGroup
  readonly folder: NavFolder
  readonly previous: Page | null
  readonly next: Page | null
}

/** What is known of pages beyond their text. */
export interface PageKnowledge {
  /** By the section's id. */
  readonly sectionKnowledge: ReadonlyMap<string, KnowledgeNode>
  readonly findTerms: FindTerms
}

/** Text of the document. */
export function formatPageView(site: ReaderSite, place: PagePosition, knowledge: PageKnowledge): string {
  const { page } = place
  const { mainId, sections } = renderArticle(page, knowledge)
  const article = element(
    'article',
    { dir: 'auto' },
    element('h1', {}, page.title),
    page.description === null ? null : element('p', { class: 'lead' }, page.description),
    sections,
    element('p', { class: 'source' }, page.path),
    previousNextNav(place),
  )
  const { title, description, lang } = page
  const body = [breadcrumb(site, place), outline(page), article, folderNav(site, place)]
  return formatLayout(site, { title, description, lang, mainId, kind: 'page', body })
}

/** The sections of a page as elements. */
export interface Article {
  /** An id that no section has. */
  readonly mainId: string
  /** With what explains their terms. */
  readonly sections: Child
}

/** Shows all sections of a page. */
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
    const words = [element('strong', {}, term), element('p', {}, definition)]
    return element('div', { id, popover: true, class: 'note', role: 'note', dir: 'auto' }, words)
  })
  return { mainId: `${prefix}main`, sections: [sectionKnowledge, notes] }
}

/** Ids of our own start with this, and no anchor of the page does. */
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
  const shown = chunkPages([page]).filter(({ anchor, parents }) => anchor !== null && parents.length <= MAX_PARENTS)
  if (shown.length < MIN_SECTIONS) return null
  const items = shown.map(({ heading, url, parents }) => {
    const link = element('a', { href: url.slice(url.indexOf('#')) }, heading)
    return element('li', { class: parents.length > 0 ? 'below' : null }, link)
  })
  const list = element('nav', { 'aria-label': 'On this page' }, element('ul', {}, items))
  return element('details', { class: 'side outline' }, element('summary', {}, 'On this page'), list)
}

/** Part of the shelf around the page. */
function folderNav(site: ReaderSite, { page, group, folder }: PagePosition): Markup {
  const at = folder.pages.indexOf(page)
  const near = folder.pages.slice(Math.max(0, at - NEAR_PAGES), at + NEAR_PAGES + 1)
  const items = near.map((one) => {
    const current = one === page ? 'page' : null
    return element('li', {}, element('a', { href: pathOf(one), 'aria-current': current }, one.title))
  })
  const all = element('li', {}, element('a', { href: site.home }, `All ${folder.pages.length} pages`))
  const name = folder.title ?? group.name ?? 'Pages'
  const isPart = near.length < folder.pages.length
  const list = element('nav', { 'aria-label': name }, element('ul', {}, items, isPart ? all : null))
  return element('details', { class: 'side shelf' }, element('summary', {}, name), list)
}

function previousNextNav({ previous, next }: PagePosition): Child {
  const turn = (page: Page | null, rel: 'prev' | 'next', label: string) => {
    return page === null ? null : element('a', { rel, href: pathOf(page) }, element('small', {}, label), page.title)
  }
  if (previous === null && next === null) return null
  const turns = [turn(previous, 'prev', 'Previous'), turn(next, 'next', 'Next')]
  return element('nav', { class: 'turn', 'aria-label': 'Previous and next page' }, turns)
}

/** Path of a page's address: where it is served, whatever host its links name. */
export function pathOf({ url }: Pick<Page, 'url'>): string {
  return url.startsWith('/') ? url : new URL(url).pathname
}
