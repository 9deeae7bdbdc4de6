/**
 * The address of a deployed service -> findings about the host, the proxy and the address between it and its readers,
 * from the replies to the requests that browsers and agents send. No request costs a token of a model.
 */
import { count, foldSpace, parseJsonObject, shorten } from '../../../core/base.ts'
import { type Check, checksOf } from './check.ts'
import { exchange, type ExchangeIo, mediaType, type NoReply, type Reply } from './exchange.ts'

/** An id without a section, with the characters that some proxies decode. */
const ENCODED_ID = 'ask-doctor%2Fno%23section'
/** UTF-16 units of an error text in a message. */
const MAX_ERROR_LENGTH = 200
const ALLOW_ORIGIN = 'access-control-allow-origin'

const NOT_MOUNTED = 'Is this the base path of the service, and does the proxy forward this path to the service?'
const LOST_TAG = 'A proxy removes `ETag` or `If-None-Match`, so every read is sent in full: let both headers through'

const { ok, warn, fail } = checksOf('endpoint')

/**
 * Sends the requests to the service at `url`, which has no slash at its end: describes it, then lists its problems.
 * Gives the address that replies as well, with a slash at its end or without; null if it is not a service. `site` is
 * that whose pages call the service, null if unknown.
 */
export async function checkEndpoint(url: string, io: ExchangeIo & { readonly site: string | null }) {
  const siteOrigin = io.site === null ? null : new URL(io.site).origin
  const origin = siteOrigin === new URL(url).origin ? null : siteOrigin
  const from = { accept: 'application/json', ...(origin === null ? {} : { origin }) }
  const get = (address: string, more = {}) => exchange(address, { headers: { ...from, ...more } }, io)
  const first = await get(url)
  const addsSlash = first.type === 'reply' && redirectTarget(first, url) === `${url}/`
  const end = addsSlash ? '/' : ''
  const address = url + end
  const root = addsSlash ? await get(address) : first
  if (root.type === 'none') {
    const remedy = 'Is the service running? Behind a proxy test its own port too: `--endpoint http://127.0.0.1:8787`'
    return { address: null, checks: [fail(`${address} can't be reached: ${root.reason}`, remedy)] }
  }
  const { suggestions, model } = { ...parseJsonObject(root.text) }
  if (root.status !== 200 || !Array.isArray(suggestions) || typeof model !== 'string') {
    const health = await get(`${url}/healthz`)
    const isStripped = health.type === 'reply' && parseJsonObject(health.text)?.['status'] === 'ok'
    return { address: null, checks: [isStripped ? stripped(address) : noService(address, root)] }
  }
  const { etag } = root.headers
  const again = etag === undefined ? null : await get(address, { 'if-none-match': etag })
  const section = await get(`${url}/sections/${ENCODED_ID}${end}`)
  const body = JSON.stringify({ query: 'introduction', mode: 'keyword' })
  const headers = { ...from, 'content-type': 'application/json' }
  const search = await exchange(address, { method: 'POST', headers, body }, io)
  const planned = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  const preflight = origin === null
    ? null
    : await exchange(address, { method: 'OPTIONS', headers: { ...from, ...planned } }, io)
  const size = count(suggestions.length, 'suggestion')
  const type = mediaType(root)
  const findings: readonly (Check | null)[] = [
    ok(`${address} is an ask service: ${model === '' ? 'no model' : `model ${model}`}, ${size}`),
    addsSlash ? warn(
      `The address without a slash at its end redirects to ${address}, which turns a POST into a GET`,
      'Give clients the address with the slash; Astro\'s `trailingSlash: \'always\'` does so for the overlay',
    ) : null,
    type === 'application/json' ? null : warn(
      `${address} returns JSON with ${type === '' ? 'no type' : `the type ${type}`}`,
      'A proxy changes `Content-Type`: forward that header unchanged',
    ),
    again === null ? warn(`The replies of ${address} have no ETag`, LOST_TAG)
      : again.type === 'reply' && again.status === 304 ? null
        : warn(`${address} does not return 304 for a copy that is up to date`, LOST_TAG),
    // An Error body comes from the service, a page from a proxy that refuses the id.
    section.type === 'reply' && section.status === 404 && errorText(section) !== null ? null : warn(
      `Section ids with an encoded slash (%2F) do not reach ${address}: ` +
        (section.type === 'none' ? section.reason : `it returns ${section.status}`),
      'Agents read sections by such ids. Apache needs `AllowEncodedSlashes NoDecode` and `ProxyPass … nocanon`',
    ),
    checkSearch(address, search),
    origin === null || preflight === null ? null : checkCors([root, preflight], origin),
  ]
  return { address, checks: findings.filter((check) => check !== null) }
}

function stripped(address: string): Check {
  return fail(
    `The service is behind ${address}, but a proxy removes ${new URL(address).pathname} from its requests`,
    'Forward the whole path: in nginx `proxy_pass` with nothing after the port, in Hono `replaceRequest: false`',
  )
}

/** The finding about a reply that is not from a service, or from one at another path: the first row that fits. */
function noService(address: string, root: Reply): Check {
  const { status } = root
  const error = errorText(root)
  const target = redirectTarget(root, address)
  const isWebPage = isPage(root)
  const type = status === 200 ? ` with unexpected content (${mediaType(root) || 'no type'})` : ''
  const rows: readonly (readonly [isSo: boolean, message: string, remedy: string])[] = [
    [
      target !== null, `${address} redirects (${status}) to ${target}`,
      'Use the final address, here and in the `endpoint` of the overlay: a redirect loses the question',
    ],
    [
      status === 401 || status === 403, `${address} refuses requests (${status})`,
      'A password, a firewall or a bot check protects it: allow readers to open this path',
    ],
    [
      status === 421 && error !== null, `The service at ${address} refuses the host of its requests (421): ${error}`,
      'List that host where the service starts: `--allowed-hosts`, `ASK_ALLOWED_HOSTS` or option `allowedHosts`',
    ],
    [
      status >= 502 && status <= 504, `The proxy at ${address} returns ${status}: it can't reach the service behind it`,
      'Is the service running, on the host and port that the proxy forwards to?',
    ],
    [
      isWebPage && status === 200, `${address} returns a web page: the site handles this path instead of the service`,
      'Put the rule for this path before the rule that sends a page of the site for every path',
    ],
    [isWebPage, `${address} returns a web page (${status})`, NOT_MOUNTED],
    [
      error !== null && status === 404, `There is a service at ${address}, but not at this path: it says ${error}`,
      'Use its base path, or set that: `ask serve --endpoint`, the `endpoint` option of the integration',
    ],
    [error !== null && status >= 500, `${address} fails (${status}): ${error}`, 'See the log of the service'],
  ]
  const [, message, remedy] = rows.find(([isSo]) => isSo)
    ?? [true, `${address} returns ${status}${type}: it is not an ask service`, NOT_MOUNTED]
  return fail(message, remedy)
}

function checkSearch(address: string, search: Reply | NoReply): Check | null {
  if (search.type === 'none') {
    const message = `A search (POST) at ${address} gets no reply: ${search.reason}`
    return fail(message, 'Allow POST with a JSON body, like GET')
  }
  const { status } = search
  if (status === 200 && Array.isArray(parseJsonObject(search.text)?.['results'])) return null
  const error = errorText(search)
  if (error !== null && status >= 500) {
    const remedy = 'The service can\'t read its content: run `ask doctor` on its machine, with the same folder'
    return fail(`Search at ${address} fails (${status}): ${error}`, remedy)
  }
  if (status === 429) {
    const remedy = 'Run this again in a minute. Behind a proxy set `--trusted-proxies`, or all readers count as one'
    return warn(`${address} refuses searches from here: too many in the last minute (429)`, remedy)
  }
  return fail(
    `A search (POST) at ${address} returns ${isPage(search) ? `a web page (${status})` : String(status)}`,
    'Allow POST with a JSON body to the service: static hosts and some firewalls allow only GET',
  )
}

/** Checks CORS: browsers require exactly one origin in a reply, and in the reply to the preflight before a POST. */
function checkCors(replies: readonly (Reply | NoReply)[], origin: string): Check | null {
  const allowed = replies.map((reply) => (reply.type === 'reply' ? reply.headers[ALLOW_ORIGIN] : undefined))
  if (allowed.every((value) => value === origin || value === '*')) return null
  if (allowed.some((value) => value?.includes(',') === true)) {
    const remedy = 'Let either the service or the proxy send it, not both'
    return fail(`Pages of ${origin} can't call the service: \`Access-Control-Allow-Origin\` is sent twice`, remedy)
  }
  return fail(
    `Pages of ${origin} can't call the service: it is on another origin, which does not allow theirs`,
    `Start it with \`--cors-origins ${origin}\` (option \`corsOrigins\`), or serve it under the address of the site`,
  )
}

/** The text of an Error body in quotes, on one line; null for any other reply. */
function errorText(reply: Reply): string | null {
  const error = parseJsonObject(reply.text)?.['error']
  return typeof error === 'string' ? `“${shorten(foldSpace(error), MAX_ERROR_LENGTH)}”` : null
}

function redirectTarget({ status, headers }: Reply, from: string): string | null {
  const location = headers['location']
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, from)) return null
  return new URL(location, from).href
}

function isPage(reply: Reply): boolean {
  return mediaType(reply) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(reply.text)
}
