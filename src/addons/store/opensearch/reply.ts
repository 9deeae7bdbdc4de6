/**
 * The replies of an engine: decoders, to which a missing field or a field of another type is a failure; and its
 * failures, with fixed messages for readers, and details for the site's owner.
 */
import { AskError, foldSpace, isObject, type JsonObject } from '../../../core/base.ts'
import type { WordOfTerm } from '../../../core/search.ts'
import { wordOfKey } from '../compound.ts'
import type { FoundWords } from '../store.ts'

/** The hits of a search: the best ones of the shards that replied, and whether one failed or the engine timed out. */
export function decodeHits(json: unknown) {
  const hits = listAt(json, 'hits', 'hits').map((hit) => {
    const source = objectAt(hit, '_source')
    // The values that it was sorted by; empty without a sort.
    const sort: readonly unknown[] = isObject(hit) && Array.isArray(hit['sort']) ? hit['sort'] : []
    return { source, sort }
  })
  return { hits, isPartial: isPartial(json) }
}

/** The sources of the documents that were found (`_mget`). One that an engine could not read is a failure. */
export function decodeDocuments(json: unknown): readonly JsonObject[] {
  return listAt(json, 'docs').flatMap((document) => {
    const error = engineErrorOf(document)
    if (error !== null) throw new EngineFailure('shard', `a document was not read: ${error.type}`)
    const source = decodeDocument(document)
    return source === null ? [] : [source]
  })
}

/** The source of a document by its id (`_doc`); null if it does not exist. */
export function decodeDocument(json: unknown): JsonObject | null {
  const found = isObject(json) ? json['found'] : undefined
  if (typeof found !== 'boolean') throw malformed('found')
  return found ? objectAt(json, '_source') : null
}

/** The statistics of terms (`_termvectors`). */
export function decodeTermStatistics(json: unknown) {
  const field = objectAt(json, 'term_vectors')['t_all']
  // An index without a document has no statistics.
  if (field === undefined) return { documents: 0, frequencies: new Map<string, number>() }
  const frequencies = Object.entries(objectAt(field, 'terms')).map(([term, statistics]) => {
    const count = isObject(statistics) ? statistics['doc_freq'] : undefined
    return [term, typeof count === 'number' ? count : 0] as const
  })
  return { documents: numberOf(objectAt(field, 'field_statistics'), 'doc_count'), frequencies: new Map(frequencies) }
}

/** The counts of some terms (`countsBody`). */
export function decodeCounts(json: unknown, terms: readonly string[]): FoundWords<number> {
  const buckets = objectAt(json, 'aggregations', 'counts', 'buckets')
  return foundWords(json, terms, (i) => numberOf(objectAt(buckets, `t${i}`), 'doc_count'))
}

/** The words that begin or end in some letters (`compoundsBody`). */
export function decodeCompounds(json: unknown, letters: readonly string[]): FoundWords<readonly WordOfTerm[]> {
  return foundWords(json, letters, (i) => decodeBuckets(json, `c${i}`).map(({ name }) => wordOfKey(name)))
}

/** The values of a field with the number of documents that have each, the most frequent first (`terms` aggregation). */
export function decodeBuckets(json: unknown, aggregation: string) {
  return listAt(json, 'aggregations', aggregation, 'buckets').map((bucket) => {
    const name = isObject(bucket) ? bucket['key'] : undefined
    if (typeof name !== 'string') throw malformed('key')
    return { name, count: numberOf(bucket, 'doc_count') }
  })
}

/** The suggestions for each word. */
export function decodeCorrections(json: unknown, words: readonly string[]): FoundWords<readonly string[]> {
  return foundWords(json, words, (i) => {
    return listAt(json, 'suggest', `w${i}`).flatMap((entry) => listAt(entry, 'options')).flatMap((option) => {
      return isObject(option) && typeof option['text'] === 'string' ? [option['text']] : []
    })
  })
}

/** What a reply has for each of some strings, given by its position. */
function foundWords<T>(json: unknown, strings: readonly string[], valueAt: (position: number) => T): FoundWords<T> {
  return { words: new Map(strings.map((string, i) => [string, valueAt(i)])), isPartial: isPartial(json) }
}

/** The number of documents (`_count`). */
export function decodeTotal(json: unknown): number {
  return numberOf(wholeReply(json), 'count')
}

/** A reply as it is. A partial one would look whole, so it is a failure. */
export function wholeReply(json: unknown): unknown {
  if (isPartial(json)) throw new EngineFailure('shard', 'a reply misses the sections of a shard')
  return json
}

/** True if a shard failed or has no copy (which is not counted as failed), or if the engine says that it timed out. */
function isPartial(json: unknown): boolean {
  const { total, successful, failed } = objectAt(json, '_shards')
  return successful !== total || failed !== 0 || (isObject(json) && (json['timed_out'] ?? false) !== false)
}

function objectAt(json: unknown, ...names: readonly string[]): JsonObject {
  let value = json
  for (const name of names) value = isObject(value) ? value[name] : undefined
  if (!isObject(value)) throw malformed(names.join('.'))
  return value
}

/** The list at a path of names, the last of which is its own. */
function listAt(json: unknown, ...names: readonly string[]): readonly unknown[] {
  const value = objectAt(json, ...names.slice(0, -1))[names.at(-1) ?? '']
  if (!Array.isArray(value)) throw malformed(names.join('.'))
  return value
}

function numberOf(json: unknown, name: string): number {
  const value = isObject(json) ? json[name] : undefined
  if (typeof value !== 'number') throw malformed(name)
  return value
}

function malformed(name: string): EngineFailure {
  return new EngineFailure('reply', `a reply has no ${JSON.stringify(name)} of the expected kind`)
}

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
