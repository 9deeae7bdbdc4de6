/** Search results as the reply to a question: the contract's KeywordResponse. */
import type { KeywordResponse, KeywordResult, Source } from '../../answer/events/event.ts'
import type { SearchResult, SearchResults } from '../../search/result.ts'
import type { Service } from '../../service.ts'
import type { AskRequest } from './ask-request.ts'

/** Sections in a keyword reply. */
const MAX_RESULTS = 20
/** Sections in a stream without an answer. */
const MAX_SOURCES = 8

/** The response to a blank query, which is not searched for. */
export function blankResponse({ model }: Service): KeywordResponse {
  return { results: [], query: '', model, mode: 'keyword' }
}

/** Searches for the results of a keyword reply. */
export function searchFor(
  service: Service,
  { query, filter, detail }: Pick<AskRequest, 'query' | 'filter' | 'detail'>,
): Promise<SearchResults> {
  return service.search(query, MAX_RESULTS, { filter, notice: detail })
}

/** The members of a keyword reply that don't depend on its results. */
export interface KeywordContext {
  readonly model: string
  /** The reason why there is no answer; null if none was requested. */
  readonly warning: string | null
  /** True if clicks on the results are kept. */
  readonly keepsClicks: boolean
}

/** The search results of a query as a response. */
export function keywordResponse(
  { results, notice }: SearchResults,
  { query, detail }: Pick<AskRequest, 'query' | 'detail'>,
  { model, warning, keepsClicks }: KeywordContext,
): KeywordResponse {
  return {
    results: detail ? results : results.map(withoutId),
    query,
    model,
    mode: 'keyword',
    ...(warning !== null && { warning }),
    ...(notice !== undefined && { notice }),
    ...(detail && keepsClicks && { feedback: true }),
  }
}

/** The sections found for a question, as the sources of a stream. */
export async function sourcesOf(
  service: Service,
  { query, filter }: Pick<AskRequest, 'query' | 'filter'>,
): Promise<readonly Source[]> {
  const { results } = await service.search(query, MAX_SOURCES, { filter })
  return results.map(({ id: _id, snippet: _snippet, ...source }) => source)
}

/** The members that the contract has. */
function withoutId({ id: _id, ...result }: SearchResult): KeywordResult {
  return result
}
