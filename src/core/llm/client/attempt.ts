/**
 * One POST to a model's server -> its events as they come, then the failure, if any. Errors of `fetch` may contain a
 * header's value, so they are neither quoted nor kept as cause. The format of a reply is detected by its first byte:
 * some servers send one JSON value although a stream was requested, or a wrong content type.
 */
import { AskError, type ErrorCode } from '../../base/errors.ts'
import { parseShallowJson } from '../../base/json.ts'
import { createSseParser, type SseMessage } from '../../sse/event-stream.ts'
import {
  discard, isRedirect, readPieces, readText, reasonOf, send, startTimeout, type Timeout, type TimeoutLimits,
} from '../../transport/send.ts'
import type { ModelEvent } from '../model.ts'
import type { ReplyReader } from '../protocols/protocol.ts'
import {
  checkLimit, decodeEvents, decodeReply, isBadCall, isReported, MAX_EVENT_LENGTH, replyError,
} from '../protocols/reply.ts'
import type { ModelSettings } from '../settings.ts'
import { createThinkFilter } from './thinking.ts'

/** Largest reply, which also bounds everything in it. */
const MAX_REPLY_BYTES = 16_777_216
const MAX_ERROR_BYTES = 65_536
const ABOUT_BASE = "is LLM_BASE_URL its API's address?"
/** Statuses below 500 of transient conditions: timeout, conflict, too early, too many requests, Groq's full capacity. */
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429, 498])

/** The number of times a failed request may be sent again: none, one, or as many as the settings allow. */
type RetryPolicy = 'never' | 'once' | 'often'

/** A request with the reader of its reply. */
export interface Attempt extends Pick<ModelSettings, 'errorBodyMs' | 'trailerMs'> {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON as bytes: as text, `fetch` would hold it twice for as long as the reply streams. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly reader: ReplyReader
  readonly signal: AbortSignal
  readonly limits: Required<TimeoutLimits>
  readonly fetch: typeof fetch
}

/** The failure of an attempt. */
export interface Failure {
  readonly error: AskError
  readonly retry: RetryPolicy
  /** The reply with an error status, or `STREAMED_ERROR`; null if the attempt failed in another way. */
  readonly reply: ErrorReply | null
}

/** A reply whose status isn't 200 to 299. */
export interface ErrorReply {
  readonly status: number
  readonly headers: Headers
  /** The JSON value; the text if it isn't JSON; empty if it couldn't be read. */
  readonly body: unknown
}

/** What an error in a stream of status 200 counts as: it says what the server does not take, as one of status 400 does. */
const STREAMED_ERROR: ErrorReply = { status: 400, headers: new Headers(), body: '' }

/** Runs an attempt; returns null on success. The connection is closed in every case. */
export async function* runAttempt(attempt: Attempt): AsyncGenerator<ModelEvent, Failure | null> {
  const { url, headers, body, limits, signal, trailerMs, fetch } = attempt
  // A server that announces a reply and then thinks in silence may take as long as one that has not announced it.
  const timeout = startTimeout({ ...limits, idleMs: Math.max(limits.firstByteMs, limits.idleMs) }, signal)
  const progress: Progress = { host: new URL(url).host, timeout, trailerMs, hasYielded: false, hasEnded: false }
  try {
    const response = await send(url, { method: 'POST', headers, body }, { fetch, timeout })
    if (isRedirect(response)) {
      discard(response)
      throw modelError(progress.host, `redirects (${response.status}): set LLM_BASE_URL to the final address`)
    }
    if (!response.ok) return rejection(await readErrorReply(response, timeout, attempt.errorBodyMs))
    const filter = createThinkFilter()
    if (response.body === null) throw modelError(progress.host, `answers without a body: ${ABOUT_BASE}`)
    for await (const event of readEvents(response.body, attempt.reader, progress)) {
      timeout.allowIdle(limits.idleMs)
      // The text that the filter holds belongs before these.
      const rest = event.type === 'tool-call' || event.type === 'end' ? filter.end() : []
      const events = event.type === 'text' ? filter.push(event.text) : [...rest, event]
      for (const each of events) {
        progress.hasYielded ||= each.type === 'tool-call' || (each.type === 'text' && each.text.trim() !== '')
        yield each
      }
    }
    return null
  } catch (error) {
    return interruption(error, signal, progress)
  } finally {
    timeout.clear()
  }
}

interface Progress {
  readonly host: string
  readonly timeout: Timeout
  readonly trailerMs: number
  /** True once the caller got words or a call, which another attempt would repeat; thinking may be repeated. */
  hasYielded: boolean
  hasEnded: boolean
}

/** Reads a body until its reply is complete. Once the turn is over, the stream may stall or break. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  reader: ReplyReader,
  progress: Progress,
): AsyncGenerator<ModelEvent> {
  const { timeout, host, trailerMs } = progress
  const decoder = createReplyDecoder(reader, host)
  const tooLong = () => modelError(host, `answers with more than ${MAX_REPLY_BYTES / 1_048_576} MiB`)
  let isShortened = false
  try {
    for await (const piece of readPieces(body, timeout, { maxBytes: MAX_REPLY_BYTES, tooLong })) {
      for (const event of decoder.push(piece)) {
        isShortened = false
        yield event
      }
      if (reader.isDone()) break
      // Some servers say in each piece that it is the last.
      if (reader.isTurnOver() && !isShortened) timeout.shorten(trailerMs)
      isShortened = reader.isTurnOver()
    }
  } catch (error) {
    const isCancelled = timeout.signal.aborted && timeout.reached() === null
    if (error instanceof AskError || isCancelled || !reader.isTurnOver()) throw error
  }
  progress.hasEnded = true
  yield* decoder.end()
  yield* reader.finish()
}

async function readErrorReply(response: Response, timeout: Timeout, timeoutMs: number): Promise<ErrorReply> {
  const { status, headers } = response
  timeout.shorten(timeoutMs)
  try {
    const tooLong = () => new RangeError('The error reply is too long')
    const text = await readText(response.body, timeout, { maxBytes: MAX_ERROR_BYTES, tooLong })
    return { status, headers, body: parseShallowJson(text) ?? text }
  } catch (error) {
    if (timeout.signal.aborted && timeout.reached() === null) throw error
    // Without its body, the status is still an error.
    return { status, headers, body: '' }
  }
}

function rejection(reply: ErrorReply): Failure {
  const { status, headers, body } = reply
  const error = replyError(status, body)
  // Another attempt may succeed.
  const retry = isBadCall(error) ? 'once' : retryPolicyOf(status, error.code, headers)
  return { error, retry, reply }
}

/** The policy for an error reply: none for an exhausted quota or a filter, otherwise the server's advice or that of the status. */
function retryPolicyOf(status: number, code: ErrorCode, headers: Headers): RetryPolicy {
  const advice = headers.get('x-should-retry')
  if (code === 'model-quota' || code === 'model-refusal' || advice === 'false') return 'never'
  if (code === 'model-busy') return 'often'
  return advice === 'true' || TRANSIENT_STATUSES.has(status) || status >= 500 ? 'often' : 'never'
}

function interruption(cause: unknown, signal: AbortSignal, { hasYielded, hasEnded, host, timeout }: Progress): Failure {
  function failure(error: AskError, retry: RetryPolicy): Failure {
    return { error, retry: hasYielded ? 'never' : retry, reply: null }
  }
  const reached = timeout.reached()
  if (reached !== null) {
    const isIdle = reached.limit === 'idle'
    const problem = isIdle ? `sent nothing for ${reached.ms / 1_000} s` : 'sent no complete reply in time'
    return failure(modelError(host, problem, 'model-timeout'), 'never')
  }
  if (signal.aborted) return failure(new AskError('cancelled', 'The request to the model was cancelled'), 'never')
  if (cause instanceof AskError) {
    const reply = hasYielded || !isReported(cause) ? null : STREAMED_ERROR
    return { ...failure(cause, retryAfterBreak(cause, hasEnded)), reply }
  }
  // An event that is too long.
  if (cause instanceof RangeError) return failure(new AskError('model', cause.message), 'never')
  const { text, isTransient } = reasonOf(cause)
  return failure(modelError(host, `can't be reached: ${text}`), isTransient ? 'often' : 'never')
}

/** A reply without content is a closed connection and can be retried; a failure may be reported with status 200. */
function retryAfterBreak(error: AskError, hasEnded: boolean): RetryPolicy {
  if (error.code === 'model' && hasEnded) return 'often'
  return error.code === 'model-busy' || (error.code === 'model' && isReported(error)) ? 'once' : 'never'
}

function modelError(host: string, what: string, code: ErrorCode = 'model'): AskError {
  return new AskError(code, `The model at ${host} ${what}`)
}

/** A decoder that feeds a reader with the bytes of a reply's body, whatever its content type. */
export function createReplyDecoder(reader: ReplyReader, host: string) {
  // llama.cpp sends errors in a field named `error`.
  const parser = createSseParser(['error'])
  const decoder = new TextDecoder()
  const pieces: string[] = []
  let length = 0
  /** Null while all bytes are white space, which both formats allow. */
  let isJson: boolean | null = null

  /** Takes the next bytes. Throws `AskError('model…')`, a RangeError for a long event, after the events before. */
  function* push(bytes: Uint8Array): Generator<ModelEvent> {
    // The first byte that is neither white space nor part of a byte order mark.
    const isFirst = (byte: number) => byte > 32 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf
    const first = isJson === null ? bytes.find(isFirst) : undefined
    if (first === 0x3c) throw modelError(host, `answers with a web page, not with a model's reply: ${ABOUT_BASE}`)
    if (first !== undefined) isJson = first === 0x7b || first === 0x5b
    if (isJson !== true) yield* readMessages(parser.push(bytes))
    if (isJson === false) return
    length += bytes.length
    checkLimit(length, MAX_EVENT_LENGTH, 'bytes in one JSON value')
    pieces.push(decoder.decode(bytes, { stream: true }))
  }

  /** Decodes the end of the bytes; call the reader's `finish` after it. Throws like `push`. */
  function* end(): Generator<ModelEvent> {
    if (isJson !== true) return yield* readMessages(parser.flush())
    const data = pieces.join('')
    const whole = parseShallowJson(data)
    // A stream of JSON lines.
    yield* whole === undefined ? readMessages([{ event: 'message', data }]) : reader.readWhole(decodeReply(whole))
  }

  function* readMessages(messages: Iterable<SseMessage>): Generator<ModelEvent> {
    for (const message of messages) {
      for (const event of reader.isDone() ? [] : decodeEvents(message)) yield* reader.read(event)
    }
  }

  return { push, end }
}
