/**
 * A question answered by keywords: the contract's KeywordResponse.
 */
import type { KeywordResponse, KeywordResult } from '../../answer/events/event.ts'
import type { SearchResult } from '../../search/result.ts'
import type { Service } from '../../service.ts'

/** Sections in a keyword reply. */
const MAX_RESULTS = 20

/** The reply to a blank query: nothing, and no search for it. */
export function blankResponse({ model }: Service): KeywordResponse {
  return { results: [], query: '', model, mode: 'keyword' }
}

/** What keywords find; `warning` says why they answer what asked for more, null where nothing more was asked. */
export async function keywordResponse(service: Service, query: string, warning: string | null): Promise<KeywordResponse> {
  const { results } = await service.search(query, MAX_RESULTS)
  return {
    results: results.map(onTheWire),
    query,
    model: service.model,
    mode: 'keyword',
    ...(warning !== null && { warning }),
  }
}

/** The contract's fields alone: a KeywordResult has no id. */
function onTheWire({ id: _id, ...result }: SearchResult): KeywordResult {
  return result
}
