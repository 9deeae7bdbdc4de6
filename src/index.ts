/** `ask-service`: all that runs anywhere (Node, workers, edge). */
export {
  createAsk, type Ask, type AskOptions, type MountOptions, type PrebuiltOptions, type StoreOptions,
  type QuestionLogOptions,
} from './core/ask.ts'
export { readOptions, type EnvironmentOptions } from './core/environment.ts'
export type { SourceGenerator } from './core/content/generators/profile.ts'
export type { ContentOptions, HttpOptions, LimitOptions, AnswerLimits } from './core/settings.ts'
export type { OptionError } from './core/base/option.ts'
export type { Finish, Protocol, Usage } from './core/llm/model.ts'
export type { ModelOptions } from './core/llm/settings.ts'
export type { CaptureContent, TraceOptions } from './core/trace/settings.ts'
export type { ToolBounds } from './core/answer/tools/toolbox.ts'
export type {
  AnswerBounds, Answerer, AnswerOptions, AnswerReport, AnswerResult, Outcome, ReportedCall,
} from './core/answer/answerer.ts'
export type {
  AnswerEvent, AnswerOutcome, ContractEvent, EndOutcome, Source, Support,
} from './core/answer/event.ts'
export type { HistoryTurn } from './core/answer/conversation.ts'
export { AskError, type ErrorCode } from './core/base/errors.ts'
export type { QuestionSink } from './core/question-log.ts'
export type { Service } from './core/service.ts'
export { chunkPages, contentHash, type Chunk } from './core/content/chunk.ts'
export type { LinkCause, MenuPlace, Page, Section, SourceFile, Warning } from './core/content/page.ts'
export { type CodeSpan, tableRows, type TableRow } from './core/content/structure/encoding.ts'
export { selectFiles, type Site } from './core/content/site/site.ts'
export { readSite } from './core/ask.ts'
export { buildIndex, createIndexBuilder, type IndexBuilder } from './core/search/build/build.ts'
export type { Filter, FilterName, FilterValues, Filterable } from './core/search/index/filter.ts'
export { decodeIndex, encodeIndex } from './core/search/index/codec.ts'
export type { FieldName } from './core/search/index/field.ts'
export type { Index, Searchable } from './core/search/index/inverted-index.ts'
export {
  explain,
  type Explanation,
  type FieldExplanation,
  type TermExplanation,
  type WordExplanation,
} from './core/search/rank/explain.ts'
export type {
  ResultMarks, ResultWithoutId, SearchResult, SearchResults, WeighedResult, WeighedResults,
} from './core/search/show/result.ts'
export { createSearcher, type Searcher, type SearcherOptions, type SearchOptions } from './core/search/searcher.ts'
export type { Findable, FoundResults } from './core/search/show/view.ts'
export type { RowRange } from './core/search/show/excerpt.ts'
export type { Mark } from './core/search/show/match.ts'
export { decodePrebuilt, formatPrebuilt, type Prebuilt } from './core/prebuilt/prebuilt.ts'
export { extractGraph } from './core/graph-builder/rules/extract.ts'
export { decodeGraph, formatGraph } from './core/graph/graph.ts'
export type {
  Fact, FactKind, GlossaryEntry, Graph, GraphSection, KnowledgeNode, NodeMode, SourceRef,
} from './core/graph/graph.ts'
export { type Expandable, withQueries } from './core/graph/queries.ts'
export type {
  GroupSize, Knowledge, Overview, PageEntry, PageSource, ResultsWithoutIds, Search, SearchNeeds, SectionSummary,
  StoredSections,
} from './core/graph/knowledge.ts'
export { createEndpointKnowledge, type EndpointOptions } from './core/client/endpoint.ts'
export type { FetchContext } from './core/http/wire/fetch.ts'
export type { Handler, HttpReply, HttpRequest, Target } from './core/http/wire/message.ts'
export type { TokenLedger } from './core/http/wire/settings.ts'
