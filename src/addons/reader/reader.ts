/**
 * The pages of a site -> middleware that serves them as HTML: contents page, every page at its own path, assets, and a
 * "not found" page. Pages are rendered on request.
 */
import { AskError } from '../../core/base.ts'
import { decodeAddress, type Page, chunkPages, type Warning } from '../../core/content.ts'
import type { GlossaryEntry, Knowledge, KnowledgeNode } from '../../core/graph.ts'
import { createReplyCache, type HttpReply, parseTarget, type Representation } from '../../core/http.ts'
import { LANGUAGE_MODULES } from '../overlay/text/languages.ts'
import { PAGE_SCRIPT } from './assets/page-script.ts'
import { ICON, STYLE } from './assets/style.ts'
import { fileKey, originOf } from './file-references.ts'
import { indexTerms, type TermIndex } from './html/terms.ts'
import { ASSETS, FOLDER, isAsset, pathOf, policyOf, type ReaderSite } from './layout.ts'
import { acceptsHtml, keyOf, type Middleware, type PageRequest, pathKey, redirect, servicePaths } from './middleware.ts'
import { groupPages, type PagePosition, positionPages } from './nav.ts'
import { formatContentPage, formatContents, formatNotFound, type PageKnowledge } from './pages.ts'

/** Pages that are named. */
const MAX_PAGES = 5
/** Minimum share of common trigrams of a similar page. */
const MIN_SIMILARITY = 0.3
/** UTF-16 units of an address that are compared. */
const MAX_LENGTH = 200

/** A path or title of a page, with its number of trigrams. */
interface PageName {
  readonly page: Page
  readonly size: number
}

/** Names by their trigrams. */
type NameIndex = ReadonlyMap<string, readonly PageName[]>

/** A function that finds the pages most similar to the path of an address; it reads the pages with the first one. */
export function createNearestPages(pages: readonly Page[]): (path: string) => readonly Page[] {
  let index: NameIndex | null = null

  return function findNearest(path) {
    index ??= indexNames(pages)
    const scores = new Map<Page, number>()
    for (const name of namesOf(decodeAddress(path).slice(0, MAX_LENGTH))) addScores(name, index, scores)
    const near = [...scores].filter(([, score]) => score >= MIN_SIMILARITY)
    return near.sort(([, a], [, b]) => b - a).slice(0, MAX_PAGES).map(([page]) => page)
  }
}

/** Raises the score of each page to the similarity of its names to this one (Dice's coefficient). */
function addScores(name: string, index: NameIndex, scores: Map<Page, number>): void {
  const trigrams = trigramsOf(name)
  const common = new Map<PageName, number>()
  for (const trigram of trigrams) {
    for (const other of index.get(trigram) ?? []) common.set(other, (common.get(other) ?? 0) + 1)
  }
  for (const [{ page, size }, shared] of common) {
    scores.set(page, Math.max(scores.get(page) ?? 0, (2 * shared) / (trigrams.size + size)))
  }
}

function indexNames(pages: readonly Page[]): NameIndex {
  const index = new Map<string, PageName[]>()
  for (const page of pages) {
    for (const name of new Set([...namesOf(page.slug), ...namesOf(page.title)])) {
      const trigrams = trigramsOf(name)
      const pageName = { page, size: trigrams.size }
      for (const trigram of trigrams) {
        const sharing = index.get(trigram) ?? []
        index.set(trigram, sharing)
        sharing.push(pageName)
      }
    }
  }
  return index
}

/** A path as words, whole and by its last segment. */
function namesOf(path: string): readonly string[] {
  const segments = path.replace(/\.(?:html?|mdx?)$/i, '').split('/').map((segment) => {
    return segment.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  }).filter((segment) => segment !== '')
  return [...new Set([segments.join(' '), segments.at(-1) ?? ''])]
}

function trigramsOf(name: string): ReadonlySet<string> {
  const padded = ` ${name} `
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)))
}

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
  const root = pages.find((page) => pathKey(pathOf(page)) === home) ?? null
  const groups = groupPages(pages.filter((page) => page !== root))
  const positions = positionPages(groups)
  const assets = assetsOf(overlay)
  const headers = { 'content-security-policy': policyOf(site), 'referrer-policy': 'same-origin' }
  const findNearest = createNearestPages(pages)
  const origin = originOf(pages)
  const isServed = (address: string) => files.has(fileKey(address, origin) ?? '')
  const addresses = { origin, isServed, remoteImages: site.remoteImages ?? false }
  let terms: TermIndex | null = null

  async function knowledgeOf(page: Page | null, glossary: readonly GlossaryEntry[]): Promise<PageKnowledge> {
    terms ??= indexTerms(glossary)
    const sectionKnowledge = new Map<string, KnowledgeNode>()
    for (const { id } of page === null ? [] : chunkPages([page])) {
      const section = await knowledge.section(id)
      if (section !== null) sectionKnowledge.set(id, hasTerms ? section : { ...section, terms: [] })
    }
    return { sectionKnowledge, terms, addresses }
  }

  async function showContents({ key, request }: PageRequest): Promise<HttpReply> {
    const page = root === null ? null : await load(root)
    const { terms: glossary } = await knowledge.glossary()
    const ofSite = { glossary, context: (await knowledge.overview()).context, suggestions: await suggestions() }
    const contents = { groups, root: page, knowledge: await knowledgeOf(page, glossary), ...ofSite }
    return reply(request, key, { type: HTML_TYPE, text: () => formatContents(site, contents) })
  }

  async function showPage(position: PagePosition, { key, request }: PageRequest): Promise<HttpReply> {
    const page = await load(position.page)
    const { terms: glossary } = await knowledge.glossary()
    const content = { position, page, groups, knowledge: await knowledgeOf(page, glossary) }
    return reply(request, key, { type: HTML_TYPE, text: () => formatContentPage(site, content) })
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

/**
 * A warning for each page that no request reaches, although search results and menus link to it: its path is one that
 * the service itself has, or that it refuses.
 */
export function findUnreachablePages(pages: readonly Page[], endpoint: string): readonly Warning[] {
  const isServicePath = servicePaths(endpoint)
  return pages.flatMap((page) => {
    const problem = problemOf(pathOf(page), isServicePath)
    if (problem === null) return []
    const message = `The page can't be opened: ${problem} Rename the file, or set its slug`
    return [{ path: page.path, line: 1, message }]
  })
}

function problemOf(path: string, isServicePath: ReturnType<typeof servicePaths>): string | null {
  try {
    const target = parseTarget(path)
    const key = keyOf(target)
    return isServicePath(target.segments) || isAsset(key) ? `its path, /${key}, belongs to the service.` : null
  } catch (error) {
    if (error instanceof AskError) return error.message
    throw error
  }
}
