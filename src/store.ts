/**
 * The public names of `ask-service/store`: content that is kept in OpenSearch or Elasticsearch. They are apart from
 * `ask-service`, so that nobody else bundles them.
 */
import { type OpenSearchOptions, resolveConnection } from './addons/store/opensearch/address.ts'
import { createOpenSearch } from './addons/store/opensearch/opensearch.ts'
import { createStoreService } from './addons/store/service.ts'
import type { Store } from './addons/store/store.ts'
import type { OpenStoreService } from './core/service.ts'

export type { OpenStoreService, Service, StoreReads, StoreServiceContext } from './core/service.ts'
export type { WordOfTerm } from './core/search/index/compound-pair.ts'
export { type ChunkTerms, type ReadTerms, createReadTerms } from './core/search/build/collection.ts'
export type { Phrase } from './core/search/query/query.ts'
export type { GroupSize, StoredSections } from './core/graph/knowledge.ts'
export type { OpenSearchOptions } from './addons/store/opensearch/address.ts'
export type {
  Candidates, FoundWords, PlacedChunk, SectionCounts, Store, StoreMeta, StoreQuery, StoreWord, StoredPage,
  StoredSection,
} from './addons/store/store.ts'

/**
 * A store in OpenSearch or Elasticsearch, for `createAsk({ store })`. Throws an `OptionError`; sends nothing by itself.
 *
 * @example
 * const store = openSearch({ url: 'https://search.example.com:9200', index: 'docs', user: 'ask', password: 'secret' })
 * const ask = createAsk({ store })
 */
export function openSearch(options: OpenSearchOptions): OpenStoreService {
  const deps = { now: () => performance.now(), random: Math.random }
  return storeService(createOpenSearch(resolveConnection(options), deps))
}

/**
 * Any other store, for `createAsk({ store })`.
 *
 * @example
 * const ask = createAsk({ store: storeService(store) })
 */
export function storeService(store: Store): OpenStoreService {
  return (context) => createStoreService(store, context)
}
