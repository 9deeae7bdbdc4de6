/**
 * One request to a deployed service -> its JSON, or an `AskError('endpoint')`
 * that says in one line what is wrong and where.
 */
import { AskError } from '../base/errors.ts'
import { foldSpace } from '../base/fold-space.ts'
import { parseJson } from '../base/json.ts'
import { type BodyLimit, readText } from '../transport/body.ts'
import { reasonOf } from '../transport/reason.ts'
import { discard, isRedirect, send } from '../transport/send.ts'
import { startTimeout } from '../transport/timeout.ts'

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
  const timeout = startTimeout({ timeoutMs, firstByteMs: timeoutMs, idleMs: timeoutMs }, null)
  try {
    const response = await send(url, init, { fetch, timeout })
    if (isRedirect(response)) throw redirected(url, response)
    return judge(url, response, await readText(response.body, timeout, replyLimit(url)))
  } catch (cause) {
    if (cause instanceof AskError) throw cause
    throw timeout.signal.aborted
      ? new AskError('endpoint', `${url} gave no answer within ${timeoutMs / 1000} s`, { cause })
      : new AskError('endpoint', `${url} can't be reached: ${reasonOf(cause).text}`, { cause })
  } finally {
    timeout.clear()
  }
}

function judge(url: string, response: Response, text: string): JsonReply {
  const { status } = response
  const json = parseJson(text) ?? null
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
  const line = foldSpace(json.error)
  return line.length > MAX_ERROR_LENGTH ? `${line.slice(0, MAX_ERROR_LENGTH)}…` : line
}

/** The error for a reply that sends elsewhere, which is closed. */
export function redirected(url: string, response: Response): AskError {
  discard(response)
  const target = response.headers.get('location')
  return new AskError('endpoint', `${url} redirects${target === null ? '' : ` to ${target}`}: give the final address`)
}

/** How long a reply may be. */
export function replyLimit(url: string, maxBytes = MAX_REPLY_BYTES): BodyLimit {
  const tooLong = () => new AskError('endpoint', `${url} answers with more than ${maxBytes / 1_048_576} MiB`)
  return { maxBytes, tooLong }
}
