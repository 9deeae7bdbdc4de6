/**
 * The address of a deployed service -> what it answers to the requests that
 * readers' browsers and agents send. Nothing here costs a model's token.
 */
import { exchange, type ExchangeIo, jsonObject, mediaType, type NoReply, type Reply } from './exchange.ts'

/** An id that no section has, with the characters that proxies like to decode. */
const ENCODED_ID = 'ask-doctor%2Fno%23section'

/** What came of one request. */
export type Exchanged = Reply | NoReply

/** What the service at an address answers. */
export interface EndpointReplies {
  /** The address that answers, which may be the given one with a slash at its end. */
  readonly address: string
  /** Whether the given address sends there. */
  readonly addsSlash: boolean
  /** GET of the address. */
  readonly start: Exchanged
  /** Null where `start` is no service's reply. */
  readonly service: ServiceReplies | null
  /** Whether the service is found where its path is cut off; only looked for where `start` is no service's reply. */
  readonly isStripped: boolean
}

/** More replies of what is a service. */
export interface ServiceReplies {
  /** GET with the entity tag of the first reply; null where that has none. */
  readonly again: Exchanged | null
  /** GET of a section that isn't there, by an encoded id. */
  readonly section: Exchanged
  /** A search. */
  readonly search: Exchanged
  /** A browser's question whether pages of the site may ask; null where they need not, or aren't known. */
  readonly preflight: Exchanged | null
}

/** How a service is asked. */
export interface EndpointOptions extends ExchangeIo {
  /** Address of the site whose pages ask; null where it isn't known. */
  readonly site: string | null
}

/** Asks the service at `url`, which has no slash at its end. */
export async function askService(url: string, io: EndpointOptions): Promise<EndpointReplies> {
  const origin = originOf(url, io.site)
  const from = { accept: 'application/json', ...(origin === null ? {} : { origin }) }
  const get = (address: string, more = {}) => exchange(address, { headers: { ...from, ...more } }, io)
  const first = await get(url)
  const addsSlash = first.type === 'reply' && leadsTo(first, url) === `${url}/`
  const end = addsSlash ? '/' : ''
  const address = url + end
  const start = addsSlash ? await get(address) : first
  if (!isStart(start)) {
    const health = await get(`${url}/healthz`)
    const isStripped = health.type === 'reply' && jsonObject(health)?.['status'] === 'ok'
    return { address, addsSlash, start, service: null, isStripped }
  }
  const tag = start.headers['etag']
  const body = JSON.stringify({ query: 'introduction', mode: 'keyword' })
  const search = { method: 'POST', headers: { ...from, 'content-type': 'application/json' }, body }
  const wants = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const ask = { method: 'OPTIONS', headers: { ...from, ...wants } }
  const service = {
    again: tag === undefined ? null : await get(address, { 'if-none-match': tag }),
    section: await get(`${url}/sections/${ENCODED_ID}${end}`),
    search: await exchange(address, search, io),
    preflight: origin === null ? null : await exchange(address, ask, io),
  }
  return { address, addsSlash, start, service, isStripped: false }
}

/** Whether this is the contract's reply to GET of the base path. */
export function isStart(reply: Exchanged): reply is Reply {
  if (reply.type === 'none' || reply.status !== 200) return false
  const json = jsonObject(reply)
  return Array.isArray(json?.['suggestions']) && typeof json['model'] === 'string'
}

/** Absolute address that a redirect leads to, null for any other reply. */
export function leadsTo({ status, headers }: Reply, from: string): string | null {
  const location = headers['location']
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, from)) return null
  return new URL(location, from).href
}

/** The origin of the site's pages where it is another than the service's. */
function originOf(url: string, site: string | null): string | null {
  const origin = site === null ? null : new URL(site).origin
  return origin === new URL(url).origin ? null : origin
}

/** Whether a reply is a web page. */
export function isPage(reply: Reply): boolean {
  return mediaType(reply) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(reply.text)
}
