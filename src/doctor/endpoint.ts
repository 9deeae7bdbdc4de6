/**
 * The address of a deployed service -> its replies to the requests that
 * browsers and agents send. No request costs a token of a model.
 */
import { exchange, type ExchangeIo, jsonObject, mediaType, type NoReply, type Reply } from './exchange.ts'

/** An id without a section, with the characters that some proxies decode. */
const ENCODED_ID = 'ask-doctor%2Fno%23section'

/** The result of one request. */
export type ExchangeResult = Reply | NoReply

/** The replies of a service. */
export interface EndpointReplies {
  /** The address that replies: the given one, or that with a slash at its end. */
  readonly address: string
  /** True if the given address redirects to the one with the slash. */
  readonly addsSlash: boolean
  /** Reply to GET of the address. */
  readonly root: ExchangeResult
  /** Null if `root` is not the reply of a service. */
  readonly service: ServiceReplies | null
  /** True if the service is there, but gets requests without its path; tested only if `service` is null. */
  readonly isStripped: boolean
}

/** The other replies of a service. */
export interface ServiceReplies {
  /** Reply to GET with the entity tag of the first reply; null if that has none. */
  readonly revalidation: ExchangeResult | null
  /** Reply to GET of a section that does not exist, by an encoded id. */
  readonly section: ExchangeResult
  /** Reply to a search. */
  readonly search: ExchangeResult
  /** Reply to a CORS preflight from the site; null if it has the same origin, or is unknown. */
  readonly preflight: ExchangeResult | null
}

/** Requests to a service. */
export interface EndpointOptions extends ExchangeIo {
  /** Address of the site whose pages call the service; null if unknown. */
  readonly site: string | null
}

/** Sends the requests to the service at `url`, which has no slash at its end. */
export async function probeService(url: string, io: EndpointOptions): Promise<EndpointReplies> {
  const origin = originOf(url, io.site)
  const from = { accept: 'application/json', ...(origin === null ? {} : { origin }) }
  const get = (address: string, more = {}) => exchange(address, { headers: { ...from, ...more } }, io)
  const first = await get(url)
  const addsSlash = first.type === 'reply' && redirectTarget(first, url) === `${url}/`
  const end = addsSlash ? '/' : ''
  const address = url + end
  const root = addsSlash ? await get(address) : first
  if (!isServiceReply(root)) {
    const health = await get(`${url}/healthz`)
    const isStripped = health.type === 'reply' && jsonObject(health)?.['status'] === 'ok'
    return { address, addsSlash, root, service: null, isStripped }
  }
  const tag = root.headers['etag']
  const body = JSON.stringify({ query: 'introduction', mode: 'keyword' })
  const search = { method: 'POST', headers: { ...from, 'content-type': 'application/json' }, body }
  const planned = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const preflight = { method: 'OPTIONS', headers: { ...from, ...planned } }
  const service = {
    revalidation: tag === undefined ? null : await get(address, { 'if-none-match': tag }),
    section: await get(`${url}/sections/${ENCODED_ID}${end}`),
    search: await exchange(address, search, io),
    preflight: origin === null ? null : await exchange(address, preflight, io),
  }
  return { address, addsSlash, root, service, isStripped: false }
}

/** True for the reply of a service to GET of its base path. */
function isServiceReply(reply: ExchangeResult): reply is Reply {
  if (reply.type === 'none' || reply.status !== 200) return false
  const json = jsonObject(reply)
  return Array.isArray(json?.['suggestions']) && typeof json['model'] === 'string'
}

/** Absolute target of a redirect, null for any other reply. */
export function redirectTarget({ status, headers }: Reply, from: string): string | null {
  const location = headers['location']
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, from)) return null
  return new URL(location, from).href
}

/** The origin of the site, null if the service has the same. */
function originOf(url: string, site: string | null): string | null {
  const origin = site === null ? null : new URL(site).origin
  return origin === new URL(url).origin ? null : origin
}

/** True for a web page. */
export function isPage(reply: Reply): boolean {
  return mediaType(reply) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(reply.text)
}
