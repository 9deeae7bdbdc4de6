/**
 * A node:http request -> the request as the handler takes it, or the reply to a head that HTTP forbids. Node itself
 * accepts some of these heads, refuses others without a body, and drops headers over its limit without notice.
 */
import { IncomingMessage, type ServerResponse } from 'node:http'
import { Server } from 'node:net'
import { onAbort } from '../../base/abort.ts'
import { collectBytes } from '../../base/bytes.ts'
import { parseHost } from '../../http/wire/caller.ts'
import type { HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { errorReply } from '../../http/wire/reply.ts'

/** Node needs no `waitUntil`: the process stays alive after a reply. */
const NO_WAIT = () => undefined

interface AcceptedRequest {
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
    this.body = async (maxBytes) => {
      if (isParsed(req)) return parsedBody(req, maxBytes)
      if (isHeldBack(req)) res.writeContinue()
      // The stream of a body over the limit stays open: destroying it would also end the reply.
      return collectBytes(req.iterator({ destroyOnReturn: false }), maxBytes)
    }
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

/** True for a body that its client sends when it is asked for it (RFC 9110, 10.1.1), and Node has left that to us. */
function isHeldBack({ headers, socket }: IncomingMessage): boolean {
  const server: unknown = Reflect.get(socket, 'server')
  return headers.expect !== undefined && server instanceof Server && server.listenerCount('checkContinue') > 0
}

/** A parsed body as bytes again. A value that can't be written as JSON gives no bytes, which are invalid JSON. */
function parsedBody({ body }: { readonly body: unknown }, maxBytes: number): Uint8Array | null {
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

/** Target and host of a request, or the reply that refuses it. */
type RequestHead = AcceptedHead | { readonly type: 'refused'; readonly reply: HttpReply }

/** Target and host of a request that HTTP allows. */
export interface AcceptedHead {
  readonly type: 'accepted'
  /** Path and query, also of a target in absolute form. */
  readonly target: string
  /** Host and port that the client addresses; null in HTTP/1.0 without a Host header. */
  readonly host: string | null
}

/** Reads the head of a request; one with more than `maxHeaders` headers is refused. */
export function readHead(req: IncomingMessage, maxHeaders: number): RequestHead {
  // A request of Node's HTTP/2 is an instance of another class. Adapters of function hosts give the version as a text.
  if (req instanceof IncomingMessage && Number(req.httpVersionMajor) !== 1) {
    return refused(505, 'This server supports HTTP/1.1 and HTTP/1.0.')
  }
  // The raw list, because `req.headers` lacks those above 2,000 or above the limit that a host sets.
  if (req.rawHeaders.length > 2 * maxHeaders) return refused(431, `A request must have at most ${maxHeaders} headers.`)
  // RFC 9110, 10.1.1
  if (!/^(?:100-continue)?$/i.test(req.headers.expect ?? '')) {
    return refused(417, 'The only expectation that this server meets is 100-continue.')
  }
  const host = hostOf(req)
  if (req.rawHeaders.filter(isHostName).length > 1) return refused(400, 'A request must have one Host header.')
  // RFC 9112, 3.2: 400 for a request without the header, and for one with an invalid value.
  if (host === null && req.httpVersion === '1.1') return refused(400, 'A request must have a Host header.')
  if (host !== null && parseHost(host) === null) {
    return refused(400, 'The Host header must be a host name with or without a port.')
  }
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(rawTarget(req))
  return absolute === null ? { type: 'accepted', target: rawTarget(req), host } : readAbsolute(absolute)
}

/** The head of a request with a target in absolute form, whose host replaces the header's (RFC 9112, 3.2.2). */
function readAbsolute({ 0: origin, 1: host = '', input }: RegExpExecArray): RequestHead {
  if (parseHost(host) === null) return refused(400, 'The request target must have a valid host.')
  const path = input.slice(origin.length)
  return { type: 'accepted', target: path.startsWith('/') ? path : `/${path}`, host }
}

/** The request target as received, even if a framework has removed its mount path since. */
function rawTarget(req: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof req.originalUrl === 'string' ? req.originalUrl : (req.url ?? '/')
}

/** The `Host` header, or the pseudo-header that replaces it in HTTP/2. */
function hostOf({ headers }: IncomingMessage): string | null {
  const authority = headers.host ?? headers[':authority']
  return typeof authority === 'string' ? authority : null
}

/** True for an item of raw headers, which are names and values in turn, that is the name of a `Host`. */
function isHostName(item: string, at: number): boolean {
  return at % 2 === 0 && item.length === 4 && item.toLowerCase() === 'host'
}

/** An Error body, after which the connection closes, since its next request may be as wrong. */
function refused(status: number, error: string): RequestHead {
  return { type: 'refused', reply: errorReply(status, error, { connection: 'close' }) }
}
