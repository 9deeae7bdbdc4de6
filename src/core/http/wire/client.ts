/**
 * The client of a request, as limits count clients: one IPv4 address, or one IPv6 /64, the smallest network that
 * providers assign to a customer. Its opt-out of recording.
 */
import { isLoopbackAddress } from './host.ts'
import type { HttpRequest } from './message.ts'

/** Longest address with zone, brackets and port, in UTF-16 units. */
const MAX_ADDRESS_LENGTH = 80

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
 * tool. Limits per client don't apply to it, limits of the whole service do.
 */
export function isDirectLoopback({ client, header }: Pick<HttpRequest, 'client' | 'header'>): boolean {
  return isLoopbackAddress(client) && header('forwarded') === null && header('x-forwarded-for') === null
}

/**
 * The network of an address: `203.0.113.7` for that IPv4 address, `2001:db8:0:1` for any address in 2001:db8:0:1::/64,
 * empty for other text.
 */
export function networkOf(address: string): string {
  if (address.length > MAX_ADDRESS_LENGTH) return ''
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
  const text = address.replace(/%.*$/, '')
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
