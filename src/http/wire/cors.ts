/**
 * Cross-origin access (Fetch standard, 3.2): answers only for origins of an
 * exact list, never for all, never with credentials.
 */
import type { HttpReply, HttpRequest } from './message.ts'

/** Seconds that a browser may remember the answer to a preflight. */
const PREFLIGHT_MAX_AGE = 7_200

/** A reply with the headers that its request's origin is due; `allow` is the Allow header of a path. */
export function withCors(reply: HttpReply, request: HttpRequest, origins: readonly string[]): HttpReply {
  if (origins.length === 0) return reply
  // Also for requests without an origin: a cache must not hand their reply to those with one.
  const vary = { vary: 'Origin' }
  const origin = request.header('origin')
  if (origin === null || !origins.includes(origin)) return { ...reply, headers: { ...reply.headers, ...vary } }
  const isPreflight = reply.status === 204 && request.header('access-control-request-method') !== null
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...vary,
      'access-control-allow-origin': origin,
      ...(isPreflight ? preflight(reply.headers['allow'] ?? '') : { 'access-control-expose-headers': 'ETag, Retry-After' }),
    },
  }
}

function preflight(allow: string): HttpReply['headers'] {
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
    'access-control-max-age': String(PREFLIGHT_MAX_AGE),
  }
}
