/**
 * All pages of a site -> its table of contents by group, under what the graph
 * says of the site. Works without a script, and is shown fast for 10,000 pages:
 * what is folded is not laid out.
 */
import { count } from '../base/count.ts'
import type { Page } from '../content/page.ts'
import type { GlossaryEntry } from '../graph/graph.ts'
import { formatPage, type ReaderSite, searchButton } from './frame.ts'
import { type Child, element, type Markup } from './html.ts'
import { type PageKnowledge, pathOf, showArticle } from './page-view.ts'
import type { Group, Shelf } from './shelves.ts'

/** Pages of a site up to which nothing is folded. */
const UNFOLDED_PAGES = 60
/** UTF-16 units of the document's description; more is shown nowhere. */
const MAX_DESCRIPTION_LENGTH = 200

/** What the graph says of the whole site. */
export interface SiteKnowledge extends PageKnowledge {
  /** Empty where nothing is known. */
  readonly context: string
  readonly suggestions: readonly string[]
  readonly glossary: readonly GlossaryEntry[]
}

/** What is listed. */
export interface Contents {
  readonly groups: readonly Group[]
  /** The page at the same address, shown below the table; null where there is none. */
  readonly root: Page | null
}

/** Text of the document. */
export function formatContentsView(site: ReaderSite, { groups, root }: Contents, knowledge: SiteKnowledge): string {
  const size = groups.reduce((sum, group) => sum + group.size, 0)
  const article = root === null ? null : showArticle(root, knowledge)
  const body = [
    hero(site, knowledge, size),
    element('div', { class: 'groups' }, groups.map((group) => showGroup(group, size <= UNFOLDED_PAGES))),
    knowledge.glossary.length === 0 ? null : showGlossary(knowledge.glossary),
    root === null || article === null ? null : element('article', { dir: 'auto', lang: root.lang }, article.sections),
  ]
  const description = knowledge.context.slice(0, MAX_DESCRIPTION_LENGTH) || null
  const mainId = article?.mainId ?? 'ask-main'
  return formatPage(site, { title: null, description, lang: root?.lang ?? null, mainId, kind: 'contents', body })
}

function hero(site: ReaderSite, { context, suggestions }: SiteKnowledge, size: number): Markup {
  const shown = site.overlay === 'none' ? [] : suggestions
  const links = shown.map((text) => {
    const href = `?q=${encodeURIComponent(text.toWellFormed())}`
    return element('li', {}, element('a', { href, 'data-ask-open': text }, text))
  })
  return element(
    'div',
    { class: 'hero', dir: 'auto' },
    element('h1', {}, site.title),
    context.split(/\n{2,}/).flatMap((text) => (text.trim() === '' ? [] : [element('p', { class: 'lead' }, text)])),
    searchButton(site),
    links.length === 0 ? null : element('ul', { class: 'asked', 'aria-label': 'Questions to start with' }, links),
    element('p', { class: 'size' }, element('bdi', {}, count(size, 'page'))),
  )
}

function showGroup({ name, shelves, size }: Group, isOpen: boolean): Markup {
  const head = element('summary', {}, element('h2', {}, name ?? 'Pages'), ' ', element('small', {}, String(size)))
  return element('details', { class: 'group', open: isOpen }, head, shelves.map(showShelf))
}

function showShelf({ title, pages }: Shelf): Child {
  const items = pages.map((page) => element('li', {}, element('a', { href: pathOf(page) }, page.title)))
  return [title === null ? null : element('h3', {}, title), element('ul', { class: 'pages' }, items)]
}

function showGlossary(glossary: readonly GlossaryEntry[]): Markup {
  const entries = glossary.map(({ term, aliases, definition }) => {
    const names = aliases.length === 0 ? null : element('small', {}, ` ${aliases.join(', ')}`)
    return [element('dt', {}, term, names), element('dd', { dir: 'auto' }, definition)]
  })
  const head = element('summary', {}, element('h2', {}, 'Glossary'), ' ', element('small', {}, String(glossary.length)))
  return element('details', { class: 'group' }, head, element('dl', {}, entries))
}
