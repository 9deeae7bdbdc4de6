/**
 * A limit for the large replies under way to each client. A client that requests many and reads none of them holds a
 * connection, and often an open file, for each of them until it is broken off.
 */
import { statusOf } from '../../../base/errors.ts'
import { limitedClient } from '../../../http/wire/client.ts'
import type { HttpReply, HttpRequest } from '../../../http/wire/message.ts'
import { errorReply } from '../../../http/wire/reply.ts'
import { createClientCounter } from './client-counter.ts'

/** Size from which a reply is large: more than the system always accepts for a client that reads nothing. */
const LARGE_BYTES = 256 * 1024

/** Headers of the reply that its refusal needs too, so that pages of other sites can read it. */
const CORS_HEADERS = ['vary', 'access-control-allow-origin', 'access-control-expose-headers']

const DO_NOTHING = () => undefined

/** Options of the limit. */
export interface LargeReplyLimits {
  readonly maxPerClient: number
  /** Number of proxies in front of the server, see `clientOf`. */
  readonly trustedProxies: number
  /** Time after which a client that takes nothing is broken off, for `Retry-After`. */
  readonly stalledMs: number
}

/** A reply to send, and the function to call after it is sent. */
export interface AdmittedReply {
  readonly reply: HttpReply
  readonly end: () => void
}

/** The reply, or a refusal if it is large and its client has too many large replies under way. */
export type AdmitReply = (request: HttpRequest, reply: HttpReply) => AdmittedReply

/** A limit for each client that `limitedClient` names. */
export function createLargeReplyLimit({ maxPerClient, trustedProxies, stalledMs }: LargeReplyLimits): AdmitReply {
  const take = createClientCounter(maxPerClient)

  return function admit(request, reply) {
    if (request.method === 'HEAD' || bytesOf(reply) < LARGE_BYTES) return admitted(reply)
    const end = take(limitedClient(request, trustedProxies))
    return end === null ? admitted(refusalOf(reply)) : { reply, end }
  }

  function refusalOf({ headers }: HttpReply): HttpReply {
    const seconds = String(Math.ceil(stalledMs / 1_000))
    const message = `At most ${maxPerClient} large replies at once: read those under way, or try again in ${seconds} s.`
    const cors = Object.entries(headers).filter(([name]) => CORS_HEADERS.includes(name))
    return errorReply(statusOf('too-many-requests'), message, { 'retry-after': seconds, ...Object.fromEntries(cors) })
  }
}

/** A reply that is not counted. */
export function admitted(reply: HttpReply): AdmittedReply {
  return { reply, end: DO_NOTHING }
}

/** Size of a body, for text in characters; 0 for a stream of unknown length. */
function bytesOf({ headers, body }: HttpReply): number {
  if (typeof body === 'string' || body instanceof Uint8Array) return body.length
  return body === null ? 0 : Number(headers['content-length'] ?? 0)
}
