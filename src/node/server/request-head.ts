/**
 * A node:http request -> its target and host, or the reply to a head that HTTP forbids. Node itself accepts some of
 * these heads, refuses others without a body, and drops headers over its limit without notice.
 */
import { IncomingMessage } from 'node:http'
import { parseHost } from '../../http/wire/host-name.ts'
import type { HttpReply } from '../../http/wire/message.ts'
import { errorReply } from '../../http/wire/reply.ts'

/** Target and host of a request, or the reply that refuses it. */
export type RequestHead = AcceptedHead | { readonly type: 'refused'; readonly reply: HttpReply }

/** Target and host of a request that HTTP allows. */
export interface AcceptedHead {
  readonly type: 'accepted'
  /** Path and query, also of a target in absolute form. */
  readonly target: string
  /** Host and port that the client addresses; null in HTTP/1.0 without a Host header. */
  readonly host: string | null
}

/** Reads the head of a request; one with more than `maxHeaders` headers is refused. */
export function readHead(req: IncomingMessage, maxHeaders: number): RequestHead {
  // A request of Node's HTTP/2 is an instance of another class.
  if (req instanceof IncomingMessage && req.httpVersionMajor !== 1) {
    return refused(505, 'This server supports HTTP/1.1 and HTTP/1.0.')
  }
  // The raw list, because `req.headers` lacks those above 2,000 or above the limit that a host sets.
  if (req.rawHeaders.length > 2 * maxHeaders) return refused(431, `A request must have at most ${maxHeaders} headers.`)
  const host = hostOf(req)
  if (countHosts(req.rawHeaders) > 1) return refused(400, 'A request must have one Host header.')
  // RFC 9112, 3.2: 400 for a request without the header, and for one with an invalid value.
  if (host === null && req.httpVersion === '1.1') return refused(400, 'A request must have a Host header.')
  if (host !== null && parseHost(host) === null) {
    return refused(400, 'The Host header must be a host name with or without a port.')
  }
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(rawTarget(req))
  return absolute === null ? { type: 'accepted', target: rawTarget(req), host } : readAbsolute(absolute)
}

/** The reply to an `Expect` header with another expectation than 100-continue (RFC 9110, 10.1.1). */
export function refuseExpectation(): HttpReply {
  return refusal(417, 'The only expectation that this server meets is 100-continue.')
}

/** The head of a request with a target in absolute form, whose host replaces the header's (RFC 9112, 3.2.2). */
function readAbsolute({ 0: origin, 1: host = '', input }: RegExpExecArray): RequestHead {
  if (parseHost(host) === null) return refused(400, 'The request target must have a valid host.')
  const path = input.slice(origin.length)
  return { type: 'accepted', target: path.startsWith('/') ? path : `/${path}`, host }
}

/** The request target as received, even if a framework has removed its mount path since. */
function rawTarget(req: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof req.originalUrl === 'string' ? req.originalUrl : (req.url ?? '/')
}

/** The `Host` header, or the pseudo-header that replaces it in HTTP/2. */
function hostOf({ headers }: IncomingMessage): string | null {
  const authority = headers.host ?? headers[':authority']
  return typeof authority === 'string' ? authority : null
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function refused(status: number, error: string): RequestHead {
  return { type: 'refused', reply: refusal(status, error) }
}

/** An Error body, after which the connection closes, since its next request may be as wrong. */
function refusal(status: number, error: string): HttpReply {
  return errorReply(status, error, { connection: 'close' })
}
