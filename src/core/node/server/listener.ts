/**
 * A handler -> a listener for node:http requests, also for frameworks that are built on it (Express, Connect, Fastify's
 * raw request). In a framework, mount it at the path of the endpoint: it replies to every request that reaches it.
 */
import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { isLoopbackAddress, parseHost } from '../../http/wire/host.ts'
import type { Handler, HttpReply } from '../../http/wire/message.ts'
import { isUnknownPath } from '../../http/wire/reply.ts'
import { SERVER_LIMITS } from '../../limits.ts'
import { admitted, type AdmittedReply, createLargeReplyLimit } from './client-limits.ts'
import { type AcceptedHead, NodeRequest, readHead } from './node-request.ts'
import { type Exchange, sendReply } from './reply-sender.ts'

/** Ids of requests that are fit for a log. */
const REQUEST_ID = /^[\w.-]{1,64}$/

/** Options of a listener. */
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

/**
 * A listener that sends the handler's replies. With `passesUnknown`, requests for paths that the handler doesn't have
 * are passed on to the framework.
 */
export function createListener(
  handler: Handler,
  options: ServiceListenerOptions = {},
  passesUnknown = false,
): Listener {
  const { stopping = new AbortController().signal, host } = options
  const { stalledMs = SERVER_LIMITS.stalledMs.default, maxHeaders = SERVER_LIMITS.maxHeaders.default } = options
  const { maxLargeRepliesPerClient = Infinity, trustedProxies = 0, observe } = options
  const findLoopbackHost = createLoopbackFinder(host)
  // Every reply under way listens to it, and Node would warn of a leak above ten listeners.
  setMaxListeners(0, stopping)

  const admit = createLargeReplyLimit({ maxPerClient: maxLargeRepliesPerClient, trustedProxies, stalledMs })

  async function replyTo({ req, res, head }: Exchange & { readonly head: AcceptedHead }): Promise<AdmittedReply> {
    const request = new NodeRequest({ req, res, head, loopbackHost: findLoopbackHost(req.socket), stopping })
    return admit(request, await handler(request))
  }

  return async function listen(req, res, next) {
    const observation = observe?.(observedRequest(req))
    try {
      const head = readHead(req, maxHeaders)
      const { reply, end } = head.type === 'refused' ? admitted(head.reply) : await replyTo({ req, res, head })
      observation?.onReply(reply)
      if (passesUnknown && next !== undefined && isUnknownPath(reply)) {
        end()
        passOn(reply, res, next)
        return
      }
      try {
        await sendReply(reply, { req, res }, stalledMs)
      } finally {
        end()
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

/** The head of an observed request. */
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

/** Starts to observe a request. */
export type Observe = (request: ObservedRequest) => Observation

/** One observer that calls several, in order. */
export function observeAll(observers: readonly Observe[]): Observe {
  return function observe(request) {
    const observations = observers.map((start) => start(request))
    return {
      onReply: (reply) => observations.forEach(({ onReply }) => onReply(reply)),
      onEnd: (isWhole) => observations.forEach(({ onEnd }) => onEnd(isWhole)),
    }
  }
}
