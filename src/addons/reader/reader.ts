/**
 * The pages of a site -> middleware that serves them as HTML: contents page, every page at its own path, assets, and a
 * "not found" page. Pages are rendered on request.
 */
import { decodeAddress, type Page } from '../../core/content.ts'
import { type Knowledge, nearestNames } from '../../core/graph.ts'
import { createReplyCache, type HttpReply, type Representation } from '../../core/http.ts'
import { LANGUAGE_MODULES } from '../overlay/text/languages.ts'
import { PAGE_SCRIPT } from './assets/page-script.ts'
import { ICON, STYLE } from './assets/style.ts'
import { originOf, pathOf } from './html/addresses.ts'
import { ASSETS, FOLDER, policyOf, type ReaderSite } from './layout.ts'
import { acceptsHtml, fileKey, type Middleware, type PageRequest, pathKey, redirect } from './middleware.ts'
import { groupAlone, groupByLanguage, joinLanguages, languageIn, type PagePosition, positionPages } from './nav.ts'
import { formatContentPage, formatContents, formatNotFound } from './pages.ts'

/** Pages of similar names that are named. */
const MAX_PAGES = 5
/** Pages whose names are compared, the first of the site: those of 50,000 pages take more than a second. */
const MAX_COMPARED_PAGES = 5_000

/** Bytes of pages in the cache, those used last. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024

const HTML_TYPE = 'text/html; charset=utf-8'

export interface ReaderSources {
  readonly pages: readonly Page[]
  /** Pages that open at their address, and are in no menu. Default: none. */
  readonly unlisted?: readonly Page[]
  /** Languages of folders of translations, each of which has a menu of its own. Default: none. */
  readonly translations?: ReadonlySet<string>
  /** Loads a page with its sections, if `pages` have none. Default: the page itself. */
  readonly load?: (page: Page) => Promise<Page>
  readonly knowledge: Pick<Knowledge, 'glossary' | 'overview'>
  readonly suggestions: () => Promise<readonly string[]>
  /** Text of the overlay's module, null for none. */
  readonly overlay: string | null
  /** Keys of the paths of files that pages show and the site serves. */
  readonly files: ReadonlySet<string>
}

/** Middleware for a site's pages. It replies to every request for HTML; to others only if it has the path. */
export function createReader(site: ReaderSite, sources: ReaderSources): Middleware {
  const { pages, unlisted = [], translations = new Set(), load = async (page) => page } = sources
  const { knowledge, suggestions, overlay, files } = sources
  const reply = createReplyCache(MAX_CACHED_BYTES)
  const home = pathKey(site.home)
  const root = [...pages, ...unlisted].find((page) => pathKey(pathOf(page)) === home) ?? null
  const menus = groupByLanguage(pages.filter((page) => page !== root), translations)
  const whole = joinLanguages(menus, root === null ? undefined : languageIn(root, translations))
  const alone = unlisted.flatMap((page) => [...positionPages([groupAlone(page)])])
  const positions = new Map([...alone, ...[...menus.values()].flatMap((groups) => [...positionPages(groups)])])
  const assets = assetsOf(overlay)
  const headers = { 'content-security-policy': policyOf(site), 'referrer-policy': 'same-origin' }
  const origin = originOf(pages)
  const isServed = (address: string) => files.has(fileKey(address, origin) ?? '')
  const addresses = { origin, isServed, remoteImages: site.remoteImages ?? false }

  async function showContents({ key, request }: PageRequest): Promise<HttpReply> {
    const page = root === null ? null : await load(root)
    const { terms: glossary } = await knowledge.glossary()
    const { context } = await knowledge.overview()
    const contents = { groups: whole, root: page, addresses, glossary, context, suggestions: await suggestions() }
    return reply(request, key, { type: HTML_TYPE, text: () => formatContents(site, contents) })
  }

  async function showPage(position: PagePosition, { key, request }: PageRequest): Promise<HttpReply> {
    const page = await load(position.page)
    const { terms: glossary } = await knowledge.glossary()
    const groups = menus.get(languageIn(page, translations)) ?? []
    const content = { position, page, groups, addresses, glossary }
    const shown = await reply(request, key, { type: HTML_TYPE, text: () => formatContentPage(site, content) })
    // Search engines follow the links to it.
    const isListed = !unlisted.includes(position.page)
    return isListed ? shown : { ...shown, headers: { ...shown.headers, 'x-robots-tag': 'noindex' } }
  }

  async function show(pageRequest: PageRequest): Promise<HttpReply | null> {
    const { key, hasSlash, request } = pageRequest
    const asset = assets.get(key)
    if (asset !== undefined) return reply(request, key, asset)
    if (key === '' && home !== '') return redirect(site.home, pageRequest)
    const position = positions.get(key)
    const path = key === home ? site.home : position === undefined ? null : pathOf(position.page)
    if (path === null) return null
    if (hasSlash !== path.endsWith('/')) return redirect(path, pageRequest)
    return key === home || position === undefined ? showContents(pageRequest) : showPage(position, pageRequest)
  }

  return async function serveReader(pageRequest) {
    const { request, key } = pageRequest
    const shown = await show(pageRequest)
    if (shown === null && !acceptsHtml(request)) return null
    const pageReply = shown ?? notFound(site, nearestPages(key, pages))
    return { ...pageReply, headers: { ...pageReply.headers, ...headers } }
  }
}

/** The pages whose path or title is most similar to the path of an address, whole or by its last segment. */
export function nearestPages(path: string, pages: readonly Page[]): readonly Page[] {
  const named = new Map<string, Page>()
  for (const page of pages.slice(0, MAX_COMPARED_PAGES)) {
    for (const name of [page.slug, lastSegment(page.slug), page.title]) if (!named.has(name)) named.set(name, page)
  }
  const wanted = decodeAddress(path).replace(/\.(?:html?|mdx?)$/i, '')
  const names = [...new Set([wanted, lastSegment(wanted)])].flatMap((name) => nearestNames(name, named.keys()))
  return [...new Set(names.flatMap((name) => named.get(name) ?? []))].slice(0, MAX_PAGES)
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function notFound(site: ReaderSite, nearest: readonly Page[]): HttpReply {
  const headers = { 'content-type': HTML_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  return { status: 404, headers, body: formatNotFound(site, nearest) }
}

function assetsOf(overlay: string | null): ReadonlyMap<string | null, Representation> {
  const asset = (path: string, type: string, text: string) => {
    return [pathKey(path), { type: `${type}; charset=utf-8`, text: () => text }] as const
  }
  return new Map([
    asset(ASSETS.style, 'text/css', STYLE),
    asset(ASSETS.icon, 'image/svg+xml', ICON),
    asset(ASSETS.page, 'text/javascript', PAGE_SCRIPT),
    ...(overlay === null ? [] : [asset(ASSETS.overlay, 'text/javascript', overlay)]),
    ...[...LANGUAGE_MODULES].map(([path, text]) => asset(FOLDER + path, 'text/javascript', text)),
  ])
}
