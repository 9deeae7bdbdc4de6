/**
 * Limits for the open connections of a server: of each client, and of all together. A connection over a limit gets an
 * Error body before its request is read, so that connections without a request are refused as well.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isDirectLoopback, networkOf } from '../../../http/wire/client.ts'
import { isLoopbackAddress } from '../../../http/wire/host-name.ts'
import { createClientCounter } from './client-counter.ts'
import { formatErrorReply } from './raw-reply.ts'

/** Refused connections that are open at the same time. Others are closed without a reply, as RFC 6585, 4 suggests. */
const MAX_REFUSED = 64
/** Time for a refused client to read the refusal. */
const LINGER_MS = 1_000

/** Options of the limits. */
export interface ConnectionLimits {
  readonly maxConnections: number
  readonly maxConnectionsPerClient: number
  /** Number of proxies in front. Their connections serve many clients, so above 0 there is no limit per client. */
  readonly trustedProxies: number
  /** Time after which connections that send no request are closed, for `Retry-After`. */
  readonly headersMs: number
}

/**
 * Puts the limits in front of the server's own connection listeners. A connection over loopback may belong to a proxy
 * or to a local program. It is counted until its first request without the headers of a proxy shows that it is local.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
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
