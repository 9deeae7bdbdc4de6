/**
 * A handler -> a listener for node:http requests, also for frameworks that are built on it (Express, Connect, Fastify's
 * raw request). In a framework, mount it at the path of the endpoint: it replies to every request that reaches it. A
 * reply of the handler -> the node:http response, no faster than its client reads. If a client takes no byte of a reply
 * for a while, its connection is broken off, because the rest of the reply waits in memory. Progress is read from the
 * socket, because frameworks wrap the response and its callbacks.
 */
import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { refuseUnknown, wholeNumber } from '../../base/option.ts'
import { isLoopbackAddress, parseHost } from '../../http/wire/caller.ts'
import type { Handler, HttpReply } from '../../http/wire/message.ts'
import { isUnknownPath, PIECE_BYTES, piecesOf } from '../../http/wire/reply.ts'
import { SERVER_LIMITS } from '../../settings.ts'
import { type AdmittedReply, createLargeReplyLimit } from './client-limits.ts'
import { NodeRequest, readHead } from './node-request.ts'

/** Ids of requests that are fit for a log. */
const REQUEST_ID = /^[\w.-]{1,64}$/

export interface ServiceListenerOptions {
  /** Aborts when the server stops waiting for replies: streams then report it and end. Default: never aborts. */
  readonly stopping?: AbortSignal
  /** Time without progress after which the connection of a reply is broken off, in ms. Default 30,000. */
  readonly stalledMs?: number
  /** Most headers of a request; one with more is refused with 431. Default 64. */
  readonly maxHeaders?: number
  /** Host name that the server listens on: a client may call it by this name. Default: only by loopback names. */
  readonly host?: string
  /** Replies of 256 KiB or more that one client may have under way; a further one becomes a 429. Default: no limit. */
  readonly maxLargeRepliesPerClient?: number
  /** Number of proxies in front that append to `X-Forwarded-For`, for limits per client. Default 0. */
  readonly trustedProxies?: number
  /** Observes each request, for metrics and logs. Default: no observer. */
  readonly observe?: Observe | undefined
}

/** A listener of node:http; `next` is a framework's. It resolves when the reply is written, and never rejects. */
export type Listener = (req: IncomingMessage, res: ServerResponse, next?: () => void) => Promise<void>

const NAMES = {
  stopping: true, stalledMs: true, maxHeaders: true, host: true, maxLargeRepliesPerClient: true, trustedProxies: true,
  observe: true,
} as const satisfies Record<keyof ServiceListenerOptions, true>

/** A listener that sends the handler's replies; with `passesUnknown`, paths that it lacks are the framework's. */
export function createListener(
  handler: Handler,
  options: ServiceListenerOptions = {},
  passesUnknown = false,
): Listener {
  refuseUnknown('createListener()', options, NAMES)
  const { stopping = new AbortController().signal, host } = options
  const { stalledMs = SERVER_LIMITS.stalledMs.default, maxHeaders = SERVER_LIMITS.maxHeaders.default } = options
  const { maxLargeRepliesPerClient = Infinity, trustedProxies = 0, observe } = options
  wholeNumber('stalledMs', stalledMs, [1, SERVER_LIMITS.stalledMs.range[1]])
  wholeNumber('maxHeaders', maxHeaders, [1, SERVER_LIMITS.maxHeaders.range[1]])
  wholeNumber('trustedProxies', trustedProxies, [0, 10])
  const findLoopbackHost = createLoopbackFinder(host)
  // Every reply under way listens to it, and Node would warn of a leak above ten listeners.
  setMaxListeners(0, stopping)

  const admit = createLargeReplyLimit({ maxLargeRepliesPerClient, trustedProxies, stalledMs })

  async function replyTo({ req, res }: Exchange): Promise<AdmittedReply> {
    const head = readHead(req, maxHeaders)
    if (head.type === 'refused') return head
    const request = new NodeRequest({ req, res, head, loopbackHost: findLoopbackHost(req.socket), stopping })
    return admit(request, await handler(request))
  }

  return async function listen(req, res, next) {
    const observation = observe?.(observedRequest(req))
    try {
      const { reply, end } = await replyTo({ req, res })
      try {
        observation?.onReply(reply)
        if (passesUnknown && next !== undefined && isUnknownPath(reply)) return passOn(reply, res, next)
        await sendReply(reply, { req, res }, stalledMs)
      } finally {
        end?.()
      }
    } catch {
      // After the handler, only the connection or a reply under way can fail: it is too late for another status.
      res.destroy()
    } finally {
      observation?.onEnd(res.writableEnded && (res.writableFinished || !res.destroyed))
    }
  }
}

/** Passes a request on to the framework; its reply gets the headers that name other forms of the page. */
function passOn({ headers: { link, vary } }: HttpReply, res: ServerResponse, next: () => void): void {
  if (link !== undefined) res.appendHeader('link', link)
  if (vary !== undefined) res.appendHeader('vary', vary)
  next()
}

function observedRequest({ method = '', url = '/', headers }: IncomingMessage): ObservedRequest {
  const id = headers['x-request-id']
  return { method, path: url.split('?', 1)[0] ?? '', id: typeof id === 'string' && REQUEST_ID.test(id) ? id : null }
}

/**
 * A function that gives the name of the loopback address that the server of a socket listens on, as `parseHost` returns
 * it; null for any other address. Each server is asked once. `host` is the name that the server was started with.
 */
function createLoopbackFinder(host: string | undefined): (socket: Socket) => string | null {
  const hosts = new WeakMap<Server, string | null>()

  return function findLoopbackHost(socket) {
    // Not the local address of the socket: a server on all addresses can also be reached over loopback.
    const server: unknown = Reflect.get(socket, 'server')
    if (!(server instanceof Server)) return null
    const cached = hosts.get(server)
    if (cached !== undefined) return cached
    const address = server.address()
    // Null after the server has stopped listening; a string for a Unix socket.
    if (typeof address !== 'object' || address === null) return null
    const name = isLoopbackAddress(address.address) ? parseHost(host ?? '') ?? 'localhost' : null
    hosts.set(server, name)
    server.once('close', () => hosts.delete(server))
    return name
  }
}

export interface ObservedRequest {
  readonly method: string
  /** Path without the query, which may be private; not decoded. */
  readonly path: string
  /** `X-Request-Id` of a proxy; null if it is absent or not fit for a log. */
  readonly id: string | null
}

/** An observer of one request. Its functions must not throw. */
export interface Observation {
  /** Called before the head of the reply is sent. */
  readonly onReply: (reply: HttpReply) => void
  /** Called once, after `onReply`. `isWhole` is false if the connection was closed before the system took the reply. */
  readonly onEnd: (isWhole: boolean) => void
}

export type Observe = (request: ObservedRequest) => Observation

export function observeAll(observers: readonly Observe[]): Observe {
  return function observe(request) {
    const observations = observers.map((start) => start(request))
    return {
      onReply: (reply) => observations.forEach(({ onReply }) => onReply(reply)),
      onEnd: (isWhole) => observations.forEach(({ onEnd }) => onEnd(isWhole)),
    }
  }
}

/** Time for a client to finish sending a body that nobody reads, so that it then reads the reply. */
const LINGER_MS = 2_000

/**
 * Sends a reply, also before the client has sent its whole request. Settles when the system has taken the whole reply,
 * or when the connection is closed. A connection that takes nothing for `stalledMs` is broken off.
 */
async function sendReply(reply: HttpReply, exchange: Exchange, stalledMs: number): Promise<void> {
  const { req, res } = exchange
  // In one turn of the event loop, Node receives those bytes of an unread body that have already arrived.
  if (!req.complete) await setImmediate()
  const requestEnd = req.complete ? null : endOf(req)
  if (requestEnd !== null) res.setHeader('connection', 'close')
  const body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
  const isLengthMissing = body instanceof Uint8Array && !('content-length' in reply.headers)
  res.writeHead(reply.status, isLengthMissing ? { ...reply.headers, 'content-length': body.length } : reply.headers)
  const sent = req.method === 'HEAD' ? null : body
  const isShort = sent === null || (sent instanceof Uint8Array && sent.length <= PIECE_BYTES)
  if (requestEnd === null && isShort) {
    res.end(sent ?? undefined)
    // Usually the system has taken it at once.
    if (res.writableFinished) return
  }
  const watch = watchStall(exchange, stalledMs)
  try {
    if (!res.writableEnded) {
      await sendPieces(res, sent instanceof Uint8Array ? inTurns(sent) : (sent ?? []), watch)
      await requestEnd
      if (!watch.isClosed()) res.end()
    }
    await watch.until('finish')
  } finally {
    watch.stop()
  }
}

/** The pieces of a large body, one in each turn of the event loop, in which other replies are sent as well. */
async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const piece of piecesOf(bytes)) {
    await setImmediate()
    yield piece
  }
}

/** Sends pieces as fast as the client takes them, until the connection is closed. */
async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<never>,
  watch: ReturnType<typeof watchStall>,
): Promise<void> {
  res.flushHeaders()
  for await (const piece of pieces) {
    if (watch.isClosed()) return
    if (!res.write(piece)) await watch.until('drain')
  }
}

/** Settles when the client has sent its request, or after `LINGER_MS`: a socket with unread data drops the reply. */
function endOf(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LINGER_MS)
    req.resume().once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Checks of a connection within the time limit. A stalled one is broken off at most one check too late. */
const CHECKS = 10

export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** Watches a reply until `stop()`. Breaks off its connection if its socket takes nothing for `stalledMs`. */
export function watchStall({ req, res }: Exchange, stalledMs: number) {
  const { socket } = req
  let taken = -1
  let checks = 0
  let wake: () => void = () => undefined

  // A reply that waits for its turn on a connection gets no event when the connection closes, so it is woken here.
  const timer = setInterval(() => {
    if (isClosed()) return wake()
    const now = socket.bytesWritten - socket.writableLength
    checks = socket.writableLength === 0 || now !== taken ? 0 : checks + 1
    taken = now
    if (checks >= CHECKS) breakOff(req, res)
  }, stalledMs / CHECKS)
  timer.unref()

  function isClosed(): boolean {
    return res.destroyed || socket.destroyed
  }

  /** Resolves at the response's next event of this name, at once if it has finished, or when the connection closes. */
  function until(event: 'drain' | 'finish'): Promise<void> {
    return new Promise((resolve) => {
      if (isClosed() || (event === 'finish' && res.writableFinished)) return resolve()
      wake = () => {
        res.off(event, wake).off('close', wake)
        resolve()
      }
      res.once(event, wake).once('close', wake)
    })
  }

  return { isClosed, until, stop: () => clearInterval(timer) }
}

function breakOff({ httpVersionMajor, socket }: IncomingMessage, res: ServerResponse): void {
  const isTcp = httpVersionMajor === 1 && !(socket instanceof TLSSocket) && socket.remoteAddress !== undefined
  // The system may hold megabytes of the reply for the client. Only a reset makes it drop them at once.
  if (isTcp) socket.resetAndDestroy()
  else res.destroy()
}
