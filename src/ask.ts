/**
 * The composition root: options in, a service with its HTTP handlers out.
 */
import type { Chunk } from './content/chunk.ts'
import type { Graph } from './graph/graph.ts'
import { createHandler } from './http/app.ts'
import { createFetch, type FetchContext } from './http/fetch.ts'
import type { Handler } from './http/message.ts'
import { createService, EMPTY_GRAPH, type Service } from './service.ts'
import { type HttpOptions, resolveHttp, resolveKey } from './settings.ts'

export interface AskOptions extends HttpOptions {
  /** Every section of the site; called on first use, and again after a failure. */
  readonly content: () => Promise<readonly Chunk[]>
  /** The committed graph, null where the site has none. Default: none. */
  readonly graph?: () => Promise<Graph | null>
  /** Makes the graph that is read where the site has none, on the first read. Default: an empty one. */
  readonly makeGraph?: () => Promise<Graph>
  /** Name of the model that answers. Default empty. */
  readonly model?: string
  /** Key of the model; without one every question gets keyword results. */
  readonly apiKey?: string
  /** Takes lines for the site's owner. Default `console.warn`. */
  readonly log?: (line: string) => void
}

/** A mounted service. */
export interface Ask {
  /** The reads and the search, without HTTP. */
  readonly service: Service
  /** Answers the neutral requests of `ask-service/node`'s listener. */
  readonly handle: Handler
  /** Answers web requests: workers, Deno, Bun, Astro, Hono, Next. Readers are told apart where the host gives their address. */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>
}

/** Throws `AskError('usage')` when an option is out of its range; loads nothing yet. */
export function createAsk({
  content,
  graph = async () => null,
  makeGraph = async () => EMPTY_GRAPH,
  model = '',
  apiKey,
  log = (line) => console.warn(line),
  ...http
}: AskOptions): Ask {
  const canAnswer = resolveKey(apiKey) !== null
  const service = createService({ content, graph, makeGraph, model, canAnswer, log })
  const handle = createHandler(service, resolveHttp(http), { now: Date.now, log })
  return { service, handle, fetch: createFetch(handle) }
}
