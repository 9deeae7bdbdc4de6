/** A path without a page -> a document that leads on. */
import { formatLayout, type ReaderSite } from './layout.ts'
import { element } from './html.ts'

const EXPLANATION = 'There is no page at this address. It may have moved: search for it, or look through all pages.'

/** Text of the document. */
export function formatNotFoundView(site: ReaderSite): string {
  const title = 'Page not found'
  const body = element(
    'div',
    { class: 'hero' },
    element('h1', {}, title),
    element('p', { class: 'lead' }, EXPLANATION),
    element('p', {}, element('a', { href: site.home }, 'All pages')),
  )
  return formatLayout(site, { title, description: null, lang: null, mainId: 'ask-main', kind: 'missing', body })
}
