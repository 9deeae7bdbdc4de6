/**
 * What clients may hold at the same time: open connections, of each client and of all together, and large replies under
 * way. A client that requests many replies and reads none of them holds a connection, and often an open file, for each.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { statusOf } from '../../base/errors.ts'
import { isDirectLoopback, isLoopbackAddress, limitedClient, networkOf } from '../../http/wire/caller.ts'
import type { HttpReply, HttpRequest } from '../../http/wire/message.ts'
import { errorReply, JSON_TYPE } from '../../http/wire/reply.ts'
import type { SERVER_LIMITS } from '../../settings.ts'

/** Refused connections that are open at the same time. Others are closed without a reply, as RFC 6585, 4 suggests. */
const MAX_REFUSED = 64
/** Time for a refused client to read the refusal. */
const LINGER_MS = 1_000

/** Size from which a reply is large: more than the system always accepts for a client that reads nothing. */
const LARGE_BYTES = 256 * 1024

/** Headers of the reply that its refusal needs too, so that pages of other sites can read it. */
const CORS_HEADERS = ['vary', 'access-control-allow-origin', 'access-control-expose-headers']

/** Limits of `SERVER_LIMITS` by name; the number of proxies in front of the server, see `clientOf`. */
type Limits<Name extends keyof typeof SERVER_LIMITS> = Readonly<Record<Name | 'trustedProxies', number>>

/**
 * Puts the limits in front of the server's own connection listeners. A connection over loopback may belong to a proxy
 * or to a local program. It is counted until its first request without the headers of a proxy shows that it is local.
 * Connections of a proxy serve many clients, so behind one there is no limit per client.
 */
export function limitConnections(
  server: Server,
  limits: Limits<'maxConnections' | 'maxConnectionsPerClient' | 'headersMs'>,
): void {
  const { maxConnections, maxConnectionsPerClient, trustedProxies, headersMs } = limits
  const accept = server.listeners('connection')
  const take = createClientCounter(trustedProxies > 0 ? Infinity : maxConnectionsPerClient)
  /** Counted connections over loopback, with the function that ends their count. */
  const local = new WeakMap<Socket, () => void>()
  const refuse = createRefuser(Math.ceil(headersMs / 1_000))
  let open = 0

  function onConnection(socket: Socket): void {
    if (open >= maxConnections) return refuse(socket, 503, `At most ${maxConnections} open connections`)
    const { remoteAddress = '' } = socket
    const giveBack = take(networkOf(remoteAddress))
    if (giveBack === null) {
      return refuse(socket, 429, `At most ${maxConnectionsPerClient} open connections of one client`)
    }
    open += 1
    if (isLoopbackAddress(remoteAddress)) local.set(socket, giveBack)
    socket.once('close', () => {
      open -= 1
      giveBack()
    })
    for (const listener of accept) listener.call(server, socket)
  }

  function onRequest({ socket, headers }: IncomingMessage): void {
    const giveBack = local.get(socket)
    if (giveBack === undefined) return
    const header = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
    if (!isDirectLoopback({ client: socket.remoteAddress ?? '', header })) return
    local.delete(socket)
    giveBack()
  }

  server.removeAllListeners('connection')
  server.on('connection', onConnection)
  server.on('request', onRequest)
  server.maxConnections = maxConnections + MAX_REFUSED
}

/** A function that refuses connections, with the advice to try again after `seconds`. */
function createRefuser(seconds: number): (socket: Socket, status: number, reason: string) => void {
  let refused = 0

  return function refuse(socket, status, reason) {
    if (refused >= MAX_REFUSED) return void socket.destroy()
    refused += 1
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => {
      refused -= 1
      clearTimeout(timer)
    })
    // The client may have left already.
    socket.on('error', () => undefined)
    // What the client sends is read and dropped: a socket that closes with unread data discards the refusal.
    const headers = { 'retry-after': String(seconds) }
    socket.resume().end(formatErrorReply(status, `${reason}; try again in ${seconds} s.`, headers))
  }
}

/** A reply to send, and the function to call after it is sent if it is counted. */
export interface AdmittedReply {
  readonly reply: HttpReply
  readonly end?: () => void
}

/**
 * A limit for each client that `limitedClient` names: it gives the reply, or a refusal if the reply is large and its
 * client has too many large replies under way.
 */
export function createLargeReplyLimit(
  { maxLargeRepliesPerClient, trustedProxies, stalledMs }: Limits<'maxLargeRepliesPerClient' | 'stalledMs'>,
): (request: HttpRequest, reply: HttpReply) => AdmittedReply {
  const take = createClientCounter(maxLargeRepliesPerClient)

  return function admit(request, reply) {
    if (request.method === 'HEAD' || bytesOf(reply) < LARGE_BYTES) return { reply }
    const end = take(limitedClient(request, trustedProxies))
    return end === null ? { reply: refusalOf(reply) } : { reply, end }
  }

  function refusalOf({ headers }: HttpReply): HttpReply {
    const seconds = String(Math.ceil(stalledMs / 1_000))
    const most = `At most ${maxLargeRepliesPerClient} large replies at once`
    const message = `${most}: read those under way, or try again in ${seconds} s.`
    const cors = Object.entries(headers).filter(([name]) => CORS_HEADERS.includes(name))
    return errorReply(statusOf('too-many-requests'), message, { 'retry-after': seconds, ...Object.fromEntries(cors) })
  }
}

/** Size of a body, for text in characters; Infinity for a list of unknown length, 0 for other streams. */
function bytesOf({ headers, body }: HttpReply): number {
  if (typeof body === 'string' || body instanceof Uint8Array) return body.length
  return body === null ? 0 : Number(headers['content-length'] ?? (headers['content-type'] === JSON_TYPE ? Infinity : 0))
}

/**
 * A counter of what each client holds. The function that it returns counts one more, and gives the function that gives
 * it back, or null if the client has the maximum. A client is a network as `networkOf` writes it; an empty one has no
 * maximum.
 */
function createClientCounter(maxPerClient: number): (client: string) => (() => void) | null {
  const counts = new Map<string, number>()

  return function take(client) {
    if (client === '') return () => undefined
    const count = counts.get(client) ?? 0
    if (count >= maxPerClient) return null
    counts.set(client, count + 1)
    let isHeld = true
    return function giveBack() {
      if (!isHeld) return
      isHeld = false
      const remaining = (counts.get(client) ?? 0) - 1
      if (remaining > 0) counts.set(client, remaining)
      else counts.delete(client)
    }
  }
}

/** The text of a reply with an Error body, after which the connection closes. Header names must be in lower case. */
export function formatErrorReply(
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const { headers: common, body } = errorReply(status, error, { connection: 'close', ...headers })
  const fields = { ...common, 'content-length': Buffer.byteLength(String(body)) }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
