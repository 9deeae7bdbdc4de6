/**
 * One request to a deployed service -> its JSON as a typed record, or an `AskError('endpoint')` with one line that says
 * what is wrong and where. Replies are decoded, never trusted.
 */
import { AskError } from '../base/errors.ts'
import { isObject, parseJson } from '../base/json.ts'
import { outOfRange, wrongType } from '../base/option.ts'
import { foldSpace } from '../base/text.ts'
import { decodeGlossaryEntry, decodeSummary, type GlossaryEntry } from '../graph/graph.ts'
import type { Overview, SectionSummary } from '../graph/knowledge.ts'
import { type Decode, fieldsOf, filledText, link, listOf, objectOf, optional, text } from '../graph/shape.ts'
import type { ResultWithoutId } from '../search/show/result.ts'
import {
  type BodyLimit, discard, isRedirect, readText, reasonOf, send, type SendContext, startTimeout, type Timeout,
} from '../transport/send.ts'

/** Bytes of one reply: twice the sections list of 100,000 sections. */
const MAX_REPLY_BYTES = 67_108_864
/** UTF-16 units of the service's error text that a message quotes. */
const MAX_ERROR_LENGTH = 300

/** Function and limits of requests; the time covers the whole reply. */
export interface Transport {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  /** Ends the requests; null if the caller never does. */
  readonly signal: AbortSignal | null
}

/** The status, 200 or 404, and the JSON of a reply (null for none); a POST with `body`. Rejects for other statuses. */
export async function requestJson(url: string, { fetch, timeoutMs, signal }: Transport, body?: object) {
  const init: RequestInit = {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
  }
  const timeout = startTimeout({ timeoutMs }, signal)
  try {
    const response = await sendToService(url, init, { fetch, timeout })
    if (isRedirect(response)) throw redirected(url, response)
    const { status, headers } = response
    const json = parseJson(await readText(response.body, timeout, replyLimit(url))) ?? null
    if (status === 200 && json === null) throw notJson(url, headers)
    if (status === 404 && errorOf(json) === null) throw notThere(url)
    if (status !== 200 && status !== 404) throw statusError(url, status, json)
    return { status, json }
  } catch (cause) {
    throw failureOf(url, cause, timeout)
  } finally {
    timeout.clear()
  }
}

/** The error for a request that failed in this way: the limit that it reached, or the reason in words. */
export function failureOf(url: string, cause: unknown, { signal, reached }: Timeout): AskError {
  const limit = reached()
  if (limit !== null) return new AskError('endpoint', `${url} gave no answer within ${limit.ms / 1000} s`, { cause })
  if (signal.aborted) return new AskError('cancelled', `The request to ${url} was cancelled`, { cause })
  if (cause instanceof AskError) return cause
  if (cause instanceof RangeError) return new AskError('endpoint', `${url}: ${cause.message}`, { cause })
  return new AskError('endpoint', `${url} can't be reached: ${reasonOf(cause).text}`, { cause })
}

export function statusError(url: string, status: number, json: unknown): AskError {
  const error = errorOf(json)
  return new AskError('endpoint', `${url} answers ${status}${error === null ? '' : `: ${error}`}`)
}

export function notJson(url: string, headers: Headers): AskError {
  const type = headers.get('content-type')?.replace(/;.*$/s, '').trim() ?? 'no content type'
  const form = type === 'application/json' ? 'something other than a JSON object' : `${type}, not with JSON`
  return new AskError('endpoint', `${url} answers with ${form}: is this the address of an ask service?`)
}

export function notThere(url: string): AskError {
  return new AskError('endpoint', `${url} is not there (404): is this the address of an ask service?`)
}

/** Text of the contract's Error body, on one line; null for other JSON. */
function errorOf(json: unknown): string | null {
  const error = isObject(json) ? json['error'] : null
  if (typeof error !== 'string') return null
  const line = foldSpace(error)
  return line.length > MAX_ERROR_LENGTH ? `${line.slice(0, MAX_ERROR_LENGTH)}…` : line
}

/** The error for a reply that redirects; its body is closed. */
export function redirected(url: string, response: Response): AskError {
  discard(response)
  const target = response.headers.get('location')
  return new AskError('endpoint', `${url} redirects${target === null ? '' : ` to ${target}`}: give the final address`)
}

export function replyLimit(url: string, maxBytes = MAX_REPLY_BYTES): BodyLimit {
  const tooLong = () => new AskError('endpoint', `${url} answers with more than ${maxBytes / 1_048_576} MiB`)
  return { maxBytes, tooLong }
}

/** Sends a request; the response may be any redirect but that one. */
export async function sendToService(url: string, init: RequestInit, context: SendContext): Promise<Response> {
  const response = await send(url, init, context)
  const target = isRedirect(response) ? response.headers.get('location') : null
  if (target === null || !URL.canParse(target, url)) return response
  const slashed = new URL(url)
  slashed.pathname += '/'
  if (new URL(target, url).href !== slashed.href) return response
  discard(response)
  return send(slashed.href, init, context)
}

/** Rejects with an `AskError('endpoint')` if the service at `base` has no filters. */
export async function checkFilters(base: string, transport: Transport): Promise<void> {
  const { status } = await requestJson(`${base}/filters`, transport)
  if (status === 404) {
    throw new AskError('endpoint', `${base} has no filters (its /filters is a 404): update ask-service there`)
  }
}

/** Records of one list. */
const MAX_RECORDS = 1_000_000

/** The decoded JSON of a reply; throws an `AskError('endpoint')` that names the address. */
export function decodeReply<T>(url: string, json: unknown, decode: Decode<T>): T {
  try {
    return decode(json, '')
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError('endpoint', `${url} answers with other JSON than an ask service: ${cause.message}`, { cause })
  }
}

export const decodeGlossary = objectOf<{ readonly terms: readonly GlossaryEntry[] }>({
  terms: listOf(decodeGlossaryEntry, MAX_RECORDS),
})

export const decodeSections = objectOf<{ readonly sections: readonly SectionSummary[] }>({
  sections: listOf(decodeSummary, MAX_RECORDS),
})

export const decodeOverview = objectOf<Overview>({ overview: text, context: text })

/** Decodes the results of a search, with ids, phrases and versions if the service gives them. */
export const decodeResults: Decode<readonly ResultWithoutId[]> = (value, path) =>
  fieldsOf(value, path)('results', listOf(decodeIdentified, MAX_RECORDS))

/** The fields of a keyword result of the contract, which has no id and no versions. */
const RESULT = { title: text, heading: optional(text), url: link, group: optional(text), snippet: text }

/** Decodes one keyword result of the contract. */
export const decodeResult = objectOf<Omit<ResultWithoutId, 'id' | 'phrase' | 'version' | 'alsoIn' | 'marks'>>(RESULT)

const decodeIdentified = objectOf<Omit<ResultWithoutId, 'marks'>>({
  id: optional(filledText),
  ...RESULT,
  phrase: optional(text),
  version: optional(text),
  alsoIn: optional(listOf(text, MAX_RECORDS)),
})

const DEFAULT_PATH = '/api/ask'

/**
 * The http(s) address in an option, without a slash at its end: that of a service, which is at `/api/ask` without a
 * path. Throws an `OptionError`.
 */
export function parseAddress(text: string, option = 'endpoint', defaultPath = DEFAULT_PATH): string {
  if (typeof text !== 'string') throw wrongType(option, 'must be a string')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const example = `https://docs.example.com${defaultPath}`
    throw outOfRange(option, `must be an address such as ${example}, not ${JSON.stringify(text)}`)
  }
  if (url.username + url.password !== '') throw outOfRange(option, 'must not hold a user name or a password')
  if (url.search + url.hash !== '') {
    throw outOfRange(option, `must end with its path, without ${url.search === '' ? '#' : '?'}…`)
  }
  return url.origin + (url.pathname.replace(/\/$/, '') || defaultPath)
}
