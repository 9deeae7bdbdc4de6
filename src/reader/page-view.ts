/**
 * A page of content -> its document: sections, table of contents, the pages
 * beside it, the one before and the one after.
 */
import { chunkPages } from '../content/chunk.ts'
import type { Page } from '../content/page.ts'
import type { GlossaryEntry, KnowledgeNode } from '../graph/graph.ts'
import { formatPage, type ReaderSite } from './layout.ts'
import { type Child, element, type Markup } from './html.ts'
import { showSection } from './section-view.ts'
import type { Group, Shelf } from './nav-groups.ts'
import type { FindTerms } from './term-finder.ts'

/** Pages of a shelf that are listed beside one of them, before and after it. */
const NEAR_PAGES = 30
/** Sections from which on a page has a table of contents. */
const LEAST_SECTIONS = 2
/** Headings above the deepest one in a table of contents. */
const MAX_PARENTS = 1

/** Where a page stands among the others. */
export interface Place {
  readonly page: Page
  readonly group: Group
  readonly shelf: Shelf
  readonly before: Page | null
  readonly after: Page | null
}

/** What is known of pages beyond their text. */
export interface PageKnowledge {
  /** By the section's id. */
  readonly nodes: ReadonlyMap<string, KnowledgeNode>
  readonly findTerms: FindTerms
}

/** Text of the document. */
export function formatPageView(site: ReaderSite, place: Place, knowledge: PageKnowledge): string {
  const { page } = place
  const { mainId, sections } = showArticle(page, knowledge)
  const article = element(
    'article',
    { dir: 'auto' },
    element('h1', {}, page.title),
    page.description === null ? null : element('p', { class: 'lead' }, page.description),
    sections,
    element('p', { class: 'source' }, page.path),
    turnPages(place),
  )
  const { title, description, lang } = page
  const body = [trail(site, place), pageContents(page), article, neighbours(site, place)]
  return formatPage(site, { title, description, lang, mainId, kind: 'page', body })
}

/** The sections of a page as elements. */
export interface Article {
  /** An id that no section has. */
  readonly mainId: string
  /** With what explains their terms. */
  readonly sections: Child
}

/** Shows all sections of a page. */
export function showArticle(page: Page, { nodes, findTerms }: PageKnowledge): Article {
  const prefix = freePrefix(page)
  const ids = new Map<GlossaryEntry, string>()
  function idOf(entry: GlossaryEntry): string {
    const id = ids.get(entry) ?? `${prefix}term-${ids.size}`
    ids.set(entry, id)
    return id
  }
  const sections = chunkPages([page]).map((chunk) => {
    return showSection({ chunk, node: nodes.get(chunk.id) ?? null }, { findTerms, idOf })
  })
  const notes = [...ids].map(([{ term, definition }, id]) => {
    const words = [element('strong', {}, term), element('p', {}, definition)]
    return element('div', { id, popover: true, class: 'note', role: 'note', dir: 'auto' }, words)
  })
  return { mainId: `${prefix}main`, sections: [sections, notes] }
}

/** Ids of our own start with this, and no anchor of the page does. */
function freePrefix({ sections }: Page): string {
  let prefix = 'ask-'
  while (sections.some(({ anchor }) => anchor?.startsWith(prefix))) prefix += '-'
  return prefix
}

function trail(site: ReaderSite, { group, shelf }: Place): Markup {
  const steps = [group.name, shelf.title].map((step) => (step === null ? null : [' › ', step]))
  const start = element('a', { href: site.home }, 'Contents')
  return element('nav', { class: 'trail', 'aria-label': 'Breadcrumb' }, start, steps)
}

function pageContents(page: Page): Child {
  const shown = chunkPages([page]).filter(({ anchor, parents }) => anchor !== null && parents.length <= MAX_PARENTS)
  if (shown.length < LEAST_SECTIONS) return null
  const items = shown.map(({ heading, url, parents }) => {
    const link = element('a', { href: url.slice(url.indexOf('#')) }, heading)
    return element('li', { class: parents.length > 0 ? 'below' : null }, link)
  })
  const list = element('nav', { 'aria-label': 'On this page' }, element('ul', {}, items))
  return element('details', { class: 'side outline' }, element('summary', {}, 'On this page'), list)
}

/** Part of the shelf around the page. */
function neighbours(site: ReaderSite, { page, group, shelf }: Place): Markup {
  const at = shelf.pages.indexOf(page)
  const near = shelf.pages.slice(Math.max(0, at - NEAR_PAGES), at + NEAR_PAGES + 1)
  const items = near.map((one) => {
    const current = one === page ? 'page' : null
    return element('li', {}, element('a', { href: pathOf(one), 'aria-current': current }, one.title))
  })
  const all = element('li', {}, element('a', { href: site.home }, `All ${shelf.pages.length} pages`))
  const name = shelf.title ?? group.name ?? 'Pages'
  const isPart = near.length < shelf.pages.length
  const list = element('nav', { 'aria-label': name }, element('ul', {}, items, isPart ? all : null))
  return element('details', { class: 'side shelf' }, element('summary', {}, name), list)
}

function turnPages({ before, after }: Place): Child {
  const turn = (page: Page | null, rel: 'prev' | 'next', label: string) => {
    return page === null ? null : element('a', { rel, href: pathOf(page) }, element('small', {}, label), page.title)
  }
  if (before === null && after === null) return null
  const turns = [turn(before, 'prev', 'Previous'), turn(after, 'next', 'Next')]
  return element('nav', { class: 'turn', 'aria-label': 'Previous and next page' }, turns)
}

/** Path of a page's address: where it is served, whatever host its links name. */
export function pathOf({ url }: Pick<Page, 'url'>): string {
  return url.startsWith('/') ? url : new URL(url).pathname
}
