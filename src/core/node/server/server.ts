/**
 * A handler -> a running node:http server, with limits against slow, broken and hostile clients. When it stops, replies
 * under way get time to finish.
 */
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AskError } from '../../base/errors.ts'
import { outOfRange, refuseUnknown, wholeNumber, wrongType } from '../../base/option.ts'
import type { Handler } from '../../http/wire/message.ts'
import { SERVER_LIMITS } from '../../settings.ts'
import { errorCodeOf } from '../files/path.ts'
import { formatErrorReply, limitConnections } from './client-limits.ts'
import { withCompression } from './compression.ts'
import { createListener, type Observe } from './listener.ts'

/** Limits for clients, times in milliseconds. `SERVER_LIMITS` says what each is for; owners set all but two. */
export interface ServerLimits extends Readonly<Record<keyof typeof SERVER_LIMITS, number>> {
  /** Interval between checks of `headersMs` and `requestMs`. */
  readonly checkIntervalMs: number
  /** Time after `graceMs` for streams to report that they end early. */
  readonly closeMs: number
}

const CHECK_INTERVAL_MS = 2_000
const CLOSE_MS = 500

/** Statuses of unreadable requests by Node's error code; 400 for all other codes. */
const UNREADABLE_STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431, HPE_INVALID_VERSION: 505,
}

const NAMES = {
  host: true, port: true, limits: true, trustedProxies: true, observe: true,
} as const satisfies Record<keyof ListenOptions, true>

const SUGGESTED_HOSTS = '127.0.0.1 (this machine only) or 0.0.0.0 (all)'

export interface ListenOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly limits?: Partial<ServerLimits>
  /** Number of proxies in front that append to `X-Forwarded-For`, the same as for `createAsk`. Default 0. */
  readonly trustedProxies?: number
  /** Observes each readable request, for metrics and logs. Default: no observer. */
  readonly observe?: Observe | undefined
}

export interface RunningServer {
  /** Address for a browser on this machine, without a trailing slash. */
  readonly url: string
  readonly port: number
  /**
   * Accepts no more connections, gives replies `graceMs` to finish, aborts them, and at last closes all connections.
   */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server. Rejects with an `OptionError`, or an `AskError('listen')` that says what to do.
 *
 * @example
 * const ask = createAsk({ content: async () => chunkPages((await readFolder('docs')).pages) })
 * const server = await startServer(ask.handle, { host: '127.0.0.1', port: 0 })
 * const reply = await fetch(`${server.url}/healthz`)
 * await reply.json() // { status: 'ok' }
 * await server.stop()
 */
export async function startServer(handler: Handler, options: ListenOptions): Promise<RunningServer> {
  refuseUnknown('startServer()', options, NAMES)
  const { host, port, limits = {}, trustedProxies = 0, observe } = options
  refuseUnknown('limits', limits, { ...SERVER_LIMITS, checkIntervalMs: true, closeMs: true })
  if (typeof host !== 'string') throw wrongType('host', 'must be a string')
  wholeNumber('port', port, [0, 65_535])
  // Tests give shorter times than owners may.
  const limit = (name: keyof typeof SERVER_LIMITS) => {
    const { range: [least, most], default: value } = SERVER_LIMITS[name]
    return wholeNumber(`limits.${name}`, limits[name] ?? value, [Math.min(least, 1), most])
  }
  const headersMs = limit('headersMs')
  if (headersMs > limit('requestMs')) throw outOfRange('limits.headersMs', 'must be at most limits.requestMs')
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: limit('requestMs'),
    connectionsCheckingInterval: limits.checkIntervalMs ?? CHECK_INTERVAL_MS,
    keepAliveTimeout: limit('keepAliveMs'),
    maxHeaderSize: limit('maxHeaderBytes'),
    // The listener checks this and the number of headers: Node's refusal has no body, and it drops excess headers.
    requireHostHeader: false,
    insecureHTTPParser: false,
  })
  server.maxHeadersCount = 0
  server.timeout = limit('idleMs')
  const [maxConnections, maxConnectionsPerClient] = [limit('maxConnections'), limit('maxConnectionsPerClient')]
  limitConnections(server, { maxConnections, maxConnectionsPerClient, headersMs, trustedProxies })
  const connections = trackConnections(server)
  const stopping = new AbortController()
  const [stalledMs, maxHeaders, graceMs] = [limit('stalledMs'), limit('maxHeaders'), limit('graceMs')]
  const maxLargeRepliesPerClient = limit('maxLargeRepliesPerClient')
  const listener = createListener(withCompression(handler), {
    stopping: stopping.signal, stalledMs, maxHeaders, host, observe, maxLargeRepliesPerClient, trustedProxies,
  })
  const reply = replyWith(listener, server, connections)
  server.on('request', reply)
  // Node would ask for the body of a request at once; `NodeRequest` does when the body is read.
  server.on('checkContinue', reply)
  server.on('checkExpectation', reply)
  // Without a listener, Node would close these connections without a reply.
  server.on('connect', (_, socket) => refuse(socket, 501, 'CONNECT is not supported.'))
  server.on('clientError', (error: Error, socket) => {
    const status = UNREADABLE_STATUS[errorCodeOf(error)] ?? 400
    refuse(socket, status, `${STATUS_CODES[status]}.`)
  })

  /** Ends a connection with a refusal, unless another reply has begun on it: that would be corrupted. */
  function refuse(socket: Duplex, status: number, error: string): void {
    // Node listens to it no more, and the client may have left.
    socket.on('error', () => undefined)
    const hasBegun = connections.get(socket)?.some((reply) => reply.headersSent) === true
    if (hasBegun || !socket.writable) socket.destroy()
    else socket.end(formatErrorReply(status, error), () => socket.destroy())
  }

  await listen(server, host, port)
  // A failure to accept one connection must not end the process.
  server.on('error', () => undefined)
  const address = server.address()
  const boundPort = typeof address === 'object' && address !== null ? address.port : port
  const { closeMs = CLOSE_MS } = limits
  let stopped: Promise<void> | null = null
  return {
    url: `http://${urlHost(host)}:${boundPort}`,
    port: boundPort,
    stop: () => (stopped ??= stopServer(server, connections, { graceMs, closeMs, stopping })),
  }
}

/** The listener as one of node:http, which keeps each reply in `connections` until it is written. */
function replyWith(
  listener: ReturnType<typeof createListener>,
  server: Server,
  connections: Connections,
): RequestListener {
  return async function reply(req, res) {
    const replies = connections.get(req.socket) ?? []
    replies.push(res)
    if (!server.listening) res.setHeader('connection', 'close')
    await listener(req, res)
    replies.splice(replies.indexOf(res), 1)
    if (!server.listening && replies.length === 0) req.socket.destroySoon()
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new AskError('listen', listenMessage(errorCodeOf(cause), host, port), { cause })
  })
}

function listenMessage(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: choose another with --port, or stop the program that uses it`
    case 'EACCES':
      return `This account may not use port ${port}: choose one above 1023 with --port`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine: choose ${SUGGESTED_HOSTS} with --host`
    default:
      return `Can't listen on ${host}, port ${port} (${code}): check --host and --port`
  }
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Each open connection with its unfinished replies, seldom more than one. */
type Connections = Map<Duplex, ServerResponse[]>

/** The open connections of a server from now on, without replies; the caller adds and removes these. */
function trackConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, [])
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/** Stops a server; aborts `stopping` after `graceMs`. Resolves when all of its connections are closed. */
async function stopServer(
  server: Server,
  connections: Connections,
  { graceMs, closeMs, stopping }: Pick<ServerLimits, 'graceMs' | 'closeMs'> & { readonly stopping: AbortController },
): Promise<void> {
  const closed = once(server, 'close')
  // The close of node:http would also destroy connections whose reply is written but not yet sent.
  NetServer.prototype.close.call(server)
  for (const [socket, replies] of connections) {
    if (replies.length === 0) socket.destroy()
    for (const reply of replies) if (!reply.headersSent) reply.setHeader('connection', 'close')
  }
  const abortTimer = setTimeout(() => stopping.abort(), graceMs)
  const destroyTimer = setTimeout(() => server.closeAllConnections(), graceMs + closeMs)
  await closed
  clearTimeout(abortTimer)
  clearTimeout(destroyTimer)
  // Stops the timer of node:http; nothing else is left to close.
  server.close()
}
