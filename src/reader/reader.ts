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
import { createReplyCache, type Representation } from '../http/wire/reply.ts'
import { formatContentsView } from './contents-view.ts'
import { ASSETS, POLICY, type ReaderSite } from './frame.ts'
import { type Front, pathKey, redirect, type Visit, wantsHtml } from './front.ts'
import { ICON } from './icon.ts'
import { formatMissingView } from './missing-view.ts'
import { formatPageView, pathOf, type Place } from './page-view.ts'
import { type Group, shelvePages } from './shelves.ts'
import { STYLE } from './style.ts'
import { createTermFinder, type FindTerms } from './terms.ts'

/** Documents in memory: those requested last. */
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
export function createReader(site: ReaderSite, sources: ReaderSources): Front {
  const { pages, knowledge, suggestions, hasTerms, overlay } = sources
  const reply = createReplyCache(KEPT_PAGES)
  const home = pathKey(site.home)
  const root = pages.find((page) => keyOf(page) === home) ?? null
  const listed = pages.filter((page) => page !== root)
  const groups = shelvePages(listed)
  const places = placePages(groups)
  const assets = assetsOf(overlay)
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

  async function showContents({ key, request }: Visit): Promise<HttpReply> {
    const known = { ...(await knowledgeOf(root)), ...(await knowledge.overview()), suggestions: await suggestions() }
    return reply(request, key, { type: HTML_TYPE, text: () => formatContentsView(site, { groups, root }, known) })
  }

  async function showPage(place: Place, { key, request }: Visit): Promise<HttpReply> {
    const known = await knowledgeOf(place.page)
    return reply(request, key, { type: HTML_TYPE, text: () => formatPageView(site, place, known) })
  }

  async function find(visit: Visit): Promise<HttpReply | null> {
    const { key, hasSlash, request } = visit
    const asset = assets.get(key)
    if (asset !== undefined) return reply(request, key, asset)
    if (key === home) return hasSlash === site.home.endsWith('/') ? showContents(visit) : redirect(site.home, visit)
    if (key === '') return redirect(site.home, visit)
    const place = places.get(key)
    if (place === undefined) return null
    const path = pathOf(place.page)
    return hasSlash === path.endsWith('/') ? showPage(place, visit) : redirect(path, visit)
  }

  return async function read(visit) {
    const found = (await find(visit)) ?? (wantsHtml(visit.request) ? missing(site) : null)
    return found === null ? null : { ...found, headers: { ...found.headers, ...HEADERS } }
  }
}

function missing(site: ReaderSite): HttpReply {
  const headers = { 'content-type': HTML_TYPE, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  return { status: 404, headers, body: formatMissingView(site) }
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
function placePages(groups: readonly Group[]): ReadonlyMap<string, Place> {
  const standing = new Map<Page, Pick<Place, 'group' | 'shelf'>>()
  for (const group of groups) {
    for (const shelf of group.shelves) for (const page of shelf.pages) standing.set(page, { group, shelf })
  }
  const ordered = [...standing]
  const places = new Map<string, Place>()
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
