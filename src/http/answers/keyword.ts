/** Search results for a question: the contract's KeywordResponse. */
import type { KeywordResponse, KeywordResult } from '../../answer/events/event.ts'
import type { SearchResult } from '../../search/result.ts'
import type { Service } from '../../service.ts'

/** Sections in a keyword reply. */
const MAX_RESULTS = 20

/** The response to a blank query, without a search. */
export function blankResponse({ model }: Service): KeywordResponse {
  return { results: [], query: '', model, mode: 'keyword' }
}

/** Variants of a response. */
interface ResponseOptions {
  /** True to give each result its id, and the response its notice, which are beyond the contract. */
  readonly detail: boolean
  /** Reason why an answer was not given, null where none was requested. */
  readonly warning: string | null
}

/** The search results of a query as a response. */
export async function keywordResponse(
  service: Service,
  query: string,
  { detail, warning }: ResponseOptions,
): Promise<KeywordResponse> {
  const { results, notice } = await service.search(query, MAX_RESULTS)
  return {
    results: detail ? results : results.map(withoutId),
    query,
    model: service.model,
    mode: 'keyword',
    ...(warning !== null && { warning }),
    ...(detail && notice !== undefined && { notice }),
  }
}

/** The contract's members alone. */
function withoutId({ id: _id, ...result }: SearchResult): KeywordResult {
  return result
}
