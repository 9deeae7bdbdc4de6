/**
 * The caller of a request: the host that it asks for, the origin of its page, and the client as limits count clients.
 *
 * The check of the host is against DNS rebinding: a page of another site can make its own name resolve to this machine,
 * so that the reader's browser treats a service on loopback as the page's own origin. Only the Host header (RFC 9110,
 * 7.2) then shows that the request is for the other name. The checks of the origin, which only browsers send, protect
 * against pages of other sites, which could use a reader's browser to reach a service in the reader's network.
 * Cross-origin access (Fetch standard, 3.2) is only for the origins of an exact list, never for all, never with
 * credentials.
 */
import { outOfRange, texts } from '../../base/option.ts'
import type { Handler, HttpReply, HttpRequest } from './message.ts'
import { errorReply } from './reply.ts'
import type { HttpSettings } from './settings.ts'

/** Longest host with its port, in characters: a DNS name has at most 253. */
const MAX_HOST_LENGTH = 260

/** `uri-host [ ":" port ]`; `URL` checks the numbers in it. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]+)(?::\d*)?$/i

/** A name or address in an option, in any script. */
const NAME = /^(?:\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)$/iu

/** Names that mean this machine to resolvers and browsers (RFC 6761, 6.3), and its addresses as `URL` writes them. */
const LOOPBACK_NAME = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/

/** `Misdirected Request` (RFC 9110, 15.5.20). */
const MISDIRECTED = 421

/** The name in a `Host` header as `URL` writes it, without port and final dot; null for an invalid value. */
export function parseHost(host: string): string | null {
  return host.length <= MAX_HOST_LENGTH && HOST.test(host) ? hostnameOf(host) : null
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

/** Seconds for which a browser may reuse the reply to a preflight. */
const PREFLIGHT_MAX_AGE = 7_200

/** Headers that pages of listed origins may send: those of the service, and those that clients add to every request. */
const ALLOWED_HEADERS = 'Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, ' +
  'Last-Event-ID, Authorization, Traceparent, Baggage'

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

/**
 * The client's network, empty if it isn't known. Each of the `trustedProxies` proxies has appended one entry to
 * X-Forwarded-For. The first of these entries is the client; entries further left may be forged.
 */
export function clientOf(request: HttpRequest, trustedProxies: number): string {
  const peer = networkOf(request.client)
  if (trustedProxies === 0) return peer
  const forwarded = request.header('x-forwarded-for')?.split(',').at(-trustedProxies)
  return networkOf(forwarded ?? '') || peer
}

/** The client for limits per client; empty for a client without them: it is unknown, or connects over loopback. */
export function limitedClient(request: HttpRequest, trustedProxies: number): string {
  return isDirectLoopback(request) ? '' : clientOf(request, trustedProxies)
}

/**
 * True for a client that connects over loopback without a proxy: a program of the service's owner, such as a test or a
 * tool; or any reader behind a proxy on this machine that names no client. Limits per client don't apply to it, limits
 * of the whole service do.
 */
export function isDirectLoopback({ client, header }: Pick<HttpRequest, 'client' | 'header'>): boolean {
  return isLoopbackAddress(client) && header('forwarded') === null && header('x-forwarded-for') === null
}

/**
 * The network of an address: `203.0.113.7` for that IPv4 address, `2001:db8:0:1` for any address in 2001:db8:0:1::/64,
 * empty for other text.
 */
export function networkOf(address: string): string {
  const text = address.trim().toLowerCase()
  const v4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(text)?.[1]
  if (v4 !== undefined) return v4
  const groups = parseV6(/^\[([^\]]*)\]/.exec(text)?.[1] ?? text)
  if (groups === null) return ''
  const isMappedV4 = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (!isMappedV4) return groups.slice(0, 4).map((group) => group.toString(16)).join(':')
  return groups.slice(6).map((group) => `${group >> 8}.${group & 0xff}`).join('.')
}

/** The eight 16-bit groups of an IPv6 address, without its zone (`%eth0`); null for other text. */
function parseV6(address: string): number[] | null {
  const text = address.replace(/%.*/s, '')
  const url = `http://[${text}]`
  if (!/^[\da-f:.]+$/.test(text) || !URL.canParse(url)) return null
  const halves = new URL(url).hostname.slice(1, -1).split('::')
  const [left = [], right = []] = halves.map((half) => half.split(':').filter(Boolean))
  const zeros = new Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

/** True for a request in which one of the two headers has the value 1. */
export function optsOutOfRecording({ header }: Pick<HttpRequest, 'header'>): boolean {
  return [header('sec-gpc'), header('dnt')].some((value) => value?.trim() === '1')
}
