/** The "not found" page, with the pages whose addresses or titles are nearest. */
import type { Page } from '../content/page.ts'
import { element } from './html/html.ts'
import { formatLayout, pathOf, type ReaderSite } from './layout.ts'

const EXPLANATION = 'There is no page at this address. It may have moved: search for it, or browse all pages.'

/** HTML text of the page. */
export function formatNotFoundView(site: ReaderSite, nearest: readonly Page[]): string {
  const title = 'Page not found'
  const links = nearest.map((page) => {
    const group = page.group === null ? null : [' ', element('small', {}, page.group)]
    return element('li', {}, element('a', { href: pathOf(page) }, page.title), group)
  })
  const list = [element('h2', {}, 'Pages with a similar name'), element('ul', {}, links)]
  const body = element(
    'div',
    { class: 'hero' },
    element('h1', {}, title),
    element('p', { class: 'lead' }, EXPLANATION),
    links.length === 0 ? null : list,
    element('p', {}, element('a', { href: site.home }, 'All pages')),
  )
  return formatLayout(site, { title, description: null, lang: null, mainId: 'ask-main', kind: 'not-found', body })
}
