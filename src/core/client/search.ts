/**
 * Searches in a deployed service. Ids of results come with `detail`, which is
 * beyond the contract. For a service without it they come from the sections
 * list, which is downloaded once and revalidated by its entity tag.
 */
import { AskError } from '../base/errors.ts'
import type { ResultsWithoutIds, Search, SearchNeeds } from '../graph/knowledge.ts'
import type { Filter } from '../search/index/filter.ts'
import type { ResultWithoutId, SearchResult, SearchResults } from '../search/result.ts'
import { decodeReply, decodeResults, decodeSections } from './decode.ts'
import { checkFilters, type JsonReply, notThere, requestJson, type Transport } from './request.ts'

/** Ids of sections by url, of one version of the sections list. */
interface SectionIds {
  readonly etag: string | null
  readonly byUrl: ReadonlyMap<string, string>
}

/** Needs with or without ids. */
type AnyNeeds = SearchNeeds & { readonly ids?: boolean }

/**
 * The searches of the service at `base`, through any transport. They share the
 * sections list and the knowledge that the service refuses `detail`.
 */
export function createEndpointSearch(base: string): (transport: Transport) => Search {
  let refusesDetail = false
  let cachedIds: SectionIds | null = null
  let hasFilters = false

  async function requestSearch(query: string, filter: Filter | undefined, transport: Transport): Promise<JsonReply> {
    const body = { query, mode: 'keyword', filter }
    if (refusesDetail) return requestJson(base, transport, { body })
    const reply = await requestJson(base, transport, { body: { ...body, detail: true }, statuses: [400] })
    if (reply.status !== 400) return reply
    const plainReply = await requestJson(base, transport, { body })
    // Not reached if the service refuses the query itself.
    refusesDetail = true
    return plainReply
  }

  async function readSectionIds(transport: Transport): Promise<SectionIds> {
    const url = `${base}/sections`
    const cached = cachedIds
    const { status, json, etag } = await requestJson(url, transport, { etag: cached?.etag ?? null })
    if (status === 304 && cached !== null) return cached
    if (status === 404) throw noSuchRead(url)
    const { sections } = decodeReply(url, json, decodeSections)
    cachedIds = { etag, byUrl: new Map(sections.map(({ id, url }) => [url, id])) }
    return cachedIds
  }

  async function withIds(results: readonly ResultWithoutId[], transport: Transport): Promise<readonly SearchResult[]> {
    const isComplete = results.every(({ id }) => id !== undefined)
    const byUrl = isComplete ? null : (await readSectionIds(transport)).byUrl
    return results.map((result) => ({ ...result, id: result.id ?? byUrl?.get(result.url) ?? idOfUrl(result.url) }))
  }

  return function searchThrough(transport) {
    function search(query: string, limit: number, needs?: SearchNeeds): Promise<SearchResults>
    function search(query: string, limit: number, needs: AnyNeeds): Promise<ResultsWithoutIds>
    async function search(
      query: string,
      limit: number,
      { filter, ids = true }: AnyNeeds = {},
    ): Promise<ResultsWithoutIds> {
      if (filter !== undefined && !hasFilters) await checkFilters(base, transport)
      hasFilters ||= filter !== undefined
      const { status, json } = await requestSearch(query, filter, transport)
      if (status === 404) throw notThere(base)
      const results = decodeReply(base, json, decodeResults).slice(0, limit)
      return { query, results: ids ? await withIds(results, transport) : results }
    }
    return search
  }
}

/** The error for a read that an older service doesn't have. */
export function noSuchRead(url: string): AskError {
  return new AskError('endpoint', `${url} is not there (404): the service has no such read`)
}

/** The id of a section that isn't in the list: its path and anchor. */
function idOfUrl(url: string): string {
  const [path = '', anchor] = url.replace(/^https?:\/\/[^/]*/, '').split('#')
  const slug = path.replace(/^\/|\/$/g, '') || 'index'
  return anchor === undefined ? slug : `${slug}#${anchor}`
}
