/** A handler -> a function from Request to Response, for hosts that use fetch: site frameworks, workers, Deno, Bun. */
import { onAbort } from '../../base/abort.ts'
import { collectBytes } from '../../base/bytes.ts'
import type { Handler, HttpReply, HttpRequest } from './message.ts'
import { PIECE_BYTES, piecesOf } from './reply.ts'

/** Facts and services of a host beyond the Request. */
export interface FetchContext {
  /** Address of the peer. Default: unknown. */
  readonly client?: string
  /**
   * Keeps the host alive for work that continues after the response, such as traces. Edge hosts have such a function;
   * others keep running.
   */
  readonly waitUntil?: (work: Promise<unknown>) => void
}

/** The handler as a fetch function. Cancelling the response, or aborting the request, aborts the work for it. */
export function createFetch(handler: Handler): (request: Request, context?: FetchContext) => Promise<Response> {
  return async function fetch(request, { client = '', waitUntil = () => undefined } = {}) {
    const gone = new AbortController()
    onAbort(request.signal, () => gone.abort())
    const { status, headers, body } = await handler(recordOf(request, { client, signal: gone.signal, waitUntil }))
    if (request.method === 'HEAD') return new Response(null, { status, headers })
    return new Response(responseBody(body, gone), { status, headers })
  }
}

function recordOf(request: Request, context: Pick<HttpRequest, 'client' | 'signal' | 'waitUntil'>): HttpRequest {
  const { pathname, search, host } = new URL(request.url)
  return {
    method: request.method,
    target: pathname + search,
    // A Request that was constructed by the host has no Host header.
    header: (name) => request.headers.get(name) ?? (name === 'host' ? host : null),
    loopbackHost: null,
    body: async (maxBytes) => (request.body === null ? new Uint8Array() : collectBytes(request.body, maxBytes)),
    ...context,
  }
}

/**
 * The body for a Response: text as it is, short bytes as a copy, everything else as a stream that reads one piece each
 * time the host asks for it. Bytes are copied because a host may change or detach what it gets, and large ones piece by
 * piece, because a Response of the whole would copy all of it at once.
 */
function responseBody(
  body: HttpReply['body'],
  gone: AbortController,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (body === null || typeof body === 'string') return body
  if (body instanceof Uint8Array && body.length <= PIECE_BYTES) return body.slice()
  const pieces = body instanceof Uint8Array ? copiesOf(body) : body[Symbol.asyncIterator]()
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

async function* copiesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const piece of piecesOf(bytes)) yield piece.slice()
}
