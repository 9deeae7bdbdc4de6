/**
 * What a deployed service answered -> what stands between it and its readers:
 * the host, the proxy, the address.
 */
import { type Check, checksOf } from './check.ts'
import { count } from '../base/count.ts'
import { foldSpace } from '../base/fold-space.ts'
import { type EndpointReplies, type Exchanged, isPage, leadsTo, type ServiceReplies } from './endpoint.ts'
import { jsonObject, mediaType, type Reply } from './exchange.ts'

/** UTF-16 units of a service's own words that are repeated. */
const MAX_WORDS = 200
const ALLOW_ORIGIN = 'access-control-allow-origin'

const NOT_MOUNTED = 'Is this the base path of the service, and is it mounted there, or the proxy told of it?'
const LOST_TAG = 'Something on the way drops `ETag` or `If-None-Match`, and reads are sent whole: leave both headers in'

const { ok, warn, fail } = checksOf('endpoint')

/** The endpoint first, then what is wrong with parts of it. `origin` is that of the site, null where it isn't known. */
export function checkEndpoint(replies: EndpointReplies, origin: string | null): Check[] {
  const { address, addsSlash, start, service, isStripped } = replies
  if (start.type === 'none') {
    const remedy = 'Is the service up? Behind a proxy ask its own port as well: `--endpoint http://127.0.0.1:8787`'
    return [fail(`${address} can't be reached: ${start.reason}`, remedy)]
  }
  if (service === null) return [isStripped ? stripped(address) : noService(address, start)]
  return [
    described(address, start),
    ...(addsSlash ? [slash(address)] : []),
    ...checkType(address, start),
    ...checkTag(address, start, service),
    ...checkSection(address, service.section),
    ...checkSearch(address, service.search),
    ...(service.preflight === null || origin === null ? [] : checkCors(start, service.preflight, origin)),
  ]
}

function described(address: string, start: Reply): Check {
  const { suggestions, model } = { ...jsonObject(start) }
  const size = count(Array.isArray(suggestions) ? suggestions.length : 0, 'suggestion')
  return ok(`${address} is an ask service: ${model === '' ? 'no model' : `model ${String(model)}`}, ${size}`)
}

function stripped(address: string): Check {
  return fail(
    `The service is behind ${address}, but something on the way cuts ${new URL(address).pathname} off its requests`,
    'Hand on the whole path: nginx `proxy_pass` with nothing behind the port, Hono `replaceRequest: false`',
  )
}

/** A reply of something else, or of a service at another path. */
function noService(address: string, start: Reply): Check {
  const { status } = start
  const target = leadsTo(start, address)
  if (target !== null) {
    const remedy = 'Name the final address, here and in the overlay\'s `endpoint`: a redirected question is lost'
    return fail(`${address} redirects (${status}) to ${target}`, remedy)
  }
  if (status === 401 || status === 403) {
    const remedy = 'A password, a firewall or a bot check stands in front of it: let readers through to this path'
    return fail(`${address} refuses requests (${status})`, remedy)
  }
  if (status >= 502 && status <= 504) {
    const remedy = 'Is the service running, on the host and port that the proxy names?'
    return fail(`The proxy at ${address} answers ${status}: it does not reach the service behind it`, remedy)
  }
  if (isPage(start) && status === 200) {
    const remedy = 'Put the rule for this path in front of the one that sends the page of the site for every path'
    return fail(`${address} answers with a web page: the site catches this path before the service does`, remedy)
  }
  if (isPage(start)) return fail(`${address} answers with a web page (${status})`, NOT_MOUNTED)
  const words = wordsOf(start)
  if (words !== null && status === 404) {
    const remedy = 'Name its base path, or set it: `ask serve --endpoint`, the `endpoint` option of the integration'
    return fail(`There is a service at ${address}, but not at this path: it says ${words}`, remedy)
  }
  if (words !== null && status >= 500) {
    return fail(`${address} fails (${status}): ${words}`, 'The log of the service says more')
  }
  const kind = status === 200 ? `, with ${mediaType(start) || 'something'} of another kind` : ''
  return fail(`${address} answers ${status}${kind}: this is no ask service`, NOT_MOUNTED)
}

function slash(address: string): Check {
  return warn(
    `The address without a slash at its end redirects to ${address}, where a POST becomes a GET`,
    'Give clients the address with its slash, as the overlay has it with Astro\'s `trailingSlash: \'always\'`',
  )
}

function checkType(address: string, start: Reply): Check[] {
  const type = mediaType(start)
  if (type === 'application/json') return []
  const remedy = 'Something on the way changes `Content-Type`: take that header out of its rules'
  return [warn(`${address} answers JSON as ${type || 'no type'}`, remedy)]
}

function checkTag(address: string, start: Reply, { again }: ServiceReplies): Check[] {
  if (start.headers['etag'] === undefined) return [warn(`The replies of ${address} have lost their ETag`, LOST_TAG)]
  if (again?.type === 'reply' && again.status === 304) return []
  return [warn(`${address} does not answer 304 to a copy that is up to date`, LOST_TAG)]
}

/** The service itself answers with an Error body; a proxy that minds the encoding, with a page of its own. */
function checkSection(address: string, section: Exchanged): Check[] {
  if (section.type === 'reply' && section.status === 404 && wordsOf(section) !== null) return []
  const what = section.type === 'none' ? section.reason : `it answers ${section.status}`
  return [warn(
    `Section ids with an encoded slash (%2F) do not come through to ${address}: ${what}`,
    'Agents read sections by such ids; Apache needs `AllowEncodedSlashes NoDecode` and `ProxyPass … nocanon`',
  )]
}

function checkSearch(address: string, search: Exchanged): Check[] {
  if (search.type === 'none') {
    const remedy = 'Let POST with a JSON body through, as GET is'
    return [fail(`A search (POST) at ${address} gets no reply: ${search.reason}`, remedy)]
  }
  const { status } = search
  if (status === 200 && Array.isArray(jsonObject(search)?.['results'])) return []
  const words = wordsOf(search)
  if (words !== null && status >= 500) {
    const remedy = 'The content can\'t be read there: run `ask doctor` on that machine, with the same folder'
    return [fail(`Search at ${address} fails (${status}): ${words}`, remedy)]
  }
  if (status === 429) {
    const remedy = 'Run this again in a minute; behind a proxy all readers count as one without `--trusted-proxies`'
    return [warn(`${address} has had too many searches from here (429)`, remedy)]
  }
  return [fail(
    `A search (POST) at ${address} is answered ${isPage(search) ? `with a web page (${status})` : String(status)}`,
    'Let POST with a JSON body through to the service: static hosts and some firewalls allow GET only',
  )]
}

/** Browsers want exactly one origin, in the reply and in that to their question before a POST. */
function checkCors(start: Reply, preflight: Exchanged, origin: string): Check[] {
  const asked = preflight.type === 'reply' ? preflight.headers[ALLOW_ORIGIN] : undefined
  const granted = [start.headers[ALLOW_ORIGIN], asked]
  if (granted.every((value) => value === origin || value === '*')) return []
  if (granted.some((value) => value?.includes(',') === true)) {
    const remedy = 'Let the service or the proxy say it, not both'
    return [fail(`Pages of ${origin} may not call the service: \`Access-Control-Allow-Origin\` comes twice`, remedy)]
  }
  return [fail(
    `Pages of ${origin} may not call the service: it is on another origin, and does not name theirs`,
    `Start it with \`--cors-origins ${origin}\` (option \`corsOrigins\`), or put it behind the address of the site`,
  )]
}

/** The text of an Error body in quotes, on one line; null for any other reply. */
function wordsOf(reply: Reply): string | null {
  const error = jsonObject(reply)?.['error']
  if (typeof error !== 'string') return null
  const line = foldSpace(error)
  return `“${line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line}”`
}
