/** The first pages of the site, as the navigation of the page around the overlay names them. */
import type { PageLink } from './rows.ts'

/** Pages that are offered. */
const MAX_PAGES = 6
const NAVIGATION = 'nav a[href], aside a[href]'

/** Links of the page's navigation to other pages of the site, each page once. */
export function topPages(): readonly PageLink[] {
  const pages = new Map<string, string>()
  for (const { pathname, origin, textContent } of document.querySelectorAll<HTMLAnchorElement>(NAVIGATION)) {
    const isOther = origin === location.origin && pathname !== location.pathname
    if (isOther && textContent.trim() && pages.size < MAX_PAGES && !pages.has(pathname)) {
      pages.set(pathname, textContent.trim())
    }
  }
  return [...pages].map(([url, text]) => ({ text, url }))
}
