/**
 * A reply of the handler -> the node:http response, no faster than its client reads. If a client takes no byte of a
 * reply for a while, its connection is broken off, because the rest of the reply waits in memory. Progress is read from
 * the socket, because frameworks wrap the response and its callbacks.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import type { HttpReply } from '../../http/wire/message.ts'
import { PIECE_BYTES, piecesOf } from '../../http/wire/reply.ts'

/** Time for a client to finish sending a body that nobody reads, so that it then reads the reply. */
const LINGER_MS = 2_000

/**
 * Sends a reply, also before the client has sent its whole request. Settles when the system has taken the whole reply,
 * or when the connection is closed. A connection that takes nothing for `stalledMs` is broken off.
 */
export async function sendReply(reply: HttpReply, exchange: Exchange, stalledMs: number): Promise<void> {
  const { req, res } = exchange
  // In one turn of the event loop, Node receives those bytes of an unread body that have already arrived.
  if (!req.complete) await setImmediate()
  const requestEnd = req.complete ? null : endOf(req)
  if (requestEnd !== null) res.setHeader('connection', 'close')
  const body = typeof reply.body === 'string' ? Buffer.from(reply.body) : reply.body
  res.writeHead(reply.status, withLength(reply.headers, body))
  const sent = req.method === 'HEAD' ? null : body
  if (requestEnd === null && isShort(sent)) {
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

type Body = Exclude<HttpReply['body'], string>

function withLength(headers: HttpReply['headers'], body: Body): OutgoingHttpHeaders {
  const isWhole = body instanceof Uint8Array && !('content-length' in headers)
  return isWhole ? { ...headers, 'content-length': body.length } : headers
}

function isShort(body: Body): body is Uint8Array | null {
  return body === null || (body instanceof Uint8Array && body.length <= PIECE_BYTES)
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
  watch: StallWatch,
): Promise<void> {
  res.flushHeaders()
  for await (const piece of pieces) {
    if (watch.isClosed()) return
    if (!res.write(piece)) await watch.until('drain')
  }
}

/**
 * Settles when the client has sent its whole request, after `LINGER_MS` at the latest. A socket that closes with unread
 * data would discard the reply.
 */
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

/** A request with its response. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** The watch over one reply. */
export interface StallWatch {
  readonly isClosed: () => boolean
  /** Resolves at the response's next event of this name, at once if it has finished, or when the connection closes. */
  readonly until: (event: 'drain' | 'finish') => Promise<void>
  readonly stop: () => void
}

/** Watches a reply until `stop()`. Breaks off its connection if its socket takes nothing for `stalledMs`. */
export function watchStall({ req, res }: Exchange, stalledMs: number): StallWatch {
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

/** Closes a connection in the middle of a reply. */
function breakOff({ httpVersionMajor, socket }: IncomingMessage, res: ServerResponse): void {
  const isTcp = httpVersionMajor === 1 && !(socket instanceof TLSSocket) && socket.remoteAddress !== undefined
  // The system may hold megabytes of the reply for the client. Only a reset makes it drop them at once.
  if (isTcp) socket.resetAndDestroy()
  else res.destroy()
}
