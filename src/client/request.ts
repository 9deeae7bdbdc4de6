/**
 * One request to a deployed service -> its JSON, or an `AskError('endpoint')`
 * that says in one line what is wrong and where.
 */
import { AskError } from '../errors.ts'

/** Bytes of one reply: the sections list of 100,000 sections, twice over. */
const MAX_REPLY_BYTES = 67_108_864
/** UTF-16 units of an error text of the service that a message repeats. */
const MAX_ERROR_LENGTH = 300

/** How replies are got; the time covers the whole reply. */
export interface Transport {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
}

export interface JsonReply {
  readonly status: number
  /** Null when the body is empty or no JSON. */
  readonly json: unknown
}

/** A reply of status 200 or 404; every other one is an error. With `body`, a POST of it as JSON. */
export async function requestJson(url: string, { fetch, timeoutMs }: Transport, body?: unknown): Promise<JsonReply> {
  const init: RequestInit = body === undefined
    ? { headers: { accept: 'application/json' } }
    : {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // Followed by hand, that is not at all: a redirect would send the question to another host.
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw redirected(url, response)
    const text = await readText(response, url)
    return judge(url, response, text)
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    throw signal.aborted
      ? new AskError('endpoint', `${url} gave no answer within ${timeoutMs / 1000} s`, { cause })
      : new AskError('endpoint', `${url} can't be reached: ${reasonOf(cause)}`, { cause })
  }
}

function judge(url: string, response: Response, text: string): JsonReply {
  const { status } = response
  const json = parseJson(text)
  if (status === 200 && json === null) {
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? 'no content type'
    throw new AskError('endpoint', `${url} answers with ${type}, not with JSON: is this the address of an ask service?`)
  }
  if (status === 200) return { status, json }
  const error = errorOf(json)
  if (status === 404 && error !== null) return { status, json }
  if (status === 404) throw new AskError('endpoint', `${url} is not there (404): is this the address of an ask service?`)
  throw new AskError('endpoint', `${url} answers ${status}${error === null ? '' : `: ${error}`}`)
}

/** Text of the contract's Error body, on one line; null where it is none. */
export function errorOf(json: unknown): string | null {
  if (typeof json !== 'object' || json === null || !('error' in json) || typeof json.error !== 'string') return null
  const line = json.error.replace(/\s+/g, ' ').trim()
  return line.length > MAX_ERROR_LENGTH ? `${line.slice(0, MAX_ERROR_LENGTH)}…` : line
}

/** The error for a reply that sends elsewhere. */
export function redirected(url: string, response: Response): AskError {
  const target = response.headers.get('location')
  return new AskError('endpoint', `${url} redirects${target === null ? '' : ` to ${target}`}: give the final address`)
}

/** The whole body as text, bounded. */
export async function readText(response: Response, url: string): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  const parts: string[] = []
  const reader = response.body.getReader()
  let bytes = 0
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.length
    if (bytes > MAX_REPLY_BYTES) {
      await reader.cancel()
      throw new AskError('endpoint', `${url} answers with more than ${MAX_REPLY_BYTES / 1_048_576} MiB`)
    }
    parts.push(decoder.decode(piece.value, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}

/** Null for what is no JSON; `null` itself is no reply of the contract either. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Names of the failures that a person can do something about. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name can\'t be looked up',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

/** `fetch` wraps what happened into a TypeError's `cause`, sometimes more than once. */
export function reasonOf(error: unknown): string {
  let reason = 'the request failed'
  let found = error
  for (let depth = 0; depth < 4 && found instanceof Error; depth += 1) {
    const code = 'code' in found && typeof found.code === 'string' ? found.code : ''
    if (code !== '') return Object.hasOwn(REASONS, code) ? REASONS[code]! : code
    reason = found.message
    found = found.cause
  }
  return reason
}
