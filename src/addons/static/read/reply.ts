/**
 * The requests of the overlay to a service -> replies from a static index. It replaces `fetch`: the index replies to
 * searches and requests for filters, the service (if there is one) to all others; if the service fails, the index
 * replies to questions. This is the module that `ask static` writes.
 *
 * A search survives deploys: a part that is gone or damaged is requested once more; if that fails, the entry is read
 * again, and a query whose index was replaced is searched in the new one.
 */
import { decodeBase64, isObject, parseJson } from '../../../core/base.ts'
import { decodeFilter } from '../../../core/search.ts'
import { DamagedPart, StaticIndexError } from '../bytes.ts'
import { decodeHead } from '../head.ts'
import { type Entry, ENTRY_NAME, HEAD_PATH, type PartName, partPath, STATIC_VERSION, unseal } from '../layout.ts'
import { hasOtherScript } from '../words.ts'
import { type StaticSearch, createStaticSearch } from './static-search.ts'

/** Most sections in a reply: at first fewer than in a service's, since each one is downloaded. */
const MAX_FIRST = 10
const MAX_ALL = 20

/** File name of a module in an entry. */
const SCRIPT = /^search-[0-9a-f]+\.js$/

type SendRequest = (url: string, options?: RequestInit) => Promise<Response>

interface ReplyDeps {
  /** The entry of the index, not validated. */
  readonly entry: unknown
  /** Address of its folder, with a slash at its end. */
  readonly base: string
  /** Address of the service that requests are for, whether or not there is one. */
  readonly endpoint: string
  readonly fetch: SendRequest
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

/** The name of a build is part of addresses. */
const BUILD = /^[0-9a-f]{1,64}$/

type CacheMode = 'default' | 'no-cache' | 'reload'

interface IndexSource {
  /** Address of the folder, with a slash at its end. */
  readonly base: string
  readonly fetch: (url: string, options: { readonly cache: CacheMode }) => Promise<Response>
}

interface OpenIndex extends StaticSearch {
  readonly build: string
}

/**
 * A search over the index at an address. `entry` is the content of its entry, if that was read earlier; null: it is
 * read for the first search. Rejects with a `StaticIndexError`.
 */
export function openStaticIndex(source: IndexSource, entry: unknown = null): Pick<StaticSearch, 'search'> & {
  readonly filterValues: () => Promise<ReturnType<StaticSearch['filterValues']>>
} {
  let opened: Promise<OpenIndex> | null = entry === null ? null : open(source, entry)

  function current(): Promise<OpenIndex> {
    const opening = opened ?? readEntry(source, 'no-cache').then((read) => open(source, read))
    opened = opening
    opening.catch(() => {
      if (opened === opening) opened = null
    })
    return opening
  }

  /** The index that replaced one whose part is gone. Rejects with the reason if it has not been replaced. */
  async function replacementOf(old: OpenIndex, reason: unknown): Promise<OpenIndex> {
    const now = await current()
    if (now.build !== old.build) return now
    opened = null
    const read = await readEntry(source, 'reload')
    opened = open(source, read)
    const next = await current()
    if (next.build === old.build) throw reason
    return next
  }

  const search: StaticSearch['search'] = async (query, options = {}) => {
    const index = await current()
    try {
      return await index.search(query, options)
    } catch (error) {
      if (options.signal?.aborted) throw error
      return (await replacementOf(index, error)).search(query, options)
    }
  }

  return { search, filterValues: async () => (await current()).filterValues() }
}

async function open(source: IndexSource, value: unknown): Promise<OpenIndex> {
  const { build, head } = checkEntry(value)
  const bytes = decodeBase64(head)
  const part = bytes === null ? null : await unseal(bytes, HEAD_PATH)
  if (part === null) throw new DamagedPart()
  return { build, ...createStaticSearch(decodeHead(part), (name) => loadPart(source, build, name)) }
}

function checkEntry(value: unknown): Pick<Entry, 'build' | 'head'> {
  const { version, build, head } = isObject(value) ? value : {}
  if (typeof version === 'number' && version !== STATIC_VERSION) {
    const message = `The search index has format ${version}; this page reads ${STATIC_VERSION}. Reload the page.`
    throw new StaticIndexError(message)
  }
  const isEntry =
    version === STATIC_VERSION && typeof build === 'string' && BUILD.test(build) && typeof head === 'string'
  if (!isEntry) throw new StaticIndexError('There is no search index at its address.')
  return { build, head }
}

async function readEntry({ base, fetch }: IndexSource, cache: CacheMode): Promise<unknown> {
  const url = base + ENTRY_NAME
  const read = (): Promise<string> => fetch(url, { cache }).then(textOf)
  const text = await read().catch(read).catch((cause: unknown) => {
    throw new StaticIndexError('The search index can’t be reached.', { cause })
  })
  return parseJson(text)
}

async function textOf(response: Response): Promise<string> {
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return response.text()
}

/** The bytes of a part. If the file is missing or damaged, it is requested once more, bypassing all caches. */
async function loadPart({ base, fetch }: IndexSource, build: string, name: PartName): Promise<Uint8Array> {
  const path = partPath(name)
  for (const cache of ['default', 'reload'] satisfies CacheMode[]) {
    const file = await fetch(`${base}${build}/${path}`, { cache }).then(bytesOf).catch(() => null)
    const part = file === null ? null : await unseal(file, path)
    if (part !== null) return part
  }
  throw new StaticIndexError('A part of the search index can’t be reached.')
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
}
