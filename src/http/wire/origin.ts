/**
 * Checks of a request's Origin, which only browsers send. They protect against pages of other sites, which could use a
 * reader's browser to reach a service in the reader's network.
 */
import { isLoopbackAddress, isLoopbackName } from './host-name.ts'
import type { HttpRequest } from './message.ts'
import type { HttpSettings } from './settings.ts'

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
