/** Failures of an engine: fixed messages for readers, and details for the site's owner. */
import { AskError, foldSpace, isObject } from '../../../core/base.ts'

/** Most UTF-16 units of an engine's reason that a log line quotes. */
const MAX_REASON_LENGTH = 300
/** Least time between two lines about failures in the owner's log. */
const LOG_PAUSE_MS = 60_000
/** Errors of an engine that has no copy of a shard, or has just lost one. */
const SHARD_ERRORS: readonly string[] = ['no_shard_available_action_exception', 'node_not_connected_exception']
/** The error of a search that no shard could reply to; with a status other than 503, its shards failed. */
const NO_SHARDS = 'search_phase_execution_exception'

/** The kinds of failures, each with its message for readers: it holds no address, no key, and no text they typed. */
const MESSAGES = {
  unreachable: 'The search engine can\'t be reached.',
  slow: 'The search engine is too slow.',
  overloaded: 'The search engine is overloaded.',
  down: 'The search engine is down.',
  shard: 'A part of the search index is missing.',
  credentials: 'The search engine refuses the credentials of this service.',
  'no-index': 'The search index is not there.',
  index: 'The search index can\'t be used.',
  reply: 'The search engine can\'t be used.',
  failed: 'The search engine failed.',
} as const

/** A kind of failure. */
export type FailureKind = keyof typeof MESSAGES

/** What the owner is told to do about failures of a kind. */
const HINTS: Readonly<Partial<Record<FailureKind, string>>> = {
  credentials: '. Set ASK_SEARCH_USER and ASK_SEARCH_PASSWORD, or ASK_SEARCH_API_KEY, of a user who may read the index',
  'no-index': '. Write it with `ask index push`, or set ASK_SEARCH_INDEX',
  reply: ': it redirects; give the final address',
}

/** A failed request: a message for readers, and the details for the owner's log. */
export class EngineFailure extends AskError {
  readonly kind: FailureKind
  readonly details: string
  /** Status of the reply; null if there was no reply. */
  readonly status: number | null
  /** Type of the engine's error, such as `index_not_found_exception`; null if it sent none. */
  readonly type: string | null

  constructor(
    kind: FailureKind,
    details: string,
    options: ErrorOptions & { readonly status?: number | null; readonly type?: string | null } = {},
  ) {
    const { status = null, type = null, ...cause } = options
    super('store', MESSAGES[kind], cause)
    this.kind = kind
    this.details = details
    this.status = status
    this.type = type
  }
}

/** The value of a request; null if the engine refused it with an error of this type. */
export async function unlessRefused<T>(request: Promise<T>, type: string): Promise<T | null> {
  return request.catch((error: unknown) => {
    if (error instanceof EngineFailure && error.type === type) return null
    throw error
  })
}

/** The error in the JSON of a reply, or of an item of a bulk reply, such as `index_not_found_exception`; else null. */
export function engineErrorOf(json: unknown) {
  const error = isObject(json) ? json['error'] : null
  if (typeof error === 'string') return { type: error, reason: '' }
  if (!isObject(error)) return null
  const { type, reason } = error
  const line = typeof reason === 'string' ? foldSpace(reason) : ''
  return { type: typeof type === 'string' ? type : 'error', reason: line.slice(0, MAX_REASON_LENGTH) }
}

/** The failure that a reply with an error status means. */
export function failureOf(status: number, json: unknown, what: string): EngineFailure {
  const error = engineErrorOf(json)
  const type = error?.type ?? null
  const kind = kindOf(status, type)
  const reason = error === null ? '' : `, ${error.type}${error.reason === '' ? '' : `: ${error.reason}`}`
  return new EngineFailure(kind, `${what}: status ${status}${reason}${HINTS[kind] ?? ''}`, { status, type })
}

function kindOf(status: number, type: string | null): FailureKind {
  // A 403 may also mean an index that is closed for writing.
  if (status === 401 || (status === 403 && type !== 'cluster_block_exception')) return 'credentials'
  if (type === 'index_not_found_exception') return 'no-index'
  if (type !== null && (SHARD_ERRORS.includes(type) || (type === NO_SHARDS && status === 503))) return 'shard'
  if (status === 429 || status === 503) return 'overloaded'
  if (status === 502 || status === 504) return 'unreachable'
  return status >= 300 && status < 400 ? 'reply' : 'failed'
}

/** A log that writes at most one line a minute. */
export function oncePerMinute(log: (line: string) => void, now: () => number): (line: string) => void {
  let loggedAt = -Infinity
  return function logLine(line) {
    if (now() - loggedAt < LOG_PAUSE_MS) return
    loggedAt = now()
    log(line)
  }
}
