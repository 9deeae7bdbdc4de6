/** Search results for a question: the contract's KeywordResponse. */
import type { KeywordResponse, KeywordResult, Source } from '../../answer/events/event.ts'
import type { SearchResult, SearchResults } from '../../search/result.ts'
import type { Service } from '../../service.ts'
import type { AskRequest } from '../wire/body.ts'

/** Sections in a keyword reply. */
const MAX_RESULTS = 20
/** Sections in a stream without an answer. */
const MAX_SOURCES = 8

/** The response to a blank query, without a search. */
export function blankResponse({ model }: Service): KeywordResponse {
  return { results: [], query: '', model, mode: 'keyword' }
}

/** The results of a query that a keyword reply holds. */
export function searchFor(
  service: Service,
  { query, filter, detail }: Pick<AskRequest, 'query' | 'filter' | 'detail'>,
): Promise<SearchResults> {
  return service.search(query, MAX_RESULTS, { filter, notice: detail })
}

/** Facts about a keyword reply besides its results. */
export interface KeywordContext {
  readonly model: string
  /** The reason for having no answer, null where none was requested. */
  readonly warning: string | null
  /** True where clicks on the results are kept. */
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

/** The sections that are found for a question, as the sources of a stream. */
export async function sourcesOf(
  service: Service,
  { query, filter }: Pick<AskRequest, 'query' | 'filter'>,
): Promise<readonly Source[]> {
  const { results } = await service.search(query, MAX_SOURCES, { filter })
  return results.map(({ id: _id, snippet: _snippet, ...source }) => source)
}

/** The contract's members alone. */
function withoutId({ id: _id, ...result }: SearchResult): KeywordResult {
  return result
}
