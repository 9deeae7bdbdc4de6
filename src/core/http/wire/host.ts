/**
 * Host names in requests and options: the value of a `Host` header (RFC 9110, 7.2), the loopback names of this machine,
 * and lists of names.
 *
 * The check of a request's host against DNS rebinding: a page of another site can make its own name resolve to this
 * machine, so that the reader's browser treats a service on loopback as the page's own origin. Only the Host header
 * then shows that the request is for the other name.
 */
import { outOfRange, texts } from '../../base/option.ts'
import type { Handler, HttpReply, HttpRequest } from './message.ts'
import { errorReply } from './reply.ts'

/** Longest host with its port, in characters: a DNS name has at most 253. */
const MAX_HOST_LENGTH = 260

/** `uri-host [ ":" port ]`; `URL` checks the numbers in it. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i

/** The common hosts, whose name `URL` would return unchanged. This saves 1.5 µs, up to three times a request. */
const PLAIN_HOST = /^((?:[a-z][a-z\d]*(?:-[a-z\d]+)*\.)*[a-z][a-z\d]*|127\.0\.0\.1)(?::(?:\d{1,4}|[1-5]\d{4}))?$/

/** A name or address in an option, in any script. */
const NAME = /^(?:\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)$/iu

/** Names that mean this machine to resolvers and browsers (RFC 6761, 6.3), and its addresses as `URL` writes them. */
const LOOPBACK_NAME = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/

/** `Misdirected Request` (RFC 9110, 15.5.20). */
const MISDIRECTED = 421

/** The name in a `Host` header as `URL` writes it, without port and final dot; null for an invalid value. */
export function parseHost(host: string): string | null {
  if (host.length > MAX_HOST_LENGTH) return null
  return PLAIN_HOST.exec(host)?.[1] ?? (HOST.test(host) ? hostnameOf(host) : null)
}

function hostnameOf(host: string): string | null {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') || null : null
}

/** True for a name, as `parseHost` returns it, that always means the machine on which it is used. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK_NAME.test(name)
}

/** True for the address of a socket that only this machine reaches. */
export function isLoopbackAddress(address: string): boolean {
  return LOOPBACK_ADDRESS.test(address)
}

/** The host names in an option, as `parseHost` returns them. Throws an `OptionError` for text that is no host name. */
export function hostNames(option: string, hosts: readonly string[]): readonly string[] {
  return texts(option, hosts).map((text) => {
    const trimmed = text.trim()
    const host = /^[\da-f]*:[\da-f.]*:[\da-f:.]*$/i.test(trimmed) ? `[${trimmed}]` : trimmed
    const name = NAME.test(host) ? hostnameOf(host) : null
    if (name !== null) return name
    const rule = 'must hold host names such as docs.example.com, without scheme, port or path'
    throw outOfRange(option, `${rule}, not ${JSON.stringify(text)}`)
  })
}

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
