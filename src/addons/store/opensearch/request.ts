/**
 * Requests to an engine -> the JSON of its replies, or an `EngineFailure`. Each request has a deadline, tries another
 * node if one can't be reached, and tries once more if the engine is overloaded. A circuit breaker: after several
 * failures in a row, requests fail at once for a while, then one is let through, so that readers don't wait for an
 * engine that is down.
 */
import { AskError, foldSpace, type JsonObject, parseJson, pause } from '../../../core/base.ts'
import { isRedirect, readText, reasonOf, send, startTimeout, type Timeout } from '../../../core/transport.ts'
import type { Connection } from './address.ts'
import {
  decodeHits, engineErrorOf, EngineFailure, type FailureKind, failureOf, oncePerMinute, wholeReply,
} from './reply.ts'

/** Most bytes of one reply: enough for a batch of a listing, or for a hundred sections of the greatest length. */
const MAX_REPLY_BYTES = 67_108_864
/** Statuses of an engine that is overloaded, or temporarily lacks a shard. */
export const OVERLOADED: readonly number[] = [429, 503]
/** Pause before a request to an overloaded engine is repeated: random, from the first number up to the second. */
const RETRY_PAUSE_MS = [100, 300] as const
/** Failures that open the circuit. A failure of a single shard or query must not stop all requests. */
const UNWELL: readonly FailureKind[] = ['unreachable', 'slow', 'overloaded', 'reply']
/** Statuses that proxies and security plugins also send, without JSON. */
const FOREIGN: readonly number[] = [401, 403, 429, 502, 503, 504]

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query, encoded, with the slash that they begin with. */
  readonly path: string
  /** A value that is sent as JSON, or lines of JSON (`_bulk`) as one text. Default: no body. */
  readonly body?: object | string
  /** Timeout of all tries together. */
  readonly timeoutMs: number
  /** Ends the request early. Default: nothing does. */
  readonly signal?: AbortSignal | null
  /** Statuses above 299 that are not a failure if the reply has no error of the engine. Default: none. */
  readonly statuses?: readonly number[]
  /** Whether the request is repeated once if the engine is overloaded. Default true. */
  readonly retries?: boolean
}

interface EngineReply {
  readonly status: number
  readonly json: unknown
}

/** Sends a request and decodes its reply. Rejects with an `EngineFailure`, or with the signal's reason. */
export type RequestEngine = <T>(request: EngineRequest, decode: (json: unknown, status: number) => T) => Promise<T>

/** The decoder of a reply of which only the success counts, or that has many forms. */
export const anyJson = (json: unknown): unknown => json

/** Clock, randomness and circuit breaker of requests. */
export interface RequestDeps {
  readonly now: () => number
  /** From 0 to below 1. */
  readonly random: () => number
  /** Null for requests that are all sent. Default: one for all requests together. */
  readonly breaker?: ReturnType<typeof createBreaker> | null
}

/** A sender of requests to the nodes of one cluster, with one circuit breaker for them all. */
export function createRequestEngine(
  connection: Connection,
  { now, random, breaker = createBreaker(now) }: RequestDeps,
): RequestEngine {
  const { addresses, headers, fetch } = connection
  const report = oncePerMinute(connection.log, now)
  let current = 0

  async function sendOnce(request: EngineRequest, timeout: Timeout): Promise<EngineReply> {
    const node = current
    const url = (addresses[node] ?? '') + request.path
    try {
      const response = await send(url, initOf(request, headers), { fetch, timeout })
      const { status } = response
      const read = { maxBytes: MAX_REPLY_BYTES, tooLong: () => tooLong(request) }
      const json = parseJson(await readText(response.body, timeout, read))
      if (isRedirect(response)) throw failureOf(status || 302, null, nameOf(request))
      if (json === undefined && !FOREIGN.includes(status)) throw notJson(request, response)
      return { status, json: json ?? null }
    } catch (cause) {
      if (cause instanceof EngineFailure) throw cause
      request.signal?.throwIfAborted()
      // It can't be reached, or is frozen; another request that failed there may have left it already.
      if (current === node) current = (node + 1) % addresses.length
      const name = nameOf({ ...request, path: url })
      if (timeout.reached() !== null) {
        throw new EngineFailure('slow', `${name}: no whole reply within ${request.timeoutMs / 1_000} s`, { cause })
      }
      throw new EngineFailure('unreachable', `${name}: ${reasonOf(cause).text}`, { cause })
    }
  }

  /** Tries once more if the engine is overloaded, or at the next node if one can't be reached. */
  async function sendTwice(request: EngineRequest, timeout: Timeout): Promise<EngineReply> {
    try {
      const reply = await sendOnce(request, timeout)
      if (!OVERLOADED.includes(reply.status) || request.retries === false) return reply
      const [least, most] = RETRY_PAUSE_MS
      await pause(least + random() * (most - least), timeout.signal)
    } catch (error) {
      const isUnreachable = error instanceof EngineFailure && error.kind === 'unreachable'
      if (!isUnreachable || addresses.length === 1) throw error
    }
    return sendOnce(request, timeout)
  }

  async function exchange(request: EngineRequest): Promise<EngineReply> {
    const { timeoutMs, signal = null, statuses = [] } = request
    const timeout = startTimeout({ timeoutMs, firstByteMs: timeoutMs, idleMs: timeoutMs }, signal)
    try {
      const reply = await sendTwice(request, timeout)
      // A missing document and a missing index have the same status, but only the latter comes with an error.
      const isExpected = reply.status < 300 || (statuses.includes(reply.status) && engineErrorOf(reply.json) === null)
      if (!isExpected) throw failureOf(reply.status, reply.json, nameOf(request))
      return reply
    } finally {
      timeout.clear()
    }
  }

  return async function requestEngine(request, decode) {
    request.signal?.throwIfAborted()
    if (breaker?.mayTry() === false) throw new EngineFailure('down', 'it failed several times in a row')
    try {
      const { json, status } = await exchange(request)
      breaker?.succeeded()
      return decodeWith(decode, json, status)
    } catch (error) {
      if (error instanceof EngineFailure) {
        if (UNWELL.includes(error.kind)) breaker?.failed()
        else breaker?.succeeded()
        report(`The search engine failed: ${error.details}`)
      }
      throw error
    }
  }
}

/** The value of a reply. A document of our own that is not valid is a failure of the index. */
function decodeWith<T>(decode: (json: unknown, status: number) => T, json: unknown, status: number): T {
  try {
    return decode(json, status)
  } catch (cause) {
    if (cause instanceof EngineFailure || !(cause instanceof AskError)) throw cause
    const details = `a document is not as \`ask index push\` writes it: ${cause.message}`
    throw new EngineFailure('index', details, { cause })
  }
}

export interface Listing<T> {
  /** Path of its search, with its URL query. */
  readonly path: string
  /** Its query, sort order and fields. */
  readonly body: JsonObject
  readonly size: number
  /** Sort values of the document that it begins after. Default: it begins with the first. */
  readonly after?: readonly unknown[]
  readonly timeoutMs: number
  readonly decode: (source: JsonObject) => T
}

/** Most sections of a page in one request. */
const PAGE_BATCH = 1_000

interface PageFields<T> extends Pick<Listing<T>, 'timeoutMs' | 'decode'> {
  readonly index: string
  readonly slug: string
  readonly fields: readonly string[]
}

/** Batches of documents. A partial list would look complete, so it is a failure, and so is one without an end. */
export async function* listDocuments<T>(
  { path, body, size, after = [], timeoutMs, decode }: Listing<T>,
  request: RequestEngine,
): AsyncGenerator<readonly T[]> {
  for (let position = after; ; ) {
    const start = position.length === 0 ? {} : { search_after: position }
    const batch = { ...body, size, track_total_hits: false, ...start }
    const hits = await request({ method: 'POST', path, body: batch, timeoutMs }, (json) => {
      return decodeHits(wholeReply(json)).hits.map(({ source, sort }) => ({ value: decode(source), sort }))
    })
    if (hits.length > 0) yield hits.map(({ value }) => value)
    const last = hits.at(-1)
    if (last === undefined || hits.length < size) return
    // Else it would be read again and again.
    const isNext = last.sort.length > 0 && JSON.stringify(last.sort) !== JSON.stringify(position)
    if (!isNext) throw new EngineFailure('reply', 'a list does not go on after its last document')
    position = last.sort
  }
}

/** The documents of a page in order, of which some fields are read, at most a thousand at a time. */
export async function readPage<T>(
  { index, slug, fields, timeoutMs, decode }: PageFields<T>,
  request: RequestEngine,
): Promise<readonly T[]> {
  const query = { bool: { filter: [{ term: { kind: 'section' } }, { term: { page: slug } }] } }
  const body = { _source: fields, query, sort: ['order'] }
  const path = `${index}/_search?routing=${encodeURIComponent(slug.toWellFormed())}`
  const documents: T[] = []
  const batches = listDocuments({ path, body, size: PAGE_BATCH, timeoutMs, decode }, request)
  for await (const batch of batches) documents.push(...batch)
  return documents
}

function initOf({ method, body }: EngineRequest, headers: Readonly<Record<string, string>>): RequestInit {
  // The engine is near: compressing the texts of a search would take longer than sending them.
  const base = { accept: 'application/json', 'accept-encoding': 'identity', ...headers }
  if (body === undefined) return { method, headers: base }
  const isLines = typeof body === 'string'
  return {
    method,
    headers: { ...base, 'content-type': isLines ? 'application/x-ndjson' : 'application/json' },
    body: isLines ? body : JSON.stringify(body),
  }
}

/** A request as the owner's log names it: without its query and body, which may hold a reader's words. */
function nameOf({ method, path }: EngineRequest): string {
  return `${method} ${path.split('?', 1)[0] ?? ''}`
}

function notJson(request: EngineRequest, { status, headers }: Response): EngineFailure {
  const type = foldSpace(headers.get('content-type') ?? 'no content type').slice(0, 80)
  const reply = `status ${status} with ${type}, not with JSON`
  const details = `${nameOf(request)}: ${reply}: is this the address of OpenSearch or Elasticsearch?`
  return new EngineFailure('reply', details)
}

function tooLong(request: EngineRequest): EngineFailure {
  return new EngineFailure('failed', `${nameOf(request)}: more than ${MAX_REPLY_BYTES / 1_048_576} MiB`)
}

/** Failures in a row that open the circuit. */
const MAX_FAILURES = 5
/** Time for which it stays open. */
const OPEN_MS = 2_000

/** A closed circuit: requests go through. */
export function createBreaker(now: () => number) {
  let failures = 0
  /** Time from which a request may try again. */
  let retryAt = -Infinity

  return {
    /** False while the circuit is open. */
    mayTry() {
      if (failures < MAX_FAILURES) return true
      if (now() < retryAt) return false
      // This request tries; others fail until it has ended or the time has passed again.
      retryAt = now() + OPEN_MS
      return true
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures >= MAX_FAILURES) retryAt = now() + OPEN_MS
    },
  }
}
