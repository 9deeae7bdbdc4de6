/** `ask-service`: all that runs anywhere (Node, workers, edge). */
export { createAsk, type Ask, type AskOptions, type PrebuiltOptions } from './ask.ts'
export { readOptions } from './environment.ts'
export type { ContentOptions, HttpOptions } from './settings.ts'
export { AskError, type ErrorCode } from './base/errors.ts'
export type { Service } from './service.ts'
export { chunkPages, type Chunk } from './content/chunk.ts'
export { contentHash } from './content/hash.ts'
export type { CodeSpan, Page, Section, SourceFile, Warning } from './content/page.ts'
export { readSite, selectFiles, type Site } from './content/site/site.ts'
export { buildIndex, createIndexBuilder, type IndexBuilder } from './search/build/build.ts'
export { decodeIndex, encodeIndex } from './search/index/codec.ts'
export type { Index, Searchable } from './search/index/inverted-index.ts'
export {
  explain,
  type Explanation,
  type FieldExplanation,
  type TermExplanation,
  type WordExplanation,
} from './search/rank/explain.ts'
export type { ResultMarks, SearchResult, SearchResults } from './search/result.ts'
export { createSearcher, type Findable, type SearchOptions, type Searcher, type SearcherOptions } from './search/searcher.ts'
export type { Mark } from './search/show/match.ts'
export { decodePrebuilt } from './prebuilt/decode.ts'
export { formatPrebuilt } from './prebuilt/format.ts'
export type { Prebuilt } from './prebuilt/prebuilt.ts'
export { extractGraph } from './graph-builder/rules/extract.ts'
export { decodeGraph } from './graph/decode.ts'
export { formatGraph } from './graph/format.ts'
export type { Fact, FactKind, GlossaryEntry, Graph, KnowledgeNode, NodeMode, SourceRef } from './graph/graph.ts'
export type { Knowledge, Overview, SectionSummary } from './graph/knowledge.ts'
export { createEndpointKnowledge } from './client/endpoint.ts'
export type { FetchContext } from './http/wire/fetch.ts'
export type { Handler, HttpReply, HttpRequest } from './http/wire/message.ts'
