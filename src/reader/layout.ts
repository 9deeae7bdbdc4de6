/**
 * What is around every page: head, bar with name and search, and the overlay.
 * All of it holds under `POLICY`: one style sheet, one script, nothing inline.
 */
import { type Child, element, formatDocument, type Markup } from './html.ts'

/** Where the reader's own files are: content has no page below a name that starts with `_`. */
export const ASSETS = { style: '/_ask/reader.css', icon: '/_ask/icon.svg', overlay: '/_ask/overlay.js' } as const

/** Whether the key of a visit is the path of a file that pages load. */
export function isAsset(key: string): boolean {
  return Object.values<string>(ASSETS).includes(`/${key}`)
}

/** Languages that are written from right to left, whatever their region. */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|syr|ug|ur|yi)(?:-|$)/i

/** Content-Security-Policy of every page. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The site that pages belong to. */
export interface ReaderSite {
  readonly title: string
  /** Path of the table of contents. */
  readonly home: string
  /** Base path of the service, without a slash at its end. */
  readonly endpoint: string
  /** What the overlay can do; `none` where there is no overlay. */
  readonly overlay: 'none' | 'search' | 'answers'
}

/** A page within its frame. */
export interface LayoutContent {
  /** Null on the table of contents. */
  readonly title: string | null
  readonly description: string | null
  /** BCP 47 tag of what is in `body`; its direction is that of the whole page. */
  readonly lang: string | null
  /** An id that no section of the page has, for the way past the bar. */
  readonly mainId: string
  /** What kind of page it is, for the style sheet. */
  readonly kind: 'contents' | 'page' | 'missing'
  readonly body: Child
}

/** Text of the whole document. */
export function formatLayout(site: ReaderSite, page: LayoutContent): string {
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'color-scheme', content: 'light dark' }),
    element('title', {}, page.title === null ? site.title : `${page.title} · ${site.title}`),
    page.description === null ? null : element('meta', { name: 'description', content: page.description }),
    element('link', { rel: 'icon', href: ASSETS.icon }),
    element('link', { rel: 'stylesheet', href: ASSETS.style }),
  )
  const body = element(
    'body',
    { class: page.kind },
    element('a', { class: 'skip', href: `#${page.mainId}` }, 'Skip to content'),
    page.kind === 'contents' ? null : topBar(site),
    element('main', { id: page.mainId, tabindex: '-1', lang: page.lang }, page.body),
    overlayTags(site, 'none'),
  )
  const lang = page.lang ?? 'en'
  return formatDocument(element('html', { lang, dir: RIGHT_TO_LEFT.test(lang) ? 'rtl' : null }, head, body))
}

/** A button that looks like the field it opens; nothing where there is no overlay. */
export function searchButton(site: ReaderSite): Child {
  if (site.overlay === 'none') return null
  const words = site.overlay === 'answers' ? 'Search or ask a question' : 'Search'
  const glass = [element('circle', { cx: '8.5', cy: '8.5', r: '5.5' }), element('path', { d: 'm13 13 4 4' })]
  return element(
    'button',
    { type: 'button', class: 'search', 'data-ask-open': true },
    element('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, glass),
    element('span', {}, words),
  )
}

function topBar(site: ReaderSite): Markup {
  const name = element('a', { class: 'name', href: site.home, dir: 'auto' }, site.title)
  return element('header', { class: 'bar' }, name, searchButton(site))
}

/** The overlay for a page; where the page has nothing that opens it, `corner` puts a button there. */
export function overlayTags({ overlay, endpoint }: ReaderSite, trigger: 'corner' | 'none'): readonly Markup[] {
  if (overlay === 'none') return []
  return [
    element('script', { type: 'module', src: ASSETS.overlay }),
    element('ask-overlay', { endpoint, trigger, mode: overlay === 'search' ? 'keyword' : null }),
  ]
}
