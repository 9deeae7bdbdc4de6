/**
 * The pages of a site -> a front that shows them: table of contents, every page
 * at its own path, the reader's own files, and a document for what isn't there.
 * Documents are made when they are asked for.
 */
import type { Page } from '../content/page.ts'
import { chunkPages } from '../content/chunk.ts'
import type { KnowledgeNode } from '../graph/graph.ts'
import type { Knowledge } from '../graph/knowledge.ts'
import type { HttpReply } from '../http/wire/message.ts'
import { createReadReplies, type Representation } from '../http/wire/reply.ts'
import { formatContentsView } from './contents-view.ts'
import { ASSETS, POLICY, type ReaderSite } from './layout.ts'
import { type Middleware, pathKey, redirect, type PageRequest, wantsHtml } from './middleware.ts'
import { ICON } from './icon.ts'
import { formatNotFoundView } from './not-found-view.ts'
import { formatPageView, pathOf, type PagePosition } from './page-view.ts'
import { type NavGroup, groupPages } from './nav-groups.ts'
import { STYLE } from './style.ts'
import { createTermFinder, type FindTerms } from './term-finder.ts'

/** Documents of pages that are kept: those asked for last. */
const KEPT_PAGES = 64

const HTML_TYPE = 'text/html; charset=utf-8'
const HEADERS = { 'content-security-policy': POLICY, 'referrer-policy': 'same-origin' }

/** What the reader shows pages of. */
export interface ReaderSources {
  readonly pages: readonly Page[]
  readonly knowledge: Pick<Knowledge, 'glossary' | 'section' | 'overview'>
  readonly suggestions: () => Promise<readonly string[]>
  /** Whether the terms of sections tell readers something: those that rules pick are words for the search alone. */
  readonly hasTerms: boolean
  /** Text of the overlay's module, null where there is none. */
  readonly overlay: string | null
}

/** Answers every visit that wants HTML, and no other that it has nothing for. */
export function createReader(site: ReaderSite, sources: ReaderSources): Middleware {
  const { pages, knowledge, suggestions, hasTerms, overlay } = sources
  const reply = createReadReplies()
  const home = pathKey(site.home)
  const root = pages.find((page) => keyOf(page) === home) ?? null
  const listed = pages.filter((page) => page !== root)
  const groups = groupPages(listed)
  const positions = positionPages(groups)
  const assets = assetsOf(overlay)
  const subjectOf = keepRecent<PagePosition>(KEPT_PAGES)
  let termFinder: FindTerms | null = null

  async function knowledgeOf(page: Page | null) {
    const { terms } = await knowledge.glossary()
    termFinder ??= createTermFinder(terms)
    const nodes = new Map<string, KnowledgeNode>()
    for (const { id } of page === null ? [] : chunkPages([page])) {
      const node = await knowledge.section(id)
      if (node !== null) nodes.set(id, hasTerms ? node : { ...node, terms: [] })
    }
    return { nodes, findTerms: termFinder, glossary: terms }
  }

  async function showContents({ request }: PageRequest): Promise<HttpReply> {
    const known = { ...(await knowledgeOf(root)), ...(await knowledge.overview()), suggestions: await suggestions() }
    return reply(request, groups, { type: HTML_TYPE, text: () => formatContentsView(site, { groups, root }, known) })
  }

  async function showPage(place: PagePosition, { request }: PageRequest): Promise<HttpReply> {
    const known = await knowledgeOf(place.page)
    return reply(request, subjectOf(place), { type: HTML_TYPE, text: () => formatPageView(site, place, known) })
  }

  async function find(visit: PageRequest): Promise<HttpReply | null> {
    const { key, hasSlash, request } = visit
    const asset = assets.get(key)
    if (asset !== undefined) return reply(request, asset, asset)
    if (key === home) return hasSlash === site.home.endsWith('/') ? showContents(visit) : redirect(site.home, visit)
    if (key === '') return redirect(site.home, visit)
    const place = positions.get(key)
    if (place === undefined) return null
    const path = pathOf(place.page)
    return hasSlash === path.endsWith('/') ? showPage(place, visit) : redirect(path, visit)
  }

  return async function read(visit) {
    const found = (await find(visit)) ?? (wantsHtml(visit.request) ? notFound(site) : null)
    return found === null ? null : { ...found, headers: { ...found.headers, ...HEADERS } }
  }
}

function notFound(site: ReaderSite): HttpReply {
  const headers = { 'content-type': HTML_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  return { status: 404, headers, body: formatNotFoundView(site) }
}

function assetsOf(overlay: string | null): ReadonlyMap<string | null, Representation> {
  const asset = (path: string, type: string, text: string) => {
    return [pathKey(path), { type: `${type}; charset=utf-8`, text: () => text }] as const
  }
  return new Map([
    asset(ASSETS.style, 'text/css', STYLE),
    asset(ASSETS.icon, 'image/svg+xml', ICON),
    ...(overlay === null ? [] : [asset(ASSETS.overlay, 'text/javascript', overlay)]),
  ])
}

/** Pages by the key of their path, the first of two at one path, each with where it stands. */
function positionPages(groups: readonly NavGroup[]): ReadonlyMap<string, PagePosition> {
  const standing = new Map<Page, Pick<PagePosition, 'group' | 'shelf'>>()
  for (const group of groups) {
    for (const shelf of group.folders) for (const page of shelf.pages) standing.set(page, { group, folder })
  }
  const ordered = [...standing]
  const places = new Map<string, PagePosition>()
  ordered.forEach(([page, where], index) => {
    const place = { page, ...where, before: ordered[index - 1]?.[0] ?? null, after: ordered[index + 1]?.[0] ?? null }
    const key = keyOf(page)
    if (key !== null && !places.has(key)) places.set(key, place)
  })
  return places
}

function keyOf(page: Page): string | null {
  return pathKey(pathOf(page))
}

/** An object for each of the last `limit` keys that were asked for: what is kept by it goes when it does. */
function keepRecent<K>(limit: number): (key: K) => object {
  const kept = new Map<K, object>()
  return function subjectOf(key) {
    const subject = kept.get(key) ?? {}
    kept.delete(key)
    kept.set(key, subject)
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
    return subject
  }
}
