/**
 * The three kinds of pages -> the text of their HTML: a page of content, the contents of the site, and "not found". The
 * contents page works without a script, and fast for 10,000 pages, because browsers don't lay out closed groups.
 */
import { count } from '../../core/base.ts'
import { type Chunk, chunkPages, type Page } from '../../core/content.ts'
import type { GlossaryEntry, KnowledgeNode } from '../../core/graph.ts'
import type { AddressSettings } from './html/addresses.ts'
import { renderBlocks } from './html/block-view.ts'
import { type Child, element, type Markup } from './html/html.ts'
import { createPageContext, type PageContext } from './html/page-context.ts'
import type { TermIndex } from './html/terms.ts'
import { formatLayout, pathOf, type ReaderSite, searchButton } from './layout.ts'
import { type NavFolder, type NavGroup, type PagePosition, renderSideNav, renderSiteNav, sizeOf } from './nav.ts'

/** Sections of a page; one with fewer sections has no outline. */
const MIN_SECTIONS = 2
/** Parent headings of the deepest heading in an outline. */
const MAX_PARENTS = 1
/** Pages of a site whose groups are all open in its contents. */
const MAX_OPEN_PAGES = 60
/** UTF-16 units of the description of the contents page; longer ones are never shown. */
const MAX_DESCRIPTION_LENGTH = 200

const NOT_FOUND = 'There is no page at this address. It may have moved: search for it, or browse all pages.'

/** Facts and terms for a page, and the addresses that it may hold. */
export interface PageKnowledge {
  /** Knowledge of each section, by its id. */
  readonly sectionKnowledge: ReadonlyMap<string, KnowledgeNode>
  readonly terms: TermIndex
  readonly addresses: AddressSettings
}

/** A page of content and the site around it. */
export interface ContentPage {
  readonly position: PagePosition
  /** The page at the position, with its sections. */
  readonly page: Page
  /** All groups of the site. */
  readonly groups: readonly NavGroup[]
  readonly knowledge: PageKnowledge
}

/** The pages of a site, and its knowledge. */
export interface SiteContents {
  readonly groups: readonly NavGroup[]
  /** The page at the address of the contents page, rendered below it; null for none. */
  readonly root: Page | null
  readonly knowledge: PageKnowledge
  /** Summary of the site, empty for none. */
  readonly context: string
  readonly suggestions: readonly string[]
  readonly glossary: readonly GlossaryEntry[]
}

/** A page of content: sections, outline, the pages of the site, previous and next page. */
export function formatContentPage(site: ReaderSite, { position, page, groups, knowledge }: ContentPage): string {
  const { title, description, lang } = page
  const chunks = chunkPages([page])
  const { mainId, factCount, sections } = renderArticle(page, chunks, knowledge)
  const article = element(
    'article',
    { dir: 'auto' },
    element('h1', {}, title),
    description === null ? null : element('p', { class: 'lead' }, description),
    factCount === 0 ? null : factSwitch(factCount),
    sections,
    element('p', { class: 'source' }, page.path),
    previousNextNav(position),
  )
  const nav = renderSiteNav(site, groups, position)
  const body = [breadcrumb(site, position), outline(chunks), article]
  return formatLayout(site, { title, description, lang, mainId, kind: 'page', nav, body })
}

/** The contents page: a summary of the site from the graph, then all pages by group. */
export function formatContents(site: ReaderSite, contents: SiteContents): string {
  const { groups, root, knowledge, context, glossary } = contents
  const article = root === null ? null : renderArticle(root, chunkPages([root]), knowledge)
  const isOpen = sizeOf(groups) <= MAX_OPEN_PAGES
  const body = [
    hero(site, contents),
    element('div', { class: 'groups' }, groups.map((group) => renderGroup(group, isOpen))),
    glossary.length === 0 ? null : renderGlossary(glossary),
    article === null ? null : element('article', { dir: 'auto', lang: root?.lang ?? null }, article.sections),
  ]
  const description = context.slice(0, MAX_DESCRIPTION_LENGTH) || null
  const mainId = article?.mainId ?? 'ask-main'
  return formatLayout(site, { title: null, description, lang: root?.lang ?? null, mainId, kind: 'contents', body })
}

/** The "not found" page, with the pages whose addresses or titles are nearest. */
export function formatNotFound(site: ReaderSite, nearest: readonly Page[]): string {
  const title = 'Page not found'
  const links = nearest.map((page) => {
    const group = page.group === null ? null : [' ', element('small', {}, page.group)]
    return element('li', {}, element('a', { href: pathOf(page) }, page.title), group)
  })
  const body = element(
    'div',
    { class: 'hero' },
    element('h1', {}, title),
    element('p', { class: 'lead' }, NOT_FOUND),
    links.length === 0 ? null : [element('h2', {}, 'Pages with a similar name'), element('ul', {}, links)],
    element('p', {}, element('a', { href: site.home }, 'All pages')),
  )
  return formatLayout(site, { title, description: null, lang: null, mainId: 'ask-main', kind: 'not-found', body })
}

/** The rendered sections of a page. */
interface Article {
  /** Id of the main element; no section has it. */
  readonly mainId: string
  /** Number of facts and terms in all sections. */
  readonly factCount: number
  /** Sections, and the notes that explain their terms. */
  readonly sections: Child
}

function renderArticle(page: Page, chunks: readonly Chunk[], knowledge: PageKnowledge): Article {
  const { sectionKnowledge } = knowledge
  const context = createPageContext(page.sections, knowledge)
  const sections = chunks.map((chunk) => renderSection(chunk, sectionKnowledge.get(chunk.id) ?? null, context))
  const notes = [...context.termIds].map(([{ term, definition }, id]) => {
    const content = [element('strong', {}, term), element('p', {}, definition)]
    return element('div', { id, popover: true, class: 'explanation', role: 'note', dir: 'auto' }, content)
  })
  const factCount = chunks.reduce((sum, { id }) => {
    const section = sectionKnowledge.get(id)
    return section === undefined ? sum : sum + section.facts.length + section.terms.length
  }, 0)
  return { mainId: `${context.prefix}main`, factCount, sections: [sections, notes] }
}

/** A section: its heading with an anchor, its content, and its knowledge from the graph. */
function renderSection(chunk: Chunk, knowledge: KnowledgeNode | null, context: PageContext): Markup {
  const { heading, anchor, url, parents } = chunk
  // The level in the outline of the page, so that no level is skipped.
  const level = heading === null ? 1 : Math.min(6, 2 + parents.length)
  const link = anchor === null ? heading : element('a', { href: hashOf(url) }, heading)
  const head = heading === null ? null : element(`h${level}`, { id: anchor }, link)
  const facts = knowledge === null ? null : renderKnowledge(knowledge)
  return element('section', {}, head, renderBlocks(chunk, level, context), facts)
}

/** The facts and terms of a section: the page shows those of all sections by one switch. */
function renderKnowledge({ facts, terms }: KnowledgeNode): Child {
  if (facts.length + terms.length === 0) return null
  const literals = facts.map(({ kind, literal }) => {
    return element('li', {}, element('code', {}, literal), ' ', element('small', {}, kind))
  })
  return element(
    'div',
    { class: 'known' },
    facts.length === 0 ? null : element('ul', { 'aria-label': 'Facts' }, literals),
    terms.length === 0 ? null : element('p', {}, element('small', {}, 'Terms'), ' ', terms.join(', ')),
  )
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

function outline(chunks: readonly Chunk[]): Child {
  const listed = chunks.filter(({ anchor, parents }) => anchor !== null && parents.length <= MAX_PARENTS)
  if (listed.length < MIN_SECTIONS) return null
  const items = listed.map(({ heading, url, parents }) => {
    return element('li', { class: parents.length > 0 ? 'below' : null }, element('a', { href: hashOf(url) }, heading))
  })
  return renderSideNav('outline', 'On this page', element('ul', {}, items))
}

function hashOf(url: string): string {
  return url.slice(url.indexOf('#'))
}

function previousNextNav({ previous, next }: PagePosition): Child {
  const link = (page: Page | null, rel: 'prev' | 'next', label: string) => {
    return page === null ? null : element('a', { rel, href: pathOf(page) }, element('small', {}, label), page.title)
  }
  if (previous === null && next === null) return null
  const links = [link(previous, 'prev', 'Previous'), link(next, 'next', 'Next')]
  return element('nav', { class: 'turn', 'aria-label': 'Previous and next page' }, links)
}

function hero(site: ReaderSite, { groups, context, suggestions }: SiteContents): Markup {
  const questions = site.overlay === 'none' ? [] : suggestions
  const links = questions.map((text) => {
    const href = `?q=${encodeURIComponent(text.toWellFormed())}`
    return element('li', {}, element('a', { href, 'data-ask-open': text }, text))
  })
  return element(
    'div',
    { class: 'hero', dir: 'auto' },
    element('h1', {}, site.title),
    context.split(/\n{2,}/).map((text) => (text.trim() === '' ? null : element('p', { class: 'lead' }, text))),
    searchButton(site),
    links.length === 0 ? null : element('ul', { class: 'asked', 'aria-label': 'Questions to start with' }, links),
    element('p', { class: 'size' }, element('bdi', {}, count(sizeOf(groups), 'page'))),
  )
}

function renderGroup({ name, folders, size }: NavGroup, isOpen: boolean): Markup {
  return foldedGroup(name ?? 'Pages', size, isOpen, folders.map(renderFolder))
}

function renderFolder({ title, pages }: NavFolder): Child {
  const items = pages.map((page) => element('li', {}, element('a', { href: pathOf(page) }, page.title)))
  return [title === null ? null : element('h3', {}, title), element('ul', { class: 'pages' }, items)]
}

function renderGlossary(glossary: readonly GlossaryEntry[]): Markup {
  const entries = glossary.map(({ term, aliases, definition }) => {
    const names = aliases.length === 0 ? null : element('small', {}, ` ${aliases.join(', ')}`)
    return [element('dt', {}, term, names), element('dd', { dir: 'auto' }, definition)]
  })
  return foldedGroup('Glossary', glossary.length, false, element('dl', {}, entries))
}

function foldedGroup(name: string, size: number, isOpen: boolean, content: Child): Markup {
  const head = element('summary', {}, element('h2', {}, name), ' ', element('small', {}, String(size)))
  return element('details', { class: 'group', open: isOpen }, head, content)
}
