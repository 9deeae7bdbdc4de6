/**
 * All pages of a site -> the contents page: a summary of the site from the graph, then all pages by group. It works
 * without a script, and fast for 10,000 pages, because browsers don't lay out closed groups.
 */
import { count } from '../base/count.ts'
import type { Page } from '../content/page.ts'
import type { GlossaryEntry } from '../graph/graph.ts'
import { type PageKnowledge, renderArticle } from './article.ts'
import { type Child, element, type Markup } from './html/html.ts'
import { formatLayout, pathOf, type ReaderSite, searchButton } from './layout.ts'
import type { NavFolder, NavGroup } from './nav-groups.ts'

/** Pages of a site whose groups are all open. */
const MAX_OPEN_PAGES = 60
/** UTF-16 units of the page's description; longer ones are never shown. */
const MAX_DESCRIPTION_LENGTH = 200

/** Knowledge of the whole site. */
export interface SiteKnowledge extends PageKnowledge {
  /** Summary of the site, empty for none. */
  readonly context: string
  readonly suggestions: readonly string[]
  readonly glossary: readonly GlossaryEntry[]
}

/** The pages of a site. */
export interface Contents {
  readonly groups: readonly NavGroup[]
  /** The page at the address of the contents page, rendered below it; null for none. */
  readonly root: Page | null
}

/** HTML text of the page. */
export function formatContentsView(site: ReaderSite, { groups, root }: Contents, knowledge: SiteKnowledge): string {
  const size = groups.reduce((sum, group) => sum + group.size, 0)
  const article = root === null ? null : renderArticle(root, knowledge)
  const body = [
    hero(site, knowledge, size),
    element('div', { class: 'groups' }, groups.map((group) => renderGroup(group, size <= MAX_OPEN_PAGES))),
    knowledge.glossary.length === 0 ? null : renderGlossary(knowledge.glossary),
    root === null || article === null ? null : element('article', { dir: 'auto', lang: root.lang }, article.sections),
  ]
  const description = knowledge.context.slice(0, MAX_DESCRIPTION_LENGTH) || null
  const mainId = article?.mainId ?? 'ask-main'
  return formatLayout(site, { title: null, description, lang: root?.lang ?? null, mainId, kind: 'contents', body })
}

function hero(site: ReaderSite, { context, suggestions }: SiteKnowledge, size: number): Markup {
  const questions = site.overlay === 'none' ? [] : suggestions
  const links = questions.map((text) => {
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

function renderGroup({ name, folders, size }: NavGroup, isOpen: boolean): Markup {
  const head = element('summary', {}, element('h2', {}, name ?? 'Pages'), ' ', element('small', {}, String(size)))
  return element('details', { class: 'group', open: isOpen }, head, folders.map(renderFolder))
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
  const head = element('summary', {}, element('h2', {}, 'Glossary'), ' ', element('small', {}, String(glossary.length)))
  return element('details', { class: 'group' }, head, element('dl', {}, entries))
}
