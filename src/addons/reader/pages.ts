/**
 * The three kinds of pages -> the text of their HTML: a page of content, the contents of the site, and "not found". The
 * contents page works without a script, and fast for 10,000 pages, because browsers don't lay out closed groups.
 */
import { type Chunk, chunkPages, type Page } from '../../core/content.ts'
import type { GlossaryEntry } from '../../core/graph.ts'
import { type AddressSettings, hashOf, pathOf } from './html/addresses.ts'
import { renderBlocks } from './html/block-view.ts'
import { type Child, element, type Markup, withCode } from './html/html.ts'
import { joinSections } from './html/joined-sections.ts'
import { createPageContext, type PageContext } from './html/page-context.ts'
import { indexTerms } from './html/terms.ts'
import { formatLayout, type ReaderSite, searchButton } from './layout.ts'
import {
  labelOf, type NavFolder, type NavGroup, type PagePosition, renderSideNav, renderSiteNav, sizeOf,
} from './nav.ts'

/** Sections of a page; one with fewer sections has no outline. */
const MIN_SECTIONS = 2
/** Parent headings of the deepest heading in an outline. */
const MAX_PARENTS = 1
/** Pages of a site whose groups are all open in its contents. */
const MAX_OPEN_PAGES = 60
/** UTF-16 units of the description of the contents page; longer ones are never shown. */
const MAX_DESCRIPTION_LENGTH = 200

const NOT_FOUND = 'There is no page at this address. It may have moved: search for it, or browse all pages.'

interface TextSettings {
  readonly addresses: AddressSettings
  readonly glossary: readonly GlossaryEntry[]
}

export interface ContentPage extends TextSettings {
  readonly position: PagePosition
  readonly page: Page
  readonly groups: readonly NavGroup[]
}

export interface SiteContents extends TextSettings {
  readonly groups: readonly NavGroup[]
  /** The page at the address of the contents page, part of it; null for none. */
  readonly root: Page | null
  /** Summary of the site, empty for none. */
  readonly context: string
  readonly suggestions: readonly string[]
}

/** A page of content: sections, outline, the pages of the site, previous and next page. */
export function formatContentPage(site: ReaderSite, { position, page, groups, ...settings }: ContentPage): string {
  const { title, description, lang, path } = page
  const chunks = chunkPages([page])
  const { mainId, sections, notes } = renderSections(chunks, settings)
  const lead = chunks[0]?.text.startsWith(description ?? '') === true ? null : description
  const article = element(
    'article',
    { dir: 'auto' },
    element('h1', {}, title),
    lead === null ? null : element('p', { class: 'lead' }, withCode(lead)),
    sections,
    notes,
    element('p', { class: 'source' }, path),
    previousNextNav(position),
  )
  const nav = renderSiteNav(site, groups, position)
  const body = [breadcrumb(site, position), outline(chunks), article]
  return formatLayout(site, { title, description, lang, mainId, kind: 'page', nav, body })
}

/**
 * The contents page: what the site is about, by the page at its root, else by the graph; then all pages by group, and
 * the other sections of the root page.
 */
export function formatContents(site: ReaderSite, contents: SiteContents): string {
  const { groups, root, context, suggestions, glossary } = contents
  const chunks = root === null ? [] : chunkPages([root])
  const { mainId, sections, notes } = renderSections(chunks, contents)
  const intro = chunks[0]?.heading === null && chunks[0].text !== '' ? sections.slice(0, 1) : []
  const isInIntro = chunks[0]?.text.startsWith(root?.description ?? '') === true
  const about = (isInIntro ? null : root?.description) ?? (intro.length === 0 ? context : '')
  const paragraphs = about.split(/\n{2,}/).filter((text) => text.trim() !== '')
  const size = sizeOf(groups)
  const hero = element(
    'div',
    { class: 'hero', dir: 'auto' },
    element('h1', {}, site.title),
    paragraphs.map((text) => element('p', { class: 'lead' }, withCode(text))),
    searchButton(site),
    site.overlay === 'none' || suggestions.length === 0 ? null : startQuestions(suggestions),
  )
  const article = (parts: readonly Child[], end: Child = null) => {
    return parts.length === 0 ? null : element('article', { dir: 'auto', lang: root?.lang ?? null }, parts, end)
  }
  const body = [
    hero,
    article(intro),
    element('div', { class: 'groups' }, groups.map((group) => {
      return foldedGroup(group.name ?? 'Pages', group.size, size <= MAX_OPEN_PAGES, group.folders.map(renderFolder))
    })),
    glossary.length === 0 ? null : renderGlossary(glossary),
    article(sections.slice(intro.length), notes),
  ]
  const description = (about || context).slice(0, MAX_DESCRIPTION_LENGTH) || null
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

/** The sections of a page, the notes that explain terms, and an id for the main element, which no section has. */
function renderSections(chunks: readonly Chunk[], { addresses, glossary }: TextSettings) {
  const joined = joinSections(chunks)
  const context = createPageContext(joined, { addresses, terms: indexTerms(glossary) })
  const shown = joined.map((chunk) => renderSection(chunk, context))
  const notes = [...context.termIds].map(([{ term, definition }, id]) => {
    const content = [element('strong', {}, term), element('p', {}, withCode(definition))]
    return element('div', { id, popover: true, class: 'explanation', role: 'note', dir: 'auto' }, content)
  })
  return { mainId: `${context.prefix}main`, sections: shown, notes }
}

function renderSection(chunk: Chunk, context: PageContext): Markup {
  const { heading, anchor, url, parents } = chunk
  // The level in the outline of the page, so that no level is skipped.
  const level = heading === null ? 1 : Math.min(6, 2 + parents.length)
  const link = anchor === null ? heading : element('a', { href: hashOf(url) }, heading)
  const head = heading === null ? null : element(`h${level}`, { id: anchor }, link)
  return element('section', {}, head, renderBlocks(chunk, level, context))
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

function previousNextNav({ previous, next }: PagePosition): Child {
  const link = (page: Page | null, rel: 'prev' | 'next', label: string) => {
    return page === null ? null : element('a', { rel, href: pathOf(page) }, element('small', {}, label), page.title)
  }
  if (previous === null && next === null) return null
  const links = [link(previous, 'prev', 'Previous'), link(next, 'next', 'Next')]
  return element('nav', { class: 'turn', 'aria-label': 'Previous and next page' }, links)
}

function startQuestions(questions: readonly string[]): Markup {
  const links = questions.map((text) => {
    const href = `?q=${encodeURIComponent(text.toWellFormed())}`
    return element('li', {}, element('a', { href, 'data-ask-open': text }, text))
  })
  return element('ul', { class: 'asked', 'aria-label': 'Questions to start with' }, links)
}

function renderFolder({ title, pages }: NavFolder): Child {
  const items = pages.map((page) => element('li', {}, element('a', { href: pathOf(page) }, labelOf(page))))
  return [title === null ? null : element('h3', {}, title), element('ul', { class: 'pages' }, items)]
}

function renderGlossary(glossary: readonly GlossaryEntry[]): Markup {
  const entries = glossary.map(({ term, aliases, definition }) => {
    const names = aliases.length === 0 ? null : element('small', {}, ` ${aliases.join(', ')}`)
    return [element('dt', {}, term, names), element('dd', { dir: 'auto' }, withCode(definition))]
  })
  return foldedGroup('Glossary', glossary.length, false, element('dl', {}, entries))
}

function foldedGroup(name: string, size: number, isOpen: boolean, content: Child): Markup {
  const head = element('summary', {}, element('h2', {}, name), ' ', element('small', {}, String(size)))
  return element('details', { class: 'group', open: isOpen }, head, content)
}
