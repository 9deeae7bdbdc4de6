/** Search results for a question: the contract's KeywordResponse. */
import type { KeywordResponse, KeywordResult, Source } from '../../answer/events/event.ts'
import type { SearchResult } from '../../search/result.ts'
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

/** The search results of a query as a response; `warning` says why there is no answer, null where none was requested. */
export async function keywordResponse(
  service: Service,
  { query, filter, detail }: Pick<AskRequest, 'query' | 'filter' | 'detail'>,
  warning: string | null,
): Promise<KeywordResponse> {
  const { results, notice } = await service.search(query, MAX_RESULTS, { filter, notice: detail })
  return {
    results: detail ? results : results.map(withoutId),
    query,
    model: service.model,
    mode: 'keyword',
    ...(warning !== null && { warning }),
    ...(notice !== undefined && { notice }),
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
