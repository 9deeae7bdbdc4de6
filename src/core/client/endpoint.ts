/**
 * A deployed service as `Knowledge`: the same reads as those of a graph file, over HTTP; and as a source that is read
 * and asked on behalf of callers who may leave. Ids of results come with `detail`, which is beyond the contract. For a
 * service without it they come from the sections list, which is read again when it lacks one.
 */
import { AskError } from '../base/errors.ts'
import { decodeGlossaryEntry, decodeNode } from '../graph/graph.ts'
import type { Knowledge, ResultsWithoutIds, SearchNeeds } from '../graph/knowledge.ts'
import type { Decode } from '../graph/shape.ts'
import type { ResultWithoutId, SearchResult, SearchResults } from '../search/show/result.ts'
import { askEndpoint } from './answer.ts'
import {
  checkFilters, decodeGlossary, decodeOverview, decodeReply, decodeResults, decodeSections, notThere, parseAddress,
  requestJson, type Transport,
} from './request.ts'

const TIMEOUT_MS = 20_000

export interface EndpointOptions {
  /** Sends the requests. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Longest wait for one whole reply, in ms. Default 20,000. */
  readonly timeoutMs?: number
}

/**
 * The knowledge of the service at `address`. Throws an `OptionError` for text
 * that isn't an http(s) address; every read rejects with `AskError('endpoint')`.
 *
 * @example
 * const fetch = async () => Response.json({ terms: [{ term: 'route', aliases: [], definition: 'A path to a page.' }] })
 * const knowledge = createEndpointKnowledge('https://docs.example.com', { fetch })
 * (await knowledge.glossary()).terms[0].term // 'route'
 */
export function createEndpointKnowledge(
  address: string,
  { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS }: EndpointOptions = {},
): Knowledge {
  return createEndpoint(address)({ fetch, timeoutMs, signal: null })
}

type AnyNeeds = SearchNeeds & { readonly ids?: boolean }

/** The same through any transport; the searches through all of them share the ids of sections. */
function createEndpoint(address: string): (transport: Transport) => Knowledge {
  const base = parseAddress(address)
  let hasFilters = false
  let idsByUrl: ReadonlyMap<string, string> = new Map()

  return function readThrough(transport) {
    /** The record at a path of the service; null if the service says that there is none. */
    async function readOrNull<T>(path: string, decode: Decode<T>): Promise<T | null> {
      const url = base + path
      const { status, json } = await requestJson(url, transport)
      return status === 404 ? null : decodeReply(url, json, decode)
    }

    async function read<T>(path: string, decode: Decode<T>): Promise<T> {
      const record = await readOrNull(path, decode)
      if (record !== null) return record
      throw new AskError('endpoint', `${base + path} is not there (404): the service has no such read`)
    }

    function sections(group: string | null) {
      return read(group === null ? '/sections' : `/sections?group=${segment(group)}`, decodeSections)
    }

    function search(query: string, limit: number, needs?: SearchNeeds): Promise<SearchResults>
    function search(query: string, limit: number, needs: AnyNeeds): Promise<ResultsWithoutIds>
    async function search(
      query: string,
      limit: number,
      { filter, ids = true }: AnyNeeds = {},
    ): Promise<ResultsWithoutIds> {
      if (filter !== undefined && !hasFilters) await checkFilters(base, transport)
      hasFilters ||= filter !== undefined
      const body = { query, mode: 'keyword', filter, detail: true }
      const { status, json } = await requestJson(base, transport, body)
      if (status === 404) throw notThere(base)
      const results = decodeReply(base, json, decodeResults).slice(0, limit)
      return { query, results: ids ? await withIds(results) : results }
    }

    /** Reads the sections list if it lacks a result: content may have changed. What it then lacks is noted, too. */
    async function withIds(results: readonly ResultWithoutId[]): Promise<readonly SearchResult[]> {
      const lacking = results.filter(({ id, url }) => id === undefined && !idsByUrl.has(url))
      if (lacking.length > 0) {
        const { sections: listed } = await sections(null)
        const pairs = [...lacking.map(({ url }) => ({ url, id: idOfUrl(url) })), ...listed]
        idsByUrl = new Map(pairs.map(({ id, url }) => [url, id]))
      }
      return results.map((result) => ({ ...result, id: result.id ?? idsByUrl.get(result.url) ?? idOfUrl(result.url) }))
    }

    return {
      glossary: () => read('/glossary', decodeGlossary),
      term: async (name) => (isSegment(name) ? readOrNull(`/glossary/${segment(name)}`, decodeGlossaryEntry) : null),
      sections,
      section: async (id) => (isSegment(id) ? readOrNull(`/sections/${segment(id)}`, decodeNode) : null),
      markdown: async () => null,
      overview: () => read('/overview', decodeOverview),
      search,
    }
  }
}

/** False for a name that would lead to another route: it is blank or a step in the path. */
function isSegment(name: string): boolean {
  return name.trim() !== '' && name !== '.' && name !== '..'
}

function segment(name: string): string {
  return encodeURIComponent(name.toWellFormed())
}

/** The reads and the answers of the service at `address`, and the origin that its addresses are relative to. */
export function createEndpointSource(address: string, fetch: typeof globalThis.fetch) {
  const base = parseAddress(address)
  const readThrough = createEndpoint(base)
  return {
    origin: new URL(base).origin,
    knowledge: async (signal: AbortSignal) => readThrough({ fetch, timeoutMs: TIMEOUT_MS, signal }),
    ask: (query: string, signal: AbortSignal) => askEndpoint(base, query, { fetch, signal }),
  }
}

/** The id of a section that isn't in the list: its path and anchor. */
function idOfUrl(url: string): string {
  const [path = '', anchor] = url.replace(/^https?:\/\/[^/]*/, '').split('#')
  const slug = path.replace(/^\/|\/$/g, '') || 'index'
  return anchor === undefined ? slug : `${slug}#${anchor}`
}
