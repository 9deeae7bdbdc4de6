/** The "not found" page, with links to search and contents. */
import { element } from './html.ts'
import { formatLayout, type ReaderSite } from './layout.ts'

const EXPLANATION = 'There is no page at this address. It may have moved: search for it, or browse all pages.'

/** HTML text of the page. */
export function formatNotFoundView(site: ReaderSite): string {
  const title = 'Page not found'
  const body = element(
    'div',
    { class: 'hero' },
    element('h1', {}, title),
    element('p', { class: 'lead' }, EXPLANATION),
    element('p', {}, element('a', { href: site.home }, 'All pages')),
  )
  return formatLayout(site, { title, description: null, lang: null, mainId: 'ask-main', kind: 'not-found', body })
}
