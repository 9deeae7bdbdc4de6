/**
 * The pages of a site -> middleware that serves them as HTML: contents page, every page at its own path, assets, and a
 * "not found" page. Pages are rendered on request.
 */
import { chunkPages } from '../content/chunk.ts'
import type { Page } from '../content/page.ts'
import type { KnowledgeNode } from '../graph/graph.ts'
import type { Knowledge } from '../graph/knowledge.ts'
import type { HttpReply } from '../http/wire/message.ts'
import { createReplyCache, type Representation } from '../http/wire/reply.ts'
import { LANGUAGE_MODULES } from '../overlay/text/languages.ts'
import { ICON } from './assets/icon.ts'
import { PAGE_SCRIPT } from './assets/page-script.ts'
import { STYLE } from './assets/style.ts'
import { formatContentsView } from './contents-view.ts'
import { fileKey, originOf } from './file-references.ts'
import { createAddresses } from './html/addresses.ts'
import { ASSETS, FOLDER, pathOf, policyOf, type ReaderSite } from './layout.ts'
import { type Middleware, type PageRequest, pathKey, redirect, acceptsHtml } from './middleware.ts'
import { groupPages, type NavGroup } from './nav-groups.ts'
import { createNearestPages } from './nearest-pages.ts'
import { formatNotFoundView } from './not-found-view.ts'
import { formatPageView } from './page-view.ts'
import type { PagePosition } from './site-nav.ts'
import { createTermFinder, type FindTerms } from './term/term-finder.ts'

/** Rendered pages in the cache, the most recently used ones. */
const MAX_CACHED_PAGES = 64

const HTML_TYPE = 'text/html; charset=utf-8'

/** The data that the reader renders. */
export interface ReaderSources {
  readonly pages: readonly Page[]
  /** Loads a page with its sections, if `pages` have none. Default: the page itself. */
  readonly load?: (page: Page) => Promise<Page>
  readonly knowledge: Pick<Knowledge, 'glossary' | 'section' | 'overview'>
  readonly suggestions: () => Promise<readonly string[]>
  /** True if terms of sections are worth showing: terms that rules extract help only the search. */
  readonly hasTerms: boolean
  /** Text of the overlay's module, null for none. */
  readonly overlay: string | null
  /** Keys of the paths of files that pages show and the site serves. */
  readonly files: ReadonlySet<string>
}

/** Middleware for a site's pages. It replies to every request for HTML; to others only if it has the path. */
export function createReader(site: ReaderSite, sources: ReaderSources): Middleware {
  const { pages, load = async (page) => page, knowledge, suggestions, hasTerms, overlay, files } = sources
  const { reply } = createReplyCache(MAX_CACHED_PAGES)
  const home = pathKey(site.home)
  const root = pages.find((page) => keyOf(page) === home) ?? null
  const listed = pages.filter((page) => page !== root)
  const groups = groupPages(listed)
  const positions = positionPages(groups)
  const assets = assetsOf(overlay)
  const headers = { 'content-security-policy': policyOf(site), 'referrer-policy': 'same-origin' }
  const findNearest = createNearestPages(pages)
  const origin = originOf(pages)
  const isServed = (address: string) => files.has(fileKey(address, origin) ?? '')
  const addresses = createAddresses({ origin, isServed, remoteImages: site.remoteImages ?? false })
  let termFinder: FindTerms | null = null

  async function knowledgeOf(page: Page | null) {
    const { terms } = await knowledge.glossary()
    termFinder ??= createTermFinder(terms)
    const sectionKnowledge = new Map<string, KnowledgeNode>()
    for (const { id } of page === null ? [] : chunkPages([page])) {
      const section = await knowledge.section(id)
      if (section !== null) sectionKnowledge.set(id, hasTerms ? section : { ...section, terms: [] })
    }
    return { sectionKnowledge, findTerms: termFinder, addresses, glossary: terms }
  }

  async function showContents({ key, request }: PageRequest): Promise<HttpReply> {
    const page = root === null ? null : await load(root)
    const ofPage = await knowledgeOf(page)
    const ofSite = { ...ofPage, ...(await knowledge.overview()), suggestions: await suggestions() }
    return reply(request, key, {
      type: HTML_TYPE,
      text: () => formatContentsView(site, { groups, root: page }, ofSite),
    })
  }

  async function showPage(position: PagePosition, { key, request }: PageRequest): Promise<HttpReply> {
    const page = await load(position.page)
    const knowledge = await knowledgeOf(page)
    return reply(request, key, {
      type: HTML_TYPE,
      text: () => formatPageView(site, { position, page, groups, knowledge }),
    })
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
    const pageReply = (await show(pageRequest)) ?? (acceptsHtml(request) ? notFound(site, findNearest(key)) : null)
    return pageReply === null ? null : { ...pageReply, headers: { ...pageReply.headers, ...headers } }
  }
}

function notFound(site: ReaderSite, nearest: readonly Page[]): HttpReply {
  const headers = { 'content-type': HTML_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  return { status: 404, headers, body: formatNotFoundView(site, nearest) }
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

/** Pages with their positions, by the key of their path; the first page of each path counts. */
function positionPages(groups: readonly NavGroup[]): ReadonlyMap<string, PagePosition> {
  const ordered = groups.flatMap((group) => {
    return group.folders.flatMap((folder) => folder.pages.map((page) => ({ page, group, folder })))
  })
  const positions = new Map<string, PagePosition>()
  for (const [index, { page, group, folder }] of ordered.entries()) {
    const key = keyOf(page)
    if (key === null || positions.has(key)) continue
    const previous = ordered[index - 1]?.page ?? null
    const next = ordered[index + 1]?.page ?? null
    positions.set(key, { page, group, folder, previous, next })
  }
  return positions
}

function keyOf(page: Page): string | null {
  return pathKey(pathOf(page))
}
