/** The layout of every page: head, top bar, overlay. All complies with `policyOf`: no style or script is inline. */
import { LANGUAGE_MODULES } from '../overlay/text/languages.ts'
import { type Child, element, type Markup } from './html/html.ts'

/** Folder of the reader's own files. */
export const FOLDER = '/_ask/'

/** Paths of the reader's own files. No page of content has a path with `_` at the start of a name. */
export const ASSETS = {
  style: '/_ask/reader.css',
  icon: '/_ask/icon.svg',
  overlay: '/_ask/overlay.js',
  page: '/_ask/page.js',
  reload: '/_ask/reload.js',
} as const

/** True if the key of a page request is the path of an asset. */
export function isAsset(key: string): boolean {
  return Object.values<string>(ASSETS).includes(`/${key}`) || LANGUAGE_MODULES.has(`/${key}`.replace(FOLDER, ''))
}

/** Tags of languages that are written from right to left, with any region. */
const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|syr|ug|ur|yi)(?:-|$)/i

/** Content-Security-Policy of every page; `remoteImages` permits images of other sites. */
export function policyOf({ remoteImages }: Pick<ReaderSite, 'remoteImages'>): string {
  return [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
    `img-src 'self'${remoteImages === true ? ' https: http:' : ''}`,
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].join('; ')
}

export interface ReaderSite {
  readonly title: string
  readonly home: string
  /** Base path of the service, without a slash at its end. */
  readonly endpoint: string
  /** Mode of the overlay, `none` without an overlay. */
  readonly overlay: 'none' | 'search' | 'answers'
  /** True if pages may load images of other sites. Default: false. */
  readonly remoteImages?: boolean
  /** Revision of a site that changes while it is served: its pages reload. Default: the site doesn't change. */
  readonly revision?: string | undefined
}

export interface LayoutContent {
  /** Null on the table of contents. */
  readonly title: string | null
  readonly description: string | null
  /** BCP 47 tag of the body's language, null for unknown. It decides the direction of the whole page. */
  readonly lang: string | null
  /** Id for the link that skips the top bar; no section of the page has it. */
  readonly mainId: string
  /** Class of the body, for the style sheet. */
  readonly kind: 'contents' | 'page' | 'not-found'
  /** Navigation beside the main element. Default: none. */
  readonly nav?: Child
  readonly body: Child
}

export function formatLayout(site: ReaderSite, page: LayoutContent): string {
  const description = page.description?.replaceAll('`', '')
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'color-scheme', content: 'light dark' }),
    element('title', {}, page.title === null ? site.title : `${page.title} · ${site.title}`),
    description === undefined ? null : element('meta', { name: 'description', content: description }),
    element('link', { rel: 'icon', href: ASSETS.icon }),
    element('link', { rel: 'stylesheet', href: ASSETS.style }),
    // Not a module: it sets the theme before the page is drawn.
    element('script', { src: ASSETS.page }),
  )
  const main = element('main', { id: page.mainId, tabindex: '-1', lang: page.lang }, page.body)
  const body = element(
    'body',
    { class: page.kind },
    element('a', { class: 'skip', href: `#${page.mainId}` }, 'Skip to content'),
    topBar(site, page),
    element('div', { class: 'frame' }, page.nav ?? null, main),
    overlayTags(site, 'none'),
    reloadTags(site),
  )
  const lang = page.lang ?? 'en'
  const { markup } = element('html', { lang, dir: RIGHT_TO_LEFT.test(lang) ? 'rtl' : null }, head, body)
  return `<!doctype html>\n${markup}\n`
}

/** A button that looks like a search field and opens the overlay; null without an overlay. */
export function searchButton(site: ReaderSite): Child {
  if (site.overlay === 'none') return null
  const label = site.overlay === 'answers' ? 'Search or ask a question' : 'Search'
  const glass = [element('circle', { cx: '8.5', cy: '8.5', r: '5.5' }), element('path', { d: 'm13 13 4 4' })]
  return element(
    'button',
    { type: 'button', class: 'search', 'data-ask-open': true },
    element('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, glass),
    element('span', {}, label),
  )
}

/** The contents page has name and search in its text. */
function topBar(site: ReaderSite, { kind }: LayoutContent): Markup {
  const name = element('a', { class: 'name', href: site.home, dir: 'auto' }, site.title)
  return element('header', { class: 'bar' }, kind === 'contents' ? null : [name, searchButton(site)], themeButton())
}

/** The script shows it, with the name of the theme. */
function themeButton(): Markup {
  const circle = element('circle', { cx: '10', cy: '10', r: '6.5' })
  const half = element('path', { d: 'M10 3.5a6.5 6.5 0 0 1 0 13z' })
  const icon = element('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, circle, half)
  return element('button', { type: 'button', class: 'theme', hidden: true }, icon)
}

/** The elements of the overlay; `corner` adds a button to pages without an element that opens the overlay. */
export function overlayTags({ overlay, endpoint }: ReaderSite, trigger: 'corner' | 'none'): readonly Markup[] {
  if (overlay === 'none') return []
  return [
    element('script', { type: 'module', src: ASSETS.overlay }),
    element('ask-overlay', { endpoint, trigger, mode: overlay === 'search' ? 'keyword' : null }),
  ]
}

/** The script that reloads a page when its site changes. */
export function reloadTags({ revision }: ReaderSite): readonly Markup[] {
  if (revision === undefined) return []
  return [element('script', { defer: true, src: ASSETS.reload, 'data-revision': revision })]
}
