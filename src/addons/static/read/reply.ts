/**
 * The requests of the overlay to a service -> replies from a static index. It replaces `fetch`: the index replies to
 * searches and requests for filters, the service (if there is one) to all others; if the service fails, the index
 * replies to questions. This is the module that `ask static` writes.
 */
import { isObject, parseJson } from '../../../core/base.ts'
import { decodeFilter } from '../../../core/search.ts'
import { hasOtherScript } from '../words.ts'
import { StaticIndexError, openStaticIndex } from './open-index.ts'

/** Most sections in a reply: at first fewer than in a service's, since each one is downloaded. */
const MAX_FIRST = 10
const MAX_ALL = 20

/** File name of a module in an entry. */
const SCRIPT = /^search-[0-9a-f]+\.js$/

/** Sends a request to an address. */
type SendRequest = (url: string, options?: RequestInit) => Promise<Response>

/** The index and the senders of requests that replies come from. */
interface ReplyDeps {
  /** The entry of the index, not validated. */
  readonly entry: unknown
  /** Address of its folder, with a slash at its end. */
  readonly base: string
  /** Address of the service that requests are for, whether or not there is one. */
  readonly endpoint: string
  /** Reads the files of the index. */
  readonly fetch: SendRequest
  /** Sends requests to the service; null for none. */
  readonly service: SendRequest | null
}

/** A `fetch` for requests to the service at `endpoint`. */
export function createFetch(deps: ReplyDeps): SendRequest {
  const { entry, base, endpoint, fetch, service } = deps
  const { fullScript } = isObject(entry) ? entry : {}
  let full: Promise<SendRequest> | null = null
  const index = openStaticIndex({ base, fetch: (url, options) => fetch(url, { method: 'GET', ...options }) }, entry)

  async function search(body: unknown, signal: AbortSignal | null, warning?: string): Promise<Response> {
    const { query, filter: given = {}, detail, all } = isObject(body) ? body : {}
    if (typeof query !== 'string') return json({ error: 'query must be a string' }, 400)
    const filter = decodeFilter(given)
    if (typeof filter === 'string') return json({ error: filter }, 400)
    const limit = all === true ? MAX_ALL : MAX_FIRST
    const options = { limit, filter, phrases: detail === true, signal }
    const { results, notice, completions } = await index.search(query, options)
    const told = { notice: notice ?? undefined, completions: completions.length > 0 ? completions : undefined }
    const more = (limit === MAX_FIRST && results.length === limit) || undefined
    return json({ results, query, model: '', mode: 'keyword', warning, ...told, more })
  }

  async function askService(url: string, init: RequestInit): Promise<Response | null> {
    const response = await service?.(url, init).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      return null
    })
    return response?.ok || response?.status === 429 ? response : null
  }

  async function reply(url: string, init: RequestInit): Promise<Response> {
    const route = url.slice(endpoint.length).replace(/^\/|\/$/g, '')
    const body = typeof init.body === 'string' ? parseJson(init.body) : null
    const signal = init.signal ?? null
    if (route === 'filters') return json(await index.filterValues())
    if (route === '' && isObject(body)) {
      if (body['mode'] === 'keyword') return search(body, signal)
      return (await askService(url, init)) ?? search(body, signal, 'The service can’t be reached.')
    }
    return (await askService(url, init)) ?? json({ suggestions: [] })
  }

  /** A `fetch` by the module for all languages. */
  async function loadFull(script: string): Promise<SendRequest> {
    const module: { readonly createFetch: typeof createFetch } = await import(base + script).catch((cause: unknown) => {
      throw new StaticIndexError('A part of the search index can’t be reached.', { cause })
    })
    return module.createFetch({ ...deps, entry: { ...(isObject(entry) && entry), fullScript: undefined } })
  }

  return async (url, init = {}) => {
    try {
      const isOther = typeof fullScript === 'string' && SCRIPT.test(fullScript) && hasOtherScript(String(init.body))
      if (isOther) {
        full ??= loadFull(fullScript)
        full.catch(() => {
          full = null
        })
        return (await full)(url, init)
      }
      return await reply(url, init)
    } catch (error) {
      if (!(error instanceof StaticIndexError)) throw error
      console.warn(`ask: ${error.message}`)
      return json({ error: error.message }, 503)
    }
  }
}

function json(value: unknown, status = 200): Response {
  return Response.json(value, { status })
}
