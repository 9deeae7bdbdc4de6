/**
 * A handler -> a running node:http server that holds against slow, broken and
 * hostile clients, and stops without cutting a reply short.
 */
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { createServer, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { AskError } from '../../base/errors.ts'
import type { Handler } from '../../http/wire/message.ts'
import { createListener } from './listener.ts'

/** What the server grants its clients. Node's own defaults are a minute and more. */
export interface ServerLimits {
  /** Time to send the headers, from the first byte or from the connection on. */
  readonly headersMs: number
  /** Time to send the whole request. */
  readonly requestMs: number
  /** Time between two looks at the limits above. */
  readonly checkMs: number
  /** Time an unused connection is kept; more than proxies keep theirs (60 s), or they would write into a closed one. */
  readonly keepAliveMs: number
  /** Time without a byte in either direction after which a connection is closed. */
  readonly silenceMs: number
  /** Time that replies under way get when the server stops. */
  readonly graceMs: number
  /** Time that streams get after it to say that they end before they are complete. */
  readonly lastWordsMs: number
  readonly maxHeaderBytes: number
  readonly maxHeaders: number
  readonly maxConnections: number
  readonly maxRequestsPerConnection: number
}

const LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  checkMs: 2_000,
  keepAliveMs: 65_000,
  silenceMs: 120_000,
  graceMs: 10_000,
  lastWordsMs: 500,
  maxHeaderBytes: 8_192,
  maxHeaders: 64,
  maxConnections: 1_024,
  maxRequestsPerConnection: 1_000,
}

/** Statuses of requests that can't be read, by Node's code; any other is a bad request. */
const UNREADABLE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

export interface ListenOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly limits?: Partial<ServerLimits>
}

export interface RunningServer {
  /** Where a browser on this machine finds it, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Takes no more connections, lets replies under way finish in the time of grace, has them end, cuts the rest. */
  readonly stop: () => Promise<void>
}

/** Starts to listen; fails with an AskError that says what to do. */
export async function startServer(handler: Handler, { host, port, limits }: ListenOptions): Promise<RunningServer> {
  const granted = { ...LIMITS, ...limits }
  const server = createGuardedServer(granted)
  const connections = trackConnections(server)
  const stopping = new AbortController()
  server.on('request', createListener(handler, { stopping: stopping.signal }))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, connections))
  await listen(server, host, port)
  // A connection that can't be accepted is lost; the server is not.
  server.on('error', () => undefined)
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  let stopped: Promise<void> | null = null
  return {
    url: `http://${hostOfUrl(host)}:${bound}`,
    port: bound,
    stop: () => (stopped ??= stop(server, connections, { ...granted, stopping })),
  }
}

function createGuardedServer(limits: ServerLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: true,
    insecureHTTPParser: false,
  })
  server.timeout = limits.silenceMs
  server.maxHeadersCount = limits.maxHeaders
  server.maxConnections = limits.maxConnections
  server.maxRequestsPerSocket = limits.maxRequestsPerConnection
  return server
}

/** Open connections, each with its replies that are not sent to the end. */
type Connections = Map<Duplex, Set<ServerResponse>>

function trackConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (req, res) => {
    const replies = connections.get(req.socket)
    replies?.add(res)
    res.once('close', () => {
      replies?.delete(res)
      if (!server.listening && replies?.size === 0) req.socket.destroySoon()
    })
    if (!server.listening) res.setHeader('connection', 'close')
  })
  return connections
}

/** Answers what can't be read as a request, unless a reply has begun on the connection: it would land inside of it. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, connections: Connections): void {
  const hasBegun = [...(connections.get(socket) ?? [])].some((reply) => reply.headersSent)
  if (hasBegun || !socket.writable) {
    socket.destroy()
    return
  }
  const status = UNREADABLE[error.code ?? ''] ?? 400
  const body = JSON.stringify({ error: `${STATUS_CODES[status]}.` })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new AskError('listen', listenMessage((cause as NodeJS.ErrnoException).code ?? '', host, port), { cause })
  }
}

function listenMessage(code: string, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: choose another with --port, or stop the program that holds it`
    case 'EACCES':
      return `Port ${port} may not be used by this account: choose one above 1023 with --port`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine: choose 127.0.0.1 (this machine only) or 0.0.0.0 (all) with --host`
    default:
      return `Can't listen on ${host}, port ${port} (${code}): check --host and --port`
  }
}

/** Where a browser finds a server that listens on `host`. */
function hostOfUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

type StopLimits = Pick<ServerLimits, 'graceMs' | 'lastWordsMs'> & { readonly stopping: AbortController }

async function stop(server: Server, connections: Connections, { graceMs, lastWordsMs, stopping }: StopLimits): Promise<void> {
  const closed = once(server, 'close')
  // Not http's own close: it also destroys connections whose reply is written but still on its way.
  NetServer.prototype.close.call(server)
  for (const [socket, replies] of connections) {
    if (replies.size === 0) socket.destroy()
    for (const reply of replies) if (!reply.headersSent) reply.setHeader('connection', 'close')
  }
  const ending = setTimeout(() => stopping.abort(), graceMs)
  const cutting = setTimeout(() => cut(connections), graceMs + lastWordsMs)
  await closed
  clearTimeout(ending)
  clearTimeout(cutting)
  // Now without effect but to end http's timer.
  server.close()
}

function cut(connections: Connections): void {
  for (const socket of connections.keys()) socket.destroy()
}
