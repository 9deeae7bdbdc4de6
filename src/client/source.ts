/**
 * A deployed service, read and asked on behalf of callers who may leave: the
 * requests of each end with its signal.
 */
import type { AskReply } from '../answer/events/event.ts'
import type { Knowledge } from '../graph/knowledge.ts'
import { parseAddress } from './address.ts'
import { createEndpointAsk } from './answer.ts'
import { createEndpoint } from './endpoint.ts'
import { createLinkedFetch } from './linked-fetch.ts'

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
