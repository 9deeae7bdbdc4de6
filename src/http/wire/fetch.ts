/**
 * A handler -> a function of web Request and Response, for every host that
 * speaks fetch: site frameworks, workers, Deno, Bun.
 */
import { onAbort } from '../../base/abort.ts'
import { collectBytes } from '../../base/bytes.ts'
import type { Handler, HttpReply, HttpRequest } from './message.ts'

/** What a host knows of a request beyond the Request itself. */
export interface FetchContext {
  /** Address of the peer. */
  readonly client?: string
  /** Keeps the host from ending work that goes on after the response, such as traces; edge hosts have one. */
  readonly waitUntil?: (work: Promise<unknown>) => void
}

/** For hosts that live on after a response. */
const LIVES_ON = () => undefined

/** Answers a Request. A cancelled reply aborts the work behind it, and so does the request's own signal. */
export function createFetch(handler: Handler): (request: Request, context?: FetchContext) => Promise<Response> {
  return async function fetch(request, { client = '', waitUntil = LIVES_ON } = {}) {
    const gone = new AbortController()
    onAbort(request.signal, () => gone.abort())
    const { status, headers, body } = await handler(neutral(request, { client, signal: gone.signal, waitUntil }))
    if (request.method === 'HEAD') return new Response(null, { status, headers })
    return new Response(responseBody(body, gone), { status, headers })
  }
}

function neutral(request: Request, context: Pick<HttpRequest, 'client' | 'signal' | 'waitUntil'>): HttpRequest {
  const { pathname, search, host } = new URL(request.url)
  return {
    method: request.method,
    target: pathname + search,
    // Hosts that build their requests themselves give them no Host header.
    header: (name) => request.headers.get(name) ?? (name === 'host' ? host : null),
    body: async (maxBytes) => (request.body === null ? new Uint8Array() : collectBytes(request.body, maxBytes)),
    ...context,
  }
}

/** Pieces are asked for one at a time, when the host wants the next. */
function responseBody(body: HttpReply['body'], gone: AbortController): string | ReadableStream<Uint8Array> | null {
  if (body === null || typeof body === 'string') return body
  const pieces = body[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      },
      async cancel() {
        gone.abort()
        await pieces.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
