/** A node:http request whose head was read -> the request as the handler takes it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onAbort } from '../../base/abort.ts'
import { collectBytes } from '../../base/bytes.ts'
import type { HttpRequest } from '../../http/wire/message.ts'
import type { AcceptedHead } from './request-head.ts'

/** Node needs no `waitUntil`: the process stays alive after a reply. */
const NO_WAIT = () => undefined

/** A request whose head was read, with its response. */
export interface AcceptedRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly head: AcceptedHead
  /** See `HttpRequest`. */
  readonly loopbackHost: string | null
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal
}

/**
 * A node:http request as an `HttpRequest`. It is a class because of `signal`: most replies need no AbortController,
 * which costs a tenth of the time of a short reply, and a getter is cheap only on a prototype.
 */
export class NodeRequest implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly client: string
  readonly loopbackHost: string | null
  readonly header: HttpRequest['header']
  readonly body: HttpRequest['body']
  readonly waitUntil: HttpRequest['waitUntil'] = NO_WAIT
  readonly #res: ServerResponse
  readonly #stopping: AbortSignal
  #signal: AbortSignal | null = null

  constructor({ req, res, head, loopbackHost, stopping }: AcceptedRequest) {
    this.method = req.method ?? 'GET'
    this.target = head.target
    this.client = req.socket.remoteAddress ?? ''
    this.loopbackHost = loopbackHost
    this.header = (name) => (name === 'host' ? head.host : headerOf(req, name))
    this.body = (maxBytes) => (isParsed(req) ? parsedBody(req, maxBytes) : readBody(req, maxBytes))
    this.#res = res
    this.#stopping = stopping
  }

  get signal(): AbortSignal {
    return (this.#signal ??= createSignal(this.#res, this.#stopping))
  }
}

/**
 * A signal that aborts when the connection closes before the reply is written, and when the server stops. The request's
 * own event `close` can't be used, because it comes as soon as the body is read.
 */
function createSignal(res: ServerResponse, stopping: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const stopListening = onAbort(stopping, () => controller.abort())
  const onClose = () => {
    stopListening()
    if (res.destroyed && !res.writableEnded) controller.abort()
  }
  if (res.destroyed) onClose()
  else res.once('close', onClose)
  return controller.signal
}

/** Value of a header. The values of a header that was sent several times are joined to a list. */
function headerOf(req: IncomingMessage, name: string): string | null {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

/** True if a framework's body parser has already read the body. */
function isParsed(req: IncomingMessage): req is IncomingMessage & { readonly body: unknown } {
  return req.readableDidRead && 'body' in req && req.body !== undefined
}

/** A parsed body as bytes again. A value that can't be written as JSON gives no bytes, which are invalid JSON. */
async function parsedBody({ body }: { readonly body: unknown }, maxBytes: number): Promise<Uint8Array | null> {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : toJson(body))
  return bytes.length > maxBytes ? null : bytes
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // A parser may accept deeper nesting than the stack allows here.
    return ''
  }
}

/**
 * Reads a body; null if it has more than `maxBytes`. The stream then stays open, because destroying it would also end
 * the reply.
 */
function readBody(req: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  return collectBytes(req.iterator({ destroyOnReturn: false }), maxBytes)
}

