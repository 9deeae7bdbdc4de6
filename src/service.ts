/**
 * The service without a protocol: reads over the graph, keyword search over the
 * live content. Both are loaded on first use and kept for the life of the
 * process; what failed to load is tried again on the next call.
 */
import type { Chunk } from './content/chunk.ts'
import { contentHash } from './content/hash.ts'
import { GRAPH_VERSION, type Graph } from './graph/graph.ts'
import type { Knowledge } from './graph/knowledge.ts'
import { createGraphKnowledge } from './graph/read.ts'
import type { Prebuilt } from './prebuilt/prebuilt.ts'
import type { SearchResults } from './search/result.ts'
import { createSearcher } from './search/searcher.ts'

/** Where a service takes what it serves from. */
export interface ServiceSources {
  /** Every section of the site, or these as they were built; rejects when the content can't be read. */
  readonly content: () => Promise<readonly Chunk[] | Prebuilt>
  /** The committed graph, null where the site has none; rejects when it can't be read. */
  readonly graph: () => Promise<Graph | null>
  /** Makes the graph that is read where the site has none; called on the first read. */
  readonly makeGraph: () => Promise<Graph>
  /** Name of the configured model, empty where none is. */
  readonly model: string
  /** Whether a model key is configured. */
  readonly canAnswer: boolean
  /** Takes lines for the site's owner. */
  readonly log: (line: string) => void
}

/** What every protocol (HTTP, MCP) serves. */
export interface Service extends Knowledge {
  /** The live section with that id and those below it on its page, in order; empty for an unknown id. */
  readonly chunks: (id: string) => Promise<readonly Chunk[]>
  /** Hash of the live content, as in a graph built from it. */
  readonly contentHash: () => Promise<string>
  /** Example questions of the graph; empty without one. */
  readonly suggestions: () => Promise<readonly string[]>
  readonly model: string
  readonly canAnswer: boolean
  /** Builds the index and loads the committed graph now; rejects with what can't be loaded. */
  readonly warm: () => Promise<void>
}

/** A graph of nothing, in the right shapes. */
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

export const STALE_WARNING = 'The graph is older than the content; run `ask kg build` and commit the result'

/** Nothing is loaded before the first call. */
export function createService({ content, graph, makeGraph, model, canAnswer, log }: ServiceSources): Service {
  const live = once(async () => {
    const loaded = toLive(await content())
    await warnWhenStale(loaded.hash)
    return loaded
  })
  const ordinals = once(async () => new Map((await live()).chunks.map(({ id }, ordinal) => [id, ordinal])))
  const committed = once(graph)
  const reads = once(async () => {
    const loaded = (await committed()) ?? (await makeGraph())
    return { loaded, knowledge: createGraphKnowledge(loaded, search) }
  })

  async function search(query: string, limit: number): Promise<SearchResults> {
    return { query, results: (await live()).searcher.search(query, { limit }) }
  }

  async function chunksOf(id: string): Promise<readonly Chunk[]> {
    const ordinal = (await ordinals()).get(id)
    return ordinal === undefined ? [] : withBelow((await live()).chunks, ordinal)
  }

  /** A graph that can't be read is reported by the reads; search stands without it. */
  async function warnWhenStale(hash: () => Promise<string>): Promise<void> {
    const current = await committed().catch(() => null)
    if (current !== null && current.contentHash !== (await hash())) log(STALE_WARNING)
  }

  return {
    model,
    canAnswer,
    chunks: chunksOf,
    contentHash: async () => (await live()).hash(),
    suggestions: async () => (await reads()).loaded.suggestions,
    glossary: async () => (await reads()).knowledge.glossary(),
    term: async (name) => (await reads()).knowledge.term(name),
    sections: async (group) => (await reads()).knowledge.sections(group),
    section: async (id) => (await reads()).knowledge.section(id),
    overview: async () => (await reads()).knowledge.overview(),
    search,
    warm: async () => {
      await Promise.all([live(), committed()])
    },
  }
}

/** What is searched and shown. */
interface Live extends Pick<Prebuilt, 'chunks' | 'searcher'> {
  readonly hash: () => Promise<string>
}

/** Indexes what isn't. */
function toLive(content: readonly Chunk[] | Prebuilt): Live {
  if ('searcher' in content) return { ...content, hash: async () => content.contentHash }
  return { chunks: content, searcher: createSearcher(content), hash: once(() => contentHash(content)) }
}

/** A section with those below its heading; all of a page for its intro. */
function withBelow(chunks: readonly Chunk[], ordinal: number): readonly Chunk[] {
  const { page, heading, parents } = chunks[ordinal]!
  let end = ordinal + 1
  while (chunks[end]?.page === page && (heading === null || chunks[end]!.parents.length > parents.length)) end += 1
  return chunks.slice(ordinal, end)
}

/** Calls `load` once and keeps its result; a rejection is not kept. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null
  return function loaded() {
    kept ??= load().catch((error: unknown) => {
      kept = null
      throw error
    })
    return kept
  }
}
