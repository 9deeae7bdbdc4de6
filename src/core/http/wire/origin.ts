/**
 * Checks of a request's Origin, which only browsers send. They protect against pages of other sites, which could use a
 * reader's browser to reach a service in the reader's network. Cross-origin access (Fetch standard, 3.2) is only for
 * the origins of an exact list, never for all, never with credentials.
 */
import { isLoopbackAddress, isLoopbackName } from './host.ts'
import type { HttpReply, HttpRequest } from './message.ts'
import type { HttpSettings } from './settings.ts'

/** Seconds for which a browser may reuse the reply to a preflight. */
const PREFLIGHT_MAX_AGE = 7_200

/** Headers that pages of listed origins may send: those of the service, and those that clients add to every request. */
const ALLOWED_HEADERS = 'Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, ' +
  'Authorization, Traceparent, Baggage'

/** True for a request without an origin, from a listed one, from the service's own, or from loopback to loopback. */
export function isAllowedOrigin(request: HttpRequest, settings: HttpSettings): boolean {
  const { allowedHosts, corsOrigins, trustedProxies } = settings
  const origin = request.header('origin')
  if (origin === null || corsOrigins.includes(origin)) return true
  const page = parseHttp(origin)
  const service = page === null ? null : parseHttp(`${page.protocol}//${request.header('host') ?? ''}`)
  if (page === null || service === null) return false
  const isLocal = trustedProxies === 0 && isLoopbackAddress(request.client)
  // Anyone can point a name at 127.0.0.1 (DNS rebinding), so an origin equal to the host proves nothing on loopback,
  // unless the owner has listed that host.
  if (isLocal && !allowedHosts.includes(service.hostname)) {
    return isLoopbackName(page.hostname) && isLoopbackName(service.hostname)
  }
  return page.host === service.host
}

/**
 * True if pages of this origin get answers. An empty list admits all origins; programs, without an origin, always do.
 */
export function isAnswerOrigin(origin: string | null, listed: readonly string[]): boolean {
  return origin === null || listed.length === 0 || listed.includes(origin)
}

/** The URL of an http(s) address; null for other text, such as the origin `null`. */
function parseHttp(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
}

/** The reply with the CORS headers for its request's origin. The reply to a preflight must have an Allow header. */
export function withCors(reply: HttpReply, request: HttpRequest, origins: readonly string[]): HttpReply {
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
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': String(PREFLIGHT_MAX_AGE),
  }
}
