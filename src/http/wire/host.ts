/**
 * The check of a request's host. A page of another site can have its own name
 * lead to this machine (DNS rebinding): to the reader's browser, a service on
 * loopback is then of the page's origin. Only the host tells them apart.
 */
import { isLoopbackName, parseHost } from './host-name.ts'
import type { Handler, HttpReply, HttpRequest } from './message.ts'
import { errorReply } from './reply.ts'

/** `Misdirected Request` (RFC 9110, 15.5.20). */
const MISDIRECTED = 421

/**
 * True for a host by which the service may be called: a loopback name, the name
 * of a loopback listener, or a listed one; for any host where there is neither a
 * list nor a loopback listener. `allowedHosts` are names as `parseHost` returns them.
 */
export function isAllowedHost({ header, loopbackHost }: HttpRequest, allowedHosts: readonly string[]): boolean {
  if (loopbackHost === null && allowedHosts.length === 0) return true
  const host = header('host')
  // Every browser sends it.
  if (host === null) return true
  const name = parseHost(host)
  return name !== null && (isLoopbackName(name) || name === loopbackHost || allowedHosts.includes(name))
}

/** The handler for requests with an allowed host; any other gets 421. */
export function withHostCheck(handler: Handler, allowedHosts: readonly string[]): Handler {
  return function handleHost(request, target) {
    return isAllowedHost(request, allowedHosts) ? handler(request, target) : Promise.resolve(misdirected(request))
  }
}

function misdirected({ header }: HttpRequest): HttpReply {
  const name = parseHost(header('host') ?? '') ?? 'of this request'
  const remedy = `--allowed-hosts ${name} (variable ASK_ALLOWED_HOSTS, option allowedHosts)`
  const message = `This service takes no requests for the host ${name}. Its owner can allow it: ${remedy}.`
  return errorReply(MISDIRECTED, message)
}
