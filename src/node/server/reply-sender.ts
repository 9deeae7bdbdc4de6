/** A reply of the handler -> the node:http response, also before the client has sent its whole request. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { HttpReply } from '../../http/wire/message.ts'
import type { BodySender } from './body-sender.ts'
import type { Exchange } from './stall-watch.ts'

/** Time for a client to finish sending a body that nobody reads, so that it then reads the reply. */
const LINGER_MS = 2_000

/** Sends a reply. Settles when it is sent; null if that happened at once. */
export function sendReply(reply: HttpReply, exchange: Exchange, sendBody: BodySender): Promise<void> | null {
  const addressed = { reply, exchange }
  return exchange.req.complete ? sendAfter(null, addressed, sendBody) : sendEarly(addressed, sendBody)
}

/** A reply with the request to which it is sent. */
interface AddressedReply {
  readonly reply: HttpReply
  readonly exchange: Exchange
}

/** Sends the reply to a request that is not fully read. */
async function sendEarly({ reply, exchange }: AddressedReply, sendBody: BodySender): Promise<void> {
  const { req, res } = exchange
  // In one turn of the event loop, Node receives those bytes of an unread body that have already arrived.
  await setImmediate()
  const requestEnd = req.complete ? null : endOf(req)
  if (requestEnd !== null) res.setHeader('connection', 'close')
  await sendAfter(requestEnd, { reply, exchange }, sendBody)
}

/** Sends a reply that must not end before `requestEnd`. Settles when it is sent; null if that happened at once. */
function sendAfter(
  requestEnd: Promise<void> | null,
  { reply, exchange }: AddressedReply,
  sendBody: BodySender,
): Promise<void> | null {
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
