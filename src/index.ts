/** `ask-service`: all that runs anywhere (Node, workers, edge). */
export {
  createAsk, type Ask, type AskOptions, type MountOptions, type PrebuiltOptions, type StoreOptions,
  type QuestionLogOptions,
} from './ask.ts'
export { readOptions, type EnvironmentOptions } from './environment.ts'
export type { ContentOptions, HttpOptions, LimitOptions, AnswerLimits } from './settings.ts'
export type { OptionError } from './base/option.ts'
export type { Finish, Protocol, Usage } from './llm/model.ts'
export type { ModelOptions } from './llm/settings.ts'
export type { CaptureContent, TraceOptions } from './trace/settings.ts'
export type { ToolBounds } from './answer/tools/toolbox.ts'
export type {
  AnswerBounds, Answerer, AnswerOptions, AnswerReport, AnswerResult, Outcome, ReportedCall,
} from './answer/answerer.ts'
export type { AnswerEvent, AnswerOutcome, ContractEvent, EndOutcome, Source, Support } from './answer/events/event.ts'
export type { HistoryTurn } from './answer/events/history.ts'
export { AskError, type ErrorCode } from './base/errors.ts'
export type { QuestionSink } from './question-log/recorder.ts'
export type { PageEntry, Service } from './service.ts'
export { chunkPages, type Chunk } from './content/chunk.ts'
export { contentHash } from './content/hash.ts'
export type { Page, Section, SourceFile, Warning } from './content/page.ts'
export { type CodeSpan, tableRows, type TableRow } from './content/structure/ranges.ts'
export { selectFiles, type Site } from './content/site/site.ts'
export { readSite } from './read-site.ts'
export { buildIndex, createIndexBuilder, type IndexBuilder } from './search/build/build.ts'
export type { Filter, FilterName, FilterValues, Filterable } from './search/index/filter.ts'
export { decodeIndex, encodeIndex } from './search/index/codec.ts'
export type { FieldName } from './search/index/field.ts'
export type { Index, Searchable } from './search/index/inverted-index.ts'
export {
  explain,
  type Explanation,
  type FieldExplanation,
  type TermExplanation,
  type WordExplanation,
} from './search/rank/explain.ts'
export type {
  ResultMarks, ResultWithoutId, SearchResult, SearchResults, WeighedResult, WeighedResults,
} from './search/result.ts'
export {
  createSearcher,
  type Findable,
  type Searcher,
  type SearcherOptions,
  type SearchOptions,
} from './search/searcher.ts'
export type { RowRange } from './search/show/lines.ts'
export type { Mark } from './search/show/match.ts'
export { decodePrebuilt } from './prebuilt/decode.ts'
export { formatPrebuilt } from './prebuilt/format.ts'
export type { Prebuilt } from './prebuilt/prebuilt.ts'
export { extractGraph } from './graph-builder/rules/extract.ts'
export { decodeGraph, formatGraph } from './graph/format.ts'
export type { Fact, FactKind, GlossaryEntry, Graph, KnowledgeNode, NodeMode, SourceRef } from './graph/graph.ts'
export type {
  GroupSize, Knowledge, Overview, ResultsWithoutIds, Search, SearchNeeds, SectionSummary, StoredSections,
} from './graph/knowledge.ts'
export { createEndpointKnowledge, type EndpointOptions } from './client/endpoint.ts'
export type { FetchContext } from './http/wire/fetch.ts'
export type { Handler, HttpReply, HttpRequest, Target } from './http/wire/message.ts'
export type { TokenLedger } from './http/wire/settings.ts'
