/**
 * The check of a request's host against DNS rebinding: a page of another site can make its own name resolve to this
 * machine, so that the reader's browser treats a service on loopback as the page's own origin. Only the Host header
 * then shows that the request is for the other name.
 */
import { isLoopbackName, parseHost } from './host-name.ts'
import type { Handler, HttpReply, HttpRequest } from './message.ts'
import { errorReply } from './reply.ts'

/** `Misdirected Request` (RFC 9110, 15.5.20). */
const MISDIRECTED = 421

/**
 * True for a host by which the service may be called: a loopback name, the name of the loopback listener, or a listed
 * name. If there is no list and no loopback listener, every host is allowed. `allowedHosts` are names as `parseHost`
 * returns them.
 */
export function isAllowedHost({ header, loopbackHost }: HttpRequest, allowedHosts: readonly string[]): boolean {
  if (loopbackHost === null && allowedHosts.length === 0) return true
  const host = header('host')
  // No browser omits it, and only browsers can be misled.
  if (host === null) return true
  const name = parseHost(host)
  return name !== null && (isLoopbackName(name) || name === loopbackHost || allowedHosts.includes(name))
}

/** The handler, which replies 421 to requests for a host that is not allowed. */
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
