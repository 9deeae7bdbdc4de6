/** Failures of an engine: what readers are told, in fixed words, and what its owner is. */
import { AskError } from '../../base/errors.ts'
import { foldSpace } from '../../base/fold-space.ts'
import { isObject } from '../../base/json.ts'

/** UTF-16 units of an engine's reason that a log line quotes. */
const MAX_REASON_LENGTH = 300

/** A failed request: a message for readers, without address or key, and the details for the owner's log. */
export class EngineFailure extends AskError {
  readonly details: string
  /** Status of the reply, null where there was no reply. */
  readonly status: number | null
  /** Type of the engine's error, such as `index_not_found_exception`; null where it sent none. */
  readonly type: string | null

  constructor(message: string, details: string, { status = null, type = null, ...options }: FailureOptions = {}) {
    super('store', message, options)
    this.details = details
    this.status = status
    this.type = type
  }
}

interface FailureOptions extends ErrorOptions {
  readonly status?: number | null
  readonly type?: string | null
}

/** The value of a request; null where the engine refused it with an error of one of these types. */
export async function unlessRefused<T>(request: Promise<T>, types: readonly string[]): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (error instanceof EngineFailure && error.type !== null && types.includes(error.type)) return null
    throw error
  })
}

/** The error in a reply of an engine. */
export interface EngineError {
  /** `index_not_found_exception` … */
  readonly type: string
  readonly reason: string
}

/** The error in the JSON of a reply, or of an item of a bulk reply; null for other JSON. */
export function engineErrorOf(json: unknown): EngineError | null {
  const error = isObject(json) ? json['error'] : null
  if (typeof error === 'string') return { type: error, reason: '' }
  if (!isObject(error)) return null
  const { type, reason } = error
  const line = typeof reason === 'string' ? foldSpace(reason) : ''
  return { type: typeof type === 'string' ? type : 'error', reason: line.slice(0, MAX_REASON_LENGTH) }
}

/** The failure in a reply of such a status. */
export function failureOf(status: number, json: unknown, what: string): EngineFailure {
  const error = engineErrorOf(json)
  const reply = { status, type: error?.type ?? null }
  const details = `${what}: status ${status}${error === null ? '' : `, ${error.type}${error.reason === '' ? '' : `: ${error.reason}`}`}`
  if (status === 401 || status === 403) {
    return new EngineFailure('The search engine refuses the credentials of this service.', `${details}. Set ASK_SEARCH_USER and ASK_SEARCH_PASSWORD, or ASK_SEARCH_API_KEY, of a user who may read the index`, reply)
  }
  if (error?.type === 'index_not_found_exception') {
    return new EngineFailure('The search index is not there.', `${details}. Write it with \`ask index push\`, or set ASK_SEARCH_INDEX`, reply)
  }
  if (status === 429 || status === 503) return new EngineFailure('The search engine is overloaded.', details, reply)
  if (status >= 300 && status < 400) return new EngineFailure('The search engine can\'t be used.', `${details}: it redirects; give the final address`, reply)
  return new EngineFailure('The search engine failed.', details, reply)
}
