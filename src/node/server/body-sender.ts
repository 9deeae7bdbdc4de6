/**
 * Writes the bodies of replies to their connections, no faster than clients read. If a client takes no byte of a reply
 * for a while, its connection is broken off, because the rest of the reply waits in memory.
 */
import type { ServerResponse } from 'node:http'
import type { HttpReply } from '../../http/wire/message.ts'
import { PIECE_BYTES, piecesOf } from '../../http/wire/pieces.ts'
import { type Exchange, type StallWatch, watchStall } from './stall-watch.ts'

/** Pieces that are written in one turn of the event loop, for all large bodies together: less than 1 ms of work. */
const PIECES_PER_TURN = 16

type Body = NonNullable<HttpReply['body']>

/**
 * Sends a body after its head, and ends the reply once `requestEnd` has settled. The promise settles when the system
 * has taken the whole body or the connection is closed; null if the system has taken it at once.
 */
export type BodySender = (exchange: Exchange, body: Body, requestEnd: Promise<void> | null) => Promise<void> | null

/** A sender of bodies. It breaks off a connection that takes nothing for `stalledMs`. */
export function createBodySender(stalledMs: number): BodySender {
  const nextTurn = createTurns(PIECES_PER_TURN)

  async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (const piece of piecesOf(bytes)) {
      await nextTurn()
      yield piece
    }
  }

  function piecesFrom(body: Body): AsyncIterable<string | Uint8Array> {
    if (typeof body === 'string') return inTurns(Buffer.from(body))
    return body instanceof Uint8Array ? inTurns(body) : body
  }

  return function sendBody(exchange, body, requestEnd) {
    const { res } = exchange
    const isShort = (typeof body === 'string' || body instanceof Uint8Array) && body.length <= PIECE_BYTES
    if (!isShort || requestEnd !== null) return watchBody(exchange, body, requestEnd)
    endShort(res, body)
    // Usually the system has taken it at once.
    return res.writableFinished ? null : watchBody(exchange, body, requestEnd)
  }

  /** Sends a body, or waits for the rest of one that was written, as long as the connection does not stall. */
  async function watchBody(exchange: Exchange, body: Body, requestEnd: Promise<void> | null): Promise<void> {
    const { res } = exchange
    const watch = watchStall(exchange, stalledMs)
    try {
      if (!res.writableEnded) {
        await sendPieces(res, piecesFrom(body), watch)
        await requestEnd
        if (!watch.isClosed()) res.end()
      }
      await watch.until('finish')
    } finally {
      watch.stop()
    }
  }
}

/**
 * Ends a reply with its short body. Node writes a head and a text together, but a head and bytes separately, so the
 * bytes are passed as a text in Latin-1, where each character is one byte.
 */
function endShort(res: ServerResponse, body: string | Uint8Array): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length)
  res.end(bytes.toString('latin1'), 'latin1')
}

/** Sends pieces as fast as the client takes them, until the connection is closed. */
async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  watch: StallWatch,
): Promise<void> {
  res.flushHeaders()
  for await (const piece of pieces) {
    if (watch.isClosed()) return
    if (!res.write(piece)) await watch.until('drain')
  }
}

/**
 * A function that lets `perTurn` of its callers continue in each turn of the event loop, in the order of their calls.
 */
function createTurns(perTurn: number): () => Promise<void> {
  let waiting: (() => void)[] = []

  function run(): void {
    const next = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    if (waiting.length > 0) setImmediate(run)
    for (const start of next) start()
  }

  return function nextTurn() {
    return new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(run)
    })
  }
}
