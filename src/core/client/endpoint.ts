/**
 * A deployed service as `Knowledge`: the same reads as those of a graph file, over HTTP; and as a source that is read
 * and asked on behalf of callers who may leave.
 */
import type { AskReply } from '../answer/events/event.ts'
import { decodeGlossaryEntry, decodeNode } from '../graph/format.ts'
import type { Knowledge } from '../graph/knowledge.ts'
import type { Decode } from '../graph/shape.ts'
import { parseAddress } from './address.ts'
import { createEndpointAsk } from './answer.ts'
import { decodeGlossary, decodeOverview, decodeReply, decodeSections } from './decode.ts'
import { createLinkedFetch, requestJson } from './request.ts'
import { createEndpointSearch, noSuchRead } from './search.ts'

const TIMEOUT_MS = 20_000

/** Options of the connection to a service. */
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
  return createEndpoint(address, timeoutMs)(fetch)
}

/** The same through any `fetch`; the searches through all of them share one cache. */
function createEndpoint(address: string, timeoutMs = TIMEOUT_MS): (fetch: typeof globalThis.fetch) => Knowledge {
  const base = parseAddress(address)
  const searchThrough = createEndpointSearch(base)

  return function readThrough(fetch) {
    const transport = { fetch, timeoutMs }

    /** The record at a path of the service; null if the service says that there is none. */
    async function readOrNull<T>(path: string, decode: Decode<T>): Promise<T | null> {
      const url = base + path
      const { status, json } = await requestJson(url, transport)
      return status === 404 ? null : decodeReply(url, json, decode)
    }

    async function read<T>(path: string, decode: Decode<T>): Promise<T> {
      const record = await readOrNull(path, decode)
      if (record === null) throw noSuchRead(base + path)
      return record
    }

    return {
      glossary: () => read('/glossary', decodeGlossary),
      term: async (name) => (isSegment(name) ? readOrNull(`/glossary/${segment(name)}`, decodeGlossaryEntry) : null),
      sections: (group) => read(group === null ? '/sections' : `/sections?group=${segment(group)}`, decodeSections),
      section: async (id) => (isSegment(id) ? readOrNull(`/sections/${segment(id)}`, decodeNode) : null),
      markdown: async () => null,
      overview: () => read('/overview', decodeOverview),
      search: searchThrough(transport),
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

/** The reads and the answers of a service. */
export interface EndpointSource {
  /** Origin of the service, which its addresses are relative to. */
  readonly origin: string
  readonly knowledge: (signal: AbortSignal) => Promise<Knowledge>
  readonly ask: (query: string, signal: AbortSignal) => Promise<AskReply>
}

/** The service at `address`; throws an `OptionError` for text that isn't an http(s) address. */
export function createEndpointSource(address: string, fetch: typeof globalThis.fetch): EndpointSource {
  const base = parseAddress(address)
  const readThrough = createEndpoint(base)
  const ask = createEndpointAsk(base)
  return {
    origin: new URL(base).origin,
    knowledge: async (signal) => readThrough(createLinkedFetch(fetch, signal)),
    ask: (query, signal) => ask(query, { fetch, signal }),
  }
}
