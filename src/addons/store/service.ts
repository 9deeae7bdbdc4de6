/** A store -> the service behind every protocol. Of the content, only the meta document and caches are in memory. */
import { AskError } from '../../core/base.ts'
import { type Chunk, formatMarkdown, formatPage } from '../../core/content.ts'
import { foldTerm, glossaryByName, type SearchNeeds } from '../../core/graph.ts'
import type { Filter, SearchResults, WeighedResults } from '../../core/search.ts'
import {
  searchWith, type Service, STALE_WARNING, type StoreReads, type StoreServiceContext, withSubsections,
} from '../../core/service.ts'
import { pageOf } from './document.ts'
import { createStoreSearch } from './search.ts'
import type { Store } from './store.ts'
import { createVocabulary, type SearchState } from './vocabulary.ts'

/** Most entries of a list that is held in memory as a whole; longer ones can only be streamed. */
const MAX_COLLECTED = 100_000

/** One state of the content with the caches that belong to it. */
interface Version extends SearchState {
  readonly key: string
  readonly glossary: ReturnType<typeof glossaryByName>
}

/** A service over a store; it sends no request before the first call. */
export function createStoreService(store: Store, { model, canAnswer, log, now }: StoreServiceContext): Service {
  let version: Version | null = null
  /** True once a graph was compared with its content; those of later revisions are not. */
  let isCompared = false

  /** The current version. A new generation, or one with another page replaced, begins with empty caches. */
  async function current(): Promise<Version> {
    const meta = await store.meta()
    const key = `${meta.generation} ${meta.revision}`
    if (version?.key !== key) {
      version = { key, meta, vocabulary: createVocabulary(store, now), glossary: glossaryByName(meta.glossary) }
    }
    if (!isCompared && meta.contentHash !== meta.graphHash) log(STALE_WARNING)
    isCompared = true
    return version
  }

  const searchStore = createStoreSearch(store, current)

  async function search(query: string, limit: number, needs: SearchNeeds = {}): Promise<SearchResults> {
    const { value } = await searchStore({ text: query, filter: needs.filter ?? {} }, (searcher) => {
      return searchWith(searcher, query, { ...needs, limit })
    })
    return value
  }

  /** Rejects if a part of the index is missing: an answer must not say "not in the docs" about half of the docs. */
  async function weigh(query: string, limit: number, filter: Filter): Promise<WeighedResults> {
    const { value, isPartial } = await searchStore({ text: query, filter }, (searcher) => {
      return searcher.weigh(query, { limit, filter })
    })
    if (isPartial) throw new AskError('store', 'A part of the search index is missing, so that no answer can be given.')
    return value
  }

  async function chunksOf(id: string): Promise<readonly Chunk[]> {
    const chunks = (await store.page(pageOf(id))).map(({ chunk }) => chunk)
    const ordinal = chunks.findIndex((chunk) => chunk.id === id)
    return ordinal < 0 ? [] : withSubsections(chunks, ordinal)
  }

  const reads: StoreReads = {
    revision: async () => (await current()).key,
    summaries: (group) => store.summaries(group),
    groups: store.groups,
    size: async () => (await current()).meta.counts.sections,
    pages: store.pages,
    async searchesAll(query: string, filter: Filter): Promise<boolean> {
      return !(await searchStore({ text: query, filter }, () => null)).isPartial
    },
  }
  return {
    model,
    canAnswer,
    store: reads,
    chunks: chunksOf,
    pages: async (after, limit) => {
      return (await store.pages(after, limit)).map(({ slug, title, group }) => ({ slug, title, group }))
    },
    async pageMarkdown(slug: string): Promise<string | null> {
      const chunks = (await store.page(slug)).map(({ chunk }) => chunk)
      return chunks[0]?.anchor === null ? formatPage(chunks) : null
    },
    weigh,
    contentHash: async () => (await current()).meta.contentHash,
    suggestions: async () => (await current()).meta.suggestions,
    filterValues: async () => (await current()).meta.filterValues,
    glossary: async () => ({ terms: (await current()).meta.glossary }),
    term: async (name) => (await current()).glossary.get(foldTerm(name)) ?? null,
    sections: async (group) => ({ sections: await collect(store.summaries(group)) }),
    section: async (id) => (await store.section(id))?.node ?? null,
    async markdown(id) {
      const section = await store.section(id)
      return section === null ? null : formatMarkdown(section.chunk)
    },
    async overview() {
      const { meta: { overview, context } } = await current()
      return { overview, context }
    },
    search,
    warm: async () => void (await current()),
  }
}

async function collect<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const batch of batches) {
    if (all.length + batch.length > MAX_COLLECTED) {
      const message = `The list has more than ${MAX_COLLECTED} entries. Ask for one group, or read it over HTTP.`
      throw new AskError('store', message)
    }
    all.push(...batch)
  }
  return all
}
