/**
 * A handler -> a listener for node:http requests, also for frameworks built on it (Express, Connect, Fastify's raw
 * request). Mount it at the path of the endpoint there; it replies to every request that reaches it.
 */
import { setMaxListeners } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { onAbort } from '../../base/abort.ts'
import { collectBytes } from '../../base/bytes.ts'
import type { Page } from '../../content/page.ts'
import type { Handler, HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { createMarkdownPages, isUnknownPath, withMarkdownFallback } from '../../reader/markdown-pages.ts'
import { resolveContent } from '../../settings.ts'
import { type BodySender, createBodySender } from './body-sender.ts'
import { admitted, type AdmittedReply, createLargeReplyLimit } from './limits/large-replies.ts'
import { MAX_HEADERS, STALLED_MS } from './limits/limits.ts'
import { createLoopbackFinder } from './loopback.ts'
import { readHead, type RequestHead } from './request-head.ts'
import type { ObservedRequest, Observe } from './observer.ts'
import type { Exchange } from './stall-watch.ts'

/** Time for a client to finish sending a refused body, so that it then reads the reply. */
const LINGER_MS = 2_000

/** Ids of requests that go into a log. */
const REQUEST_ID = /^[\w.-]{1,64}$/

/** Node needs no `waitUntil`: the process stays alive after a reply. */
const NO_WAIT = () => undefined

/** Options of a listener. */
export interface ListenerOptions {
  /** Aborts when the server stops waiting for replies: streams then report it and end. Default: never aborts. */
  readonly stopping?: AbortSignal
  /** Time in which the client of a reply takes no byte before its connection is broken off. Default 30 s. */
  readonly stalledMs?: number
  /** Most headers of a request; one with more is refused with 431. Default 64. */
  readonly maxHeaders?: number
  /** Host name that the server listens on: a client may call it by this name. Default: only by loopback names. */
  readonly host?: string
  /** Replies of 256 KiB and more that one client may have under way; any further one is a 429. Default: no limit. */
  readonly maxLargeRepliesPerClient?: number
  /** Number of proxies in front that append to `X-Forwarded-For`, for the limit of each client. Default 0. */
  readonly trustedProxies?: number
  /** Observes each request, for metrics and logs. Default: nothing does. */
  readonly observe?: Observe | undefined
  /** Pages to give as Markdown, with `/llms.txt`, at paths that the handler doesn't have. Default: none. */
  readonly markdown?: MarkdownOptions | undefined
}

/** A site whose pages are given as Markdown. */
export interface MarkdownOptions {
  /** Loads the pages; called on first use, and again after a failure. */
  readonly pages: () => Promise<readonly Page[]>
  /** Name of the site, for `/llms.txt`. */
  readonly title: string
  /** Path of the site. Default `/`. */
  readonly base?: string | undefined
}

/**
 * A listener that sends the handler's replies. Its promise settles when the reply is written, and never rejects. With
 * `markdown` it passes on other paths to a framework's `next`.
 */
export function createListener(
  handler: Handler,
  options: ListenerOptions = {},
): (req: IncomingMessage, res: ServerResponse, next?: () => void) => Promise<void> {
  const { stopping = new AbortController().signal, stalledMs = STALLED_MS, maxHeaders = MAX_HEADERS, host } = options
  const { maxLargeRepliesPerClient = Infinity, trustedProxies = 0, observe, markdown } = options
  const handle = markdown === undefined ? handler : withMarkdown(handler, markdown)
  const findLoopbackHost = createLoopbackFinder(host ?? null)
  // Every reply in progress listens to it; Node warns of a leak above ten listeners.
  setMaxListeners(0, stopping)

  const sendBody = createBodySender(stalledMs)
  const admit = createLargeReplyLimit({ maxPerClient: maxLargeRepliesPerClient, trustedProxies, stalledMs })

  async function replyTo({ req, res, head }: Exchange & { readonly head: AcceptedHead }): Promise<AdmittedReply> {
    const request = new NodeRequest({ req, res, head, loopbackHost: findLoopbackHost(req.socket), stopping })
    return admit(request, await handle(request))
  }

  return async function listen(req, res, next) {
    const observation = observe?.(observedRequest(req))
    try {
      const head = readHead(req, maxHeaders)
      const { reply, end } = head.type === 'refused' ? admitted(head.reply) : await replyTo({ req, res, head })
      observation?.onReply(reply)
      if (markdown !== undefined && next !== undefined && isUnknownPath(reply)) {
        end()
        passOn(reply, res, next)
        return
      }
      try {
        const remaining = send(reply, { req, res }, sendBody)
        if (remaining !== null) await remaining
      } finally {
        end()
      }
    } catch {
      // After the handler only the connection or a reply in progress can fail: it is too late for a status.
      res.destroy()
    } finally {
      observation?.onEnd(res.writableEnded && (res.writableFinished || !res.destroyed))
    }
  }
}

/** The handler with the Markdown of the pages. Throws an `OptionError` for a wrong base. */
function withMarkdown(handler: Handler, { pages, title, base }: MarkdownOptions): Handler {
  const { pathname } = new URL(resolveContent({ base }).base, 'http://localhost')
  return withMarkdownFallback(handler, async () => createMarkdownPages(await pages(), { title, base: pathname }))
}

/** Leaves a path to the framework, with the headers that name the Markdown of its page. */
function passOn({ headers: { link, vary } }: HttpReply, res: ServerResponse, next: () => void): void {
  if (link !== undefined) res.appendHeader('link', link)
  if (vary !== undefined) res.appendHeader('vary', vary)
  next()
}

function observedRequest({ method = '', url = '/', headers }: IncomingMessage): ObservedRequest {
  const id = headers['x-request-id']
  return { method, path: url.split('?', 1)[0] ?? '', id: typeof id === 'string' && REQUEST_ID.test(id) ? id : null }
}

type AcceptedHead = Extract<RequestHead, { type: 'accepted' }>

/** A request whose head was read, with its response. */
interface AcceptedRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly head: AcceptedHead
  readonly loopbackHost: string | null
  readonly stopping: AbortSignal
}

/**
 * A node:http request as the router's record. A class because of `signal`: most replies need no AbortController, which
 * costs a tenth of the time of a short reply, and a getter is cheap only on a prototype.
 */
class NodeRequest implements HttpRequest {
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
 * A signal that aborts when the connection closes before the reply is written, and when the server stops. The event
 * `close` of the request can't be used: it comes as soon as the body is read.
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

/** Value of a header; one that was sent several times is joined to a list. */
function headerOf(req: IncomingMessage, name: string): string | null {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(', ') : (value ?? null)
}

/** True when a body parser has read the request before. */
function isParsed(req: IncomingMessage): req is IncomingMessage & { readonly body: unknown } {
  return req.readableDidRead && 'body' in req && req.body !== undefined
}

/** A parsed body as bytes again; no bytes (which are invalid JSON) for a value that can't be written as JSON. */
async function parsedBody({ body }: { readonly body: unknown }, maxBytes: number): Promise<Uint8Array | null> {
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : toJson(body))
  return bytes.length > maxBytes ? null : bytes
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // A parser may accept a nesting that is too deep for the stack here.
    return ''
  }
}

/** Reads a body, null above `maxBytes`. The stream then stays open: destroying it would also lose the reply. */
function readBody(req: IncomingMessage, maxBytes: number): Promise<Uint8Array | null> {
  return collectBytes(req.iterator({ destroyOnReturn: false }), maxBytes)
}

/** Sends a reply; null when nothing of it remains to be sent. */
function send(reply: HttpReply, exchange: Exchange, sendBody: BodySender): Promise<void> | null {
  return exchange.req.complete ? sendAfter(null, { reply, exchange }, sendBody) : sendEarly({ reply, exchange }, sendBody)
}

/** A reply with the request to which it is sent. */
interface Sent {
  readonly reply: HttpReply
  readonly exchange: Exchange
}

/** Sends the reply to a request that is not yet read. */
async function sendEarly({ reply, exchange }: Sent, sendBody: BodySender): Promise<void> {
  const { req, res } = exchange
  // Within one turn of the event loop Node takes in the bytes of an unread body that have arrived.
  await setImmediate()
  const requestEnd = req.complete ? null : endOf(req)
  if (requestEnd !== null) res.setHeader('connection', 'close')
  await sendAfter(requestEnd, { reply, exchange }, sendBody)
}

/** Sends a reply, which ends after `requestEnd`; null when nothing of it remains to be sent. */
function sendAfter(requestEnd: Promise<void> | null, { reply, exchange }: Sent, sendBody: BodySender): Promise<void> | null {
  const { status, headers, body } = reply
  const { req, res } = exchange
  res.writeHead(status, withLength(headers, body))
  if (body !== null && req.method !== 'HEAD') return sendBody(exchange, body, requestEnd)
  if (requestEnd !== null) {
    res.flushHeaders()
    return requestEnd.then(() => void res.end())
  }
  res.end()
  return null
}

function withLength(headers: HttpReply['headers'], body: HttpReply['body']): OutgoingHttpHeaders {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  return isWhole && !('content-length' in headers) ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers
}

/** Settles when a client has sent its request, or soon: a socket that closes with unread data loses what it sent. */
function endOf(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS)
    req.resume().once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
