/** Failures of an engine: what readers are told, in fixed words, and what its owner is. */
import { AskError } from '../../base/errors.ts'
import { foldSpace } from '../../base/fold-space.ts'
import { isObject } from '../../base/json.ts'

/** UTF-16 units of an engine's reason that a log line quotes. */
const MAX_REASON_LENGTH = 300

/** A failed request: a message for readers, without address or key, and the details for the owner's log. */
export class EngineFailure extends AskError {
  readonly details: string

  constructor(message: string, details: string, options?: ErrorOptions) {
    super('store', message, options)
    this.details = details
  }
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
  const details = `${what}: status ${status}${error === null ? '' : `, ${error.type}${error.reason === '' ? '' : `: ${error.reason}`}`}`
  if (status === 401 || status === 403) {
    return new EngineFailure('The search engine refuses the credentials of this service.', `${details}. Set ASK_SEARCH_USER and ASK_SEARCH_PASSWORD, or ASK_SEARCH_API_KEY, of a user who may read the index`)
  }
  if (error?.type === 'index_not_found_exception') {
    return new EngineFailure('The search index is not there.', `${details}. Write it with \`ask index push\`, or set ASK_SEARCH_INDEX`)
  }
  if (status === 429 || status === 503) return new EngineFailure('The search engine is overloaded.', details)
  if (status >= 300 && status < 400) return new EngineFailure('The search engine can\'t be used.', `${details}: it redirects; give the final address`)
  return new EngineFailure('The search engine failed.', details)
}
