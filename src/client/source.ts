/**
 * A deployed service, read and asked on behalf of callers who may go away: all
 * that is under way for one ends with its signal.
 */
import type { AskReply } from '../answer/events/event.ts'
import type { Knowledge } from '../graph/knowledge.ts'
import { parseAddress } from './address.ts'
import { askEndpoint } from './answer.ts'
import { createEndpointKnowledge } from './endpoint.ts'
import { createLinkedFetch } from './linked-fetch.ts'

/** The reads and the answers of a service. */
export interface EndpointSource {
  readonly knowledge: (signal: AbortSignal) => Promise<Knowledge>
  readonly ask: (query: string, signal: AbortSignal) => Promise<AskReply>
}

/** Throws an `OptionError` for anything but an http(s) address. */
export function createEndpointSource(address: string, fetch: typeof globalThis.fetch): EndpointSource {
  const base = parseAddress(address)
  return {
    knowledge: async (signal) => createEndpointKnowledge(base, { fetch: createLinkedFetch(fetch, signal) }),
    ask: (query, signal) => askEndpoint(base, query, { fetch, signal }),
  }
}
