/**
 * A handler -> a listener of node:http requests, also for the frameworks built
 * on it (Express, Connect, Fastify's raw request). Mounted in one of them it
 * belongs at the path of the endpoint; it answers all that reaches it.
 */
import { once, setMaxListeners } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { onAbort } from '../../base/abort.ts'
import { collectBytes } from '../../base/bytes.ts'
import type { Handler, HttpReply, HttpRequest } from '../../http/wire/message.ts'

/** Time in which a client may finish sending a body that was refused, so that it comes to read the reply. */
const LINGER_MS = 2_000

/** Longest wait for a client that doesn't read what it asked for. */
const STALLED_MS = 30_000

const NEVER = new AbortController().signal

/** This process lives on after a reply. */
const LIVES_ON = () => undefined

/** What a listener may be told besides its handler. */
export interface ListenerOptions {
  /** Aborts when the server can wait for its replies no longer: streams then say so and end. Default: never. */
  readonly stopping?: AbortSignal
  /** Longest wait for a client that doesn't read what it asked for. Default 30 s. */
  readonly stalledMs?: number
}

/** Answers every request with the handler's reply. What it gives back settles when that is written, and never rejects. */
export function createListener(
  handler: Handler,
  { stopping = NEVER, stalledMs = STALLED_MS }: ListenerOptions = {},
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  // Each reply under way listens to it; Node would take more than ten for a leak.
  setMaxListeners(0, stopping)

  return function listen(req, res) {
    return handler(new NodeRequest(req, res, stopping))
      .then((reply) => send(reply, { req, res, stalledMs }))
      // What fails behind the handler is the connection or a reply under way: no status can tell it any more.
      .catch(() => void res.destroy())
  }
}

/**
 * A request of node:http as the router sees it. A class for the sake of
 * `signal`: an AbortController costs a short reply a tenth of its time, most
 * need none, and a getter is cheap on a prototype alone.
 */
class NodeRequest implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly client: string
  readonly header: HttpRequest['header']
  readonly body: HttpRequest['body']
  readonly waitUntil: HttpRequest['waitUntil'] = LIVES_ON
  readonly #res: ServerResponse
  readonly #stopping: AbortSignal
  #signal: AbortSignal | null = null

  constructor(req: IncomingMessage, res: ServerResponse, stopping: AbortSignal) {
    this.method = req.method ?? 'GET'
    this.target = rawTarget(req)
    this.client = req.socket.remoteAddress ?? ''
    this.header = (name) => headerOf(req, name)
    // The stream stays open when the body is too large: destroying it would take the reply along.
    this.body = (maxBytes) => (isTaken(req) ? takenBody(req, maxBytes) : collectBytes(req.iterator({ destroyOnReturn: false }), maxBytes))
    this.#res = res
    this.#stopping = stopping
  }

  get signal(): AbortSignal {
    return (this.#signal ??= endSignal(this.#res, this.#stopping))
  }
}

/**
 * Aborts when the connection closes before the reply is written, or the server
 * stops. The request's own close says nothing: it comes as soon as its body is
 * read.
 */
function endSignal(res: ServerResponse, stopping: AbortSignal): AbortSignal {
  const end = new AbortController()
  const stopListening = onAbort(stopping, () => end.abort())
  const look = () => {
    stopListening()
    if (res.destroyed && !res.writableEnded) end.abort()
  }
  if (res.destroyed) look()
  else res.once('close', look)
  return end.signal
}

/** A header that was sent several times is one list. */
function headerOf(req: IncomingMessage, name: string): string | null {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

/** The target as it was before a framework cut its mount off. */
function rawTarget(req: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof req.originalUrl === 'string' ? req.originalUrl : (req.url ?? '/')
}

/** Whether a body parser has read the request before us. */
function isTaken(req: IncomingMessage): req is IncomingMessage & { readonly body: unknown } {
  return req.readableDidRead && 'body' in req && req.body !== undefined
}

/** The body as bytes again; what can't be written as JSON becomes no bytes, which is no JSON either. */
async function takenBody({ body }: { readonly body: unknown }, maxBytes: number): Promise<Uint8Array | null> {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : toJson(body))
  return bytes.length > maxBytes ? null : bytes
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // Too deep, as a parser leaves it and no stack can write it.
    return ''
  }
}

interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly stalledMs: number
}

async function send({ status, headers, body }: HttpReply, { req, res, stalledMs }: Exchange): Promise<void> {
  // What has arrived of an unread body is taken in within this turn of the event loop.
  if (!req.complete) await setImmediate()
  const isUnread = !req.complete
  if (isUnread) res.setHeader('connection', 'close')
  res.writeHead(status, withLength(headers, body))
  if (typeof body === 'object' && body !== null) {
    res.flushHeaders()
    await sendPieces(body, res, stalledMs)
  } else if (isUnread) {
    res.flushHeaders()
    if (body !== null) res.write(body)
    endAfter(req, res)
  } else {
    res.end(body)
  }
}

function withLength(headers: HttpReply['headers'], body: HttpReply['body']): OutgoingHttpHeaders {
  if (typeof body !== 'string' || 'content-length' in headers) return headers
  return { ...headers, 'content-length': Buffer.byteLength(body) }
}

/** Sends pieces as fast as they are read, and stops asking for them when the client goes away. */
async function sendPieces(pieces: AsyncIterable<string | Uint8Array>, res: ServerResponse, stalledMs: number): Promise<void> {
  for await (const piece of pieces) {
    if (res.destroyed) return
    if (!res.write(piece)) await drained(res, stalledMs)
  }
  res.end()
}

/** Settles when the client has read what was written; rejects when it goes away or stalls. */
async function drained(res: ServerResponse, stalledMs: number): Promise<void> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  const timer = setTimeout(leave, stalledMs)
  res.once('close', leave)
  try {
    await once(res, 'drain', { signal: gone.signal })
  } finally {
    clearTimeout(timer)
    res.off('close', leave)
  }
}

/** Ends a reply that came before the end of its request: a socket closed on unread data loses what was written to it. */
function endAfter(req: IncomingMessage, res: ServerResponse): void {
  const timer = setTimeout(() => res.end(), LINGER_MS)
  req.resume().once('close', () => {
    clearTimeout(timer)
    res.end()
  })
}
