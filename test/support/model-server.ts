/**
 * A model's server that answers as scripted and speaks bytes: pieces, cuts,
 * stalls, statuses and headers, on a port of this machine. It is format-blind:
 * what a provider would write is given as text.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenFor } from './loopback.ts'

/** Bytes written at once, or a rest of so many ms. */
export type Piece = string | Uint8Array | number

/** How the connection is left after the pieces: properly, by FIN or RST in the middle of the body, or not at all. */
export type Ending = 'end' | 'cut' | 'reset' | 'stall'

/** One reply. */
export interface ScriptedReply {
  /** Default 200. */
  readonly status?: number
  /** Beside `content-type: text/event-stream`, which they may replace. */
  readonly headers?: Readonly<Record<string, string>>
  /** Each is flushed on its own; endless ones are taken until the client leaves. */
  readonly body?: Iterable<Piece>
  /** Default `end`. */
  readonly ending?: Ending
  /** Whether the body is ended by closing the connection, as old servers do. */
  readonly isCloseDelimited?: boolean
}

/** A reply, or none: headers never come, the connection is closed or reset instead. */
export type Scripted = ScriptedReply | 'silent' | 'close' | 'reset'

/** One request as it came. */
export interface ReceivedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Resolves when the client has closed the connection before the reply was whole. */
  readonly left: Promise<void>
}

/** A server under way; it's closed with the test. */
export type ModelServer = Awaited<ReturnType<typeof modelServer>>

/**
 * Answers the n-th request with the n-th reply, or as `script` decides; a request too many gets a 418 that says so. One
 * with another method is none of its client's: pages and probes still ask at ports that were of another server before.
 */
export async function modelServer(
  t: Pick<TestContext, 'after'>,
  script: readonly Scripted[] | ((request: ReceivedRequest, ordinal: number) => Scripted),
  methods: readonly string[] = ['POST'],
) {
  const requests: ReceivedRequest[] = []
  const running = new Set<ServerResponse>()
  const sockets = new Set<Socket>()
  const server = createServer((req, res) => {
    if (!methods.includes(req.method ?? '')) return void res.writeHead(404).end()
    running.add(res)
    res.once('close', () => running.delete(res))
    void receive(req, res).then((request) => {
      const reply = typeof script === 'function' ? script(request, requests.length) : script[requests.length]
      requests.push(request)
      return play(reply ?? { status: 418, body: [`nothing is scripted for request ${requests.length}`] }, res)
    }, () => undefined)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listenFor(t, server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Bodies of the requests, parsed. */
    bodies: () => requests.map(({ body }): Record<string, unknown> => JSON.parse(body)),
    /** Replies that are neither whole nor given up by the client. */
    underWay: () => running.size,
    /** Closes connections on which nothing is under way: `fetch` keeps one for later, and opens it anew after an abort. */
    closeIdle: () => {
      const busy = new Set([...running].map(({ socket }) => socket))
      for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
    },
  }
}

/** Frames of an event stream: JSON values, `[event, value]` where it is named, text as it stands. */
export function frames(...messages: readonly (string | object)[]): string {
  return messages.map((message) => {
    const [event, value] = Array.isArray(message) ? message : [null, message]
    const data = typeof value === 'string' ? value : JSON.stringify(value)
    return `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`
  }).join('')
}

/** An endless body: the same piece again and again, with a rest of so many ms after each. */
export function* repeat(piece: string, restMs = 0): Generator<Piece> {
  for (;;) {
    yield piece
    if (restMs > 0) yield restMs
  }
}

/** A refusal with a JSON body. */
export function refusal(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: [JSON.stringify(body)] }
}

async function receive(req: IncomingMessage, res: ServerResponse): Promise<ReceivedRequest> {
  const { method = '', url = '', headers } = req
  const left = once(res, 'close').then(() => (res.writableFinished ? new Promise<never>(() => undefined) : undefined))
  let body = ''
  req.setEncoding('utf8')
  for await (const piece of req) body += piece
  return { method, path: url, headers, body, left }
}

async function play(reply: Scripted, res: ServerResponse): Promise<void> {
  const { socket } = res
  if (socket === null || reply === 'silent') return
  if (reply === 'close') return void socket.end()
  if (reply === 'reset') return void socket.resetAndDestroy()
  const { status = 200, headers = {}, body = [], ending = 'end', isCloseDelimited = false } = reply
  if (isCloseDelimited) {
    res.useChunkedEncodingByDefault = false
    res.shouldKeepAlive = false
  }
  res.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
  res.flushHeaders()
  for (const piece of body) {
    if (res.destroyed || socket.destroyed) return
    await (typeof piece === 'number' ? sleep(piece, undefined, { ref: false }) : write(piece, res))
  }
  leave(ending, res, socket)
}

/** Resolves when the piece is with the kernel, so that one piece is one packet and endless ones end with the client. */
async function write(piece: string | Uint8Array, res: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    res.once('close', resolve)
    res.write(piece, () => {
      res.removeListener('close', resolve)
      resolve()
    })
  })
}

function leave(ending: Ending, res: ServerResponse, socket: Socket): void {
  if (ending === 'end') res.end()
  else if (ending === 'cut') socket.end()
  else if (ending === 'reset') socket.resetAndDestroy()
}
