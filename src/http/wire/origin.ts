/**
 * Whether the page that a request comes from may send it. Only browsers tell an
 * origin, and only against them it protects: a page of another site could use
 * its reader's browser as a way into a service the reader can reach.
 */
import type { HttpRequest } from './message.ts'
import type { HttpSettings } from './settings.ts'

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/
const LOOPBACK_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** True without an origin, for those of the list, for the service's own, and between programs of one machine. */
export function isAllowedOrigin(request: HttpRequest, { corsOrigins, trustedProxies }: HttpSettings): boolean {
  const origin = request.header('origin')
  if (origin === null || corsOrigins.includes(origin)) return true
  const page = parseHttp(origin)
  const own = page === null ? null : parseHttp(`${page.protocol}//${request.header('host') ?? ''}`)
  if (page === null || own === null) return false
  const isLocal = trustedProxies === 0 && LOOPBACK_ADDRESS.test(request.client)
  // The name of any site can be made to lead to this machine, so that here an origin equal to the host proves nothing.
  return isLocal ? LOOPBACK_NAME.test(page.hostname) && LOOPBACK_NAME.test(own.hostname) : page.host === own.host
}

/**
 * Whether the page of this origin gets answers: all do unless some are listed,
 * and programs, which tell none, always do.
 */
export function isAnswerOrigin(origin: string | null, listed: readonly string[]): boolean {
  return origin === null || listed.length === 0 || listed.includes(origin)
}

/** Null for what is no http(s) address, `null` among it. */
function parseHttp(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
}
