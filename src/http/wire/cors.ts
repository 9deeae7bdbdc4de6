/**
 * Cross-origin access (Fetch standard, 3.2): only for the origins of an exact list, never for all, never with
 * credentials.
 */
import type { HttpReply, HttpRequest } from './message.ts'

/** Seconds for which a browser may reuse the reply to a preflight. */
const PREFLIGHT_MAX_AGE = 7_200

/** The reply with the CORS headers for its request's origin. The reply to a preflight must have an Allow header. */
export function withCors(reply: HttpReply, request: HttpRequest, origins: readonly string[]): HttpReply {
  if (origins.length === 0) return reply
  // Also without an origin: a cache must not use this reply for a request that has one.
  const vary = { vary: 'Origin' }
  const origin = request.header('origin')
  if (origin === null || !origins.includes(origin)) return { ...reply, headers: { ...reply.headers, ...vary } }
  const isPreflight = reply.status === 204 && request.header('access-control-request-method') !== null
  const access = isPreflight
    ? preflight(reply.headers['allow'] ?? '')
    : { 'access-control-expose-headers': 'ETag, Retry-After' }
  return { ...reply, headers: { ...reply.headers, ...vary, 'access-control-allow-origin': origin, ...access } }
}

function preflight(allow: string): HttpReply['headers'] {
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': 'Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
    'access-control-max-age': String(PREFLIGHT_MAX_AGE),
  }
}
