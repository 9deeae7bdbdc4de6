/**
 * The service without a protocol: reads over the graph, keyword search over the content. Both are loaded on first use
 * and kept for the life of the process; a failed load is tried again on the next call.
 */
import { type Chunk, contentHash, formatPage } from './content/chunk.ts'
import { formatMarkdown } from './content/structure/markdown.ts'
import { tableRows } from './content/structure/encoding.ts'
import { addressesOf, firstMoved, type MovedSection, withAddresses } from './graph/addresses.ts'
import { GRAPH_VERSION, type Graph } from './graph/graph.ts'
import type { Knowledge, PageEntry, PageSource, SearchNeeds, StoredSections } from './graph/knowledge.ts'
import { withQueries } from './graph/queries.ts'
import { createGraphKnowledge } from './graph/read.ts'
import type { Prebuilt } from './prebuilt/prebuilt.ts'
import type { Filter, FilterValues } from './search/index/filter.ts'
import type { SearchResults, WeighedResults } from './search/show/result.ts'
import { createSearcher, type Searcher } from './search/searcher.ts'

/** Sources and settings of a service. */
export interface ServiceSources extends Omit<StoreServiceContext, 'now'> {
  /** All sections of the site, or their prebuilt form; rejects when the content can't be read. */
  readonly content: () => Promise<readonly Chunk[] | IndexedContent>
  /** The committed graph, null for a site without one; rejects when it can't be read. */
  readonly graph: () => Promise<Graph | null>
  /** Builds the graph for a site without one; called on the first read. */
  readonly makeGraph: () => Promise<Graph>
}

/** Content with its search: prebuilt, or kept up to date. */
export interface IndexedContent extends Pick<Prebuilt, 'chunks' | 'searcher'> {
  /** Hash of the chunks, or a function that gives it when it is needed. */
  readonly contentHash: string | (() => Promise<string>)
}

/** The parts of a service whose content is in a store outside the process. */
export interface StoreReads extends StoredSections {
  /** Names the current state of the content: it changes with every change of a section. */
  readonly revision: () => Promise<string>
  /** Number of sections. */
  readonly size: () => Promise<number>
  /** At most `limit` pages with their addresses, after the one with a slug or from the first one. */
  readonly pages: (after: string | null, limit: number) => Promise<readonly (PageEntry & { readonly url: string })[]>
  /** False if a part of the content can't be searched at the moment. */
  readonly searchesAll: (query: string, filter: Filter) => Promise<boolean>
}

/** The service behind every protocol (HTTP, MCP). */
export interface Service extends Knowledge, PageSource {
  /** Absent if all content is in memory. */
  readonly store?: StoreReads
  /** The section with this id and its subsections, in order; empty for an unknown id. */
  readonly chunks: (id: string) => Promise<readonly Chunk[]>
  /** A search of the content with the evidence of its results, for answers. */
  readonly weigh: (query: string, limit: number, filter: Filter) => Promise<WeighedResults>
  /** Hash of the content, as a graph built from it has it. */
  readonly contentHash: () => Promise<string>
  /** Example questions of the graph; empty without one. */
  readonly suggestions: () => Promise<readonly string[]>
  /** The values that sections of the content have for a filter. */
  readonly filterValues: () => Promise<FilterValues>
  readonly model: string
  readonly canAnswer: boolean
  /** Builds the index and loads the committed graph now; rejects if one of them can't be loaded. */
  readonly warm: () => Promise<void>
}

/** Settings of a service over a store. */
export interface StoreServiceContext {
  /** Name of the configured model, empty without one. */
  readonly model: string
  /** True if a model key is configured. */
  readonly canAnswer: boolean
  /** Takes lines for the site's owner. */
  readonly log: (line: string) => void
  /** Clock in milliseconds that never goes back. */
  readonly now: () => number
}

/** Opens the service over a store. */
export type OpenStoreService = (context: StoreServiceContext) => Service

/** A graph without sections, for services without a graph; no file has it. */
export const EMPTY_GRAPH: Graph = {
  version: GRAPH_VERSION,
  contentHash: '',
  builtBy: 'none',
  sections: [],
  glossary: [],
  suggestions: [],
  overview: '',
  context: '',
}

/** Warning for a graph that was built from other content. */
export const STALE_WARNING = 'The graph is older than the content; run `ask kg build` and commit the result'

/** Warning for a graph with addresses that the content does not have: it was built under another base. */
export function movedWarning({ id, inGraph, inContent }: MovedSection): string {
  const example = `${id} is at ${inContent}, in the graph at ${inGraph}`
  return `The graph has other addresses than the content (${example}); the content's are served. Run \`ask kg build\` \
and commit the result`
}

/** A service; it loads nothing before the first call. */
export function createService({ content, graph, makeGraph, model, canAnswer, log }: ServiceSources): Service {
  let isGraphMissed = false
  const committedGraph = once(async () => {
    const read = await graph()
    if (isGraphMissed) loaded = once(load)
    isGraphMissed = false
    return read
  })
  /** The content with its search, for which the queries in the committed graph count. */
  let loaded = once(load)

  async function load(): Promise<SearchedContent> {
    const sections = await content()
    // A graph that can't be read fails the reads only; search works without it until a read gets it.
    const committed = await committedGraph().catch(() => {
      isGraphMissed = true
      return null
    })
    const searched = await toSearched(sections, committed)
    if (committed !== null) await compareWithGraph(searched, committed)
    return searched
  }

  /** Positions of the content's sections by id. */
  const ordinals = once(async () => new Map((await loaded()).chunks.map(({ id }, ordinal) => [id, ordinal])))
  /** The graph that is read: the committed one, else one that is made. */
  const currentGraph = once(async () => (await committedGraph()) ?? (await makeGraph()))
  /** The reads that need no address, as the graph has them. */
  const graphReads = once(async () => createGraphKnowledge(await currentGraph(), search))
  /** All reads, with the addresses of the content. */
  const addressedReads = once(async () => {
    const [current, { chunks }] = await Promise.all([currentGraph(), loaded()])
    const addressed = withAddresses(current, addressesOf(chunks))
    return addressed === current ? graphReads() : createGraphKnowledge(addressed, search)
  })

  /** The reads with the addresses of the content; those of the graph alone if the content can't be read. */
  async function reads(): Promise<Knowledge> {
    const ofGraph = await graphReads()
    return addressedReads().catch(() => ofGraph)
  }

  async function search(query: string, limit: number, needs: SearchNeeds = {}): Promise<SearchResults> {
    const searcher = await (await loaded()).searcher()
    return searchWith(searcher, query, { ...needs, limit })
  }

  async function weigh(query: string, limit: number, filter: Filter): Promise<WeighedResults> {
    const searcher = await (await loaded()).searcher()
    return searcher.weigh(query, { limit, filter })
  }

  async function chunksOf(id: string): Promise<readonly Chunk[]> {
    const ordinal = (await ordinals()).get(id)
    return ordinal === undefined ? [] : withSubsections((await loaded()).chunks, ordinal)
  }

  /** Content that can't be read fails search and answers; a graph is readable without it. */
  async function markdownOf(id: string): Promise<string | null> {
    const [chunk] = await chunksOf(id).catch((): readonly Chunk[] => [])
    return chunk === undefined ? null : formatMarkdown(chunk)
  }

  async function pages(after: string | null, limit: number): Promise<readonly PageEntry[] | null> {
    const intros = (await loaded()).chunks.filter(({ anchor }) => anchor === null)
    const start = after === null ? 0 : intros.findIndex(({ page }) => page === after) + 1
    if (start === 0 && after !== null) return null
    return intros.slice(start, start + limit).map(({ page: slug, title, group }) => ({ slug, title, group }))
  }

  async function compareWithGraph({ chunks, hash }: SearchedContent, current: Graph): Promise<void> {
    if (current.contentHash !== (await hash())) log(STALE_WARNING)
    const moved = firstMoved(current, addressesOf(chunks))
    if (moved !== null) log(movedWarning(moved))
  }

  return {
    model,
    canAnswer,
    chunks: chunksOf,
    pages,
    async pageMarkdown(slug: string): Promise<string | null> {
      const chunks = await chunksOf(slug)
      return chunks[0]?.anchor === null ? formatPage(chunks) : null
    },
    weigh,
    contentHash: async () => (await loaded()).hash(),
    suggestions: async () => (await currentGraph()).suggestions,
    filterValues: async () => (await (await loaded()).searcher()).filterValues(),
    glossary: async () => (await graphReads()).glossary(),
    term: async (name) => (await graphReads()).term(name),
    sections: async (group) => (await reads()).sections(group),
    section: async (id) => (await reads()).section(id),
    markdown: markdownOf,
    overview: async () => (await reads()).overview(),
    search,
    warm: async () => {
      await Promise.all([loaded().then(({ searcher }) => searcher()), committedGraph()])
    },
  }
}

/** The results of a search, and with `detail` what it has to tell beside them. */
export function searchWith(
  searcher: Pick<Searcher, 'find'>,
  query: string,
  { limit, filter = {}, detail = false }: SearchNeeds & { readonly limit: number },
): SearchResults {
  const { results, notice, completions } = searcher.find(query, { limit, filter, phrases: detail })
  if (!detail) return { query, results }
  return { query, results, ...(notice !== null && { notice }), ...(completions.length > 0 && { completions }) }
}

interface SearchedContent {
  /** All sections, with the queries of the graph. */
  readonly chunks: readonly Chunk[]
  readonly searcher: () => Promise<Searcher>
  readonly hash: () => Promise<string>
}

/** Chunks are indexed for the first search, with the queries of the graph; indexed content is used as it is. */
async function toSearched(content: readonly Chunk[] | IndexedContent, graph: Graph | null): Promise<SearchedContent> {
  if ('searcher' in content) {
    const { chunks, searcher, contentHash: hash } = content
    return { chunks, searcher: async () => searcher, hash: typeof hash === 'string' ? async () => hash : hash }
  }
  const hash = once(() => contentHash(content))
  const chunks = graph === null ? content : withQueries(content, graph, await hash())
  return { chunks, searcher: once(async () => createSearcher(chunks, { rowsOf: tableRows })), hash }
}

/** A section with its subsections; for the introduction of a page all of its sections. */
export function withSubsections(chunks: readonly Chunk[], ordinal: number): readonly Chunk[] {
  const top = chunks[ordinal]
  if (top === undefined) return []
  const isBelow = ({ page, parents }: Chunk) => {
    return page === top.page && (top.heading === null || parents.length > top.parents.length)
  }
  let end = ordinal + 1
  for (let chunk = chunks[end]; chunk !== undefined && isBelow(chunk); chunk = chunks[end]) end += 1
  return chunks.slice(ordinal, end)
}

/** A function that calls `load` once and keeps its result; after a rejection it calls it again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return function loaded() {
    result ??= load().catch((error: unknown) => {
      result = null
      throw error
    })
    return result
  }
}
