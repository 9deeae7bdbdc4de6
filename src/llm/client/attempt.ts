/**
 * One POST to a model's server -> events as they come, then what it failed
 * with. Every failure is put into words of our own or of the server's: what
 * `fetch` throws may hold a header's value, and is neither repeated nor kept.
 */
import { AskError, type ErrorCode } from '../../base/errors.ts'
import { readPieces, readText } from '../../transport/body.ts'
import { reasonOf } from '../../transport/reason.ts'
import { discard, isRedirect, send } from '../../transport/send.ts'
import { startWait, type Wait, type WaitLimits } from '../../transport/wait.ts'
import { parseShallowJson } from '../protocols/json.ts'
import type { ModelEvent } from '../model.ts'
import type { ReplyReader } from '../protocols/protocol.ts'
import { replyError } from '../protocols/reply-error.ts'
import { createReplyDecoder } from './reply-stream.ts'
import { type Again, againAfter } from './retry.ts'

/** Bytes of one reply, which bounds everything in it. */
const MAX_REPLY_BYTES = 16_777_216
/** Bytes of a refusal's body. */
const MAX_REFUSAL_BYTES = 65_536
/** Types that a reply, or an error in its place, is known to come under; what it is, its first byte tells. */
const TYPES = new Set([
  '', 'text/event-stream', 'application/json', 'application/x-ndjson', 'text/plain', 'application/octet-stream',
])

/** What is sent, and how its reply is read. */
export interface Attempt {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON as bytes: as text, `fetch` would hold it twice for as long as the reply streams. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly reader: ReplyReader
  readonly signal: AbortSignal
  readonly limits: WaitLimits
  /** For the body of a refusal. */
  readonly errorBodyMs: number
  /** For what follows a turn that is over. */
  readonly trailerMs: number
  readonly fetch: typeof fetch
}

/** What an attempt failed with. */
export interface Failure {
  readonly error: AskError
  readonly again: Again
  /** Null where the server refused nothing, but the attempt failed. */
  readonly refusal: Refusal | null
}

/** A status that isn't 200 to 299. */
export interface Refusal {
  readonly status: number
  readonly headers: Headers
  /** JSON, or text where it is none; empty where it didn't come. */
  readonly body: unknown
}

/** Returns null where all went well. The connection is closed at the end, however it comes. */
export async function* runAttempt(attempt: Attempt): AsyncGenerator<ModelEvent, Failure | null> {
  const { url, headers, body, limits, signal, trailerMs, fetch } = attempt
  const wait = startWait(limits, signal)
  const progress: Progress = { host: new URL(url).host, wait, trailerMs, hasYielded: false, isAtEnd: false }
  try {
    const response = await send(url, { method: 'POST', headers, body }, { fetch, wait })
    if (isRedirect(response)) throw redirected(response, progress.host)
    if (!response.ok) return refused(await readRefusal(response, wait, attempt.errorBodyMs))
    for await (const event of readEvents(bodyOf(response, progress.host), attempt.reader, progress)) {
      progress.hasYielded = true
      yield event
    }
    return null
  } catch (error) {
    return broken(error, signal, progress)
  } finally {
    wait.end()
  }
}

/** How far an attempt has come. */
interface Progress {
  /** For messages. */
  readonly host: string
  readonly wait: Wait
  readonly trailerMs: number
  hasYielded: boolean
  /** Whether the body has come to its end. */
  isAtEnd: boolean
}

/**
 * The rest of a body is not read once its reply is complete. A turn that is over
 * stays whole where the stream falls silent or breaks before its proper end.
 */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  reader: ReplyReader,
  progress: Progress,
): AsyncGenerator<ModelEvent> {
  const { wait, host, trailerMs } = progress
  const decoder = createReplyDecoder(reader)
  const limit = { maxBytes: MAX_REPLY_BYTES, tooLong: () => tooLong(host) }
  try {
    for await (const piece of readPieces(body, wait, limit)) {
      yield* decoder.push(piece)
      if (reader.isDone()) break
      if (reader.isOver()) wait.hurry(trailerMs)
    }
  } catch (error) {
    const isCancelled = wait.signal.aborted && wait.expired() === null
    if (error instanceof AskError || isCancelled || !reader.isOver()) throw error
  }
  progress.isAtEnd = true
  yield* decoder.end()
  yield* reader.finish()
}

/** The body of what may be a reply; a web page and its like are refused by their type. */
function bodyOf(response: Response, host: string): ReadableStream<Uint8Array> {
  const type = response.headers.get('content-type')?.split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? ''
  if (response.body !== null && TYPES.has(type)) return response.body
  discard(response)
  const named = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'another type'
  const found = response.body === null ? 'without a body' : `with ${named}, not with a model's reply`
  throw failing(host, `answers ${found}: is LLM_BASE_URL its API's address?`)
}

function tooLong(host: string): AskError {
  return failing(host, `answers with more than ${MAX_REPLY_BYTES / 1_048_576} MiB`)
}

function redirected(response: Response, host: string): AskError {
  discard(response)
  return failing(host, `redirects (${response.status}): set LLM_BASE_URL to the final address`)
}

async function readRefusal(response: Response, wait: Wait, timeoutMs: number): Promise<Refusal> {
  const { status, headers } = response
  const inner = startWait({ timeoutMs, firstByteMs: timeoutMs, silenceMs: timeoutMs }, wait.signal)
  try {
    const tooMuch = () => new AskError('model', `The refusal is longer than ${MAX_REFUSAL_BYTES} bytes`)
    const text = await readText(response.body, inner, { maxBytes: MAX_REFUSAL_BYTES, tooLong: tooMuch })
    return { status, headers, body: parseShallowJson(text) ?? text }
  } catch (error) {
    if (wait.signal.aborted) throw error
    // The status says enough.
    return { status, headers, body: '' }
  } finally {
    inner.end()
  }
}

function refused(refusal: Refusal): Failure {
  const { status, headers, body } = refusal
  const error = replyError(status, body)
  // Groq says so where the model wrote a call that can't be read: another try may do.
  const again = error.message.includes('tool_use_failed') ? 'once' : againAfter(status, error.code, headers)
  return { error, again, refusal }
}

function broken(cause: unknown, signal: AbortSignal, { hasYielded, isAtEnd, host, wait }: Progress): Failure {
  function failure(error: AskError, again: Again): Failure {
    return { error, again: hasYielded ? 'never' : again, refusal: null }
  }
  const expired = wait.expired()
  if (expired !== null) {
    const isSilent = expired.limit === 'silence'
    const missing = isSilent ? `sent nothing for ${expired.ms / 1_000} s` : 'gave no whole reply in the time it had'
    return failure(failing(host, missing, 'model-timeout'), 'never')
  }
  if (signal.aborted) return failure(new AskError('cancelled', 'The request to the model was cancelled'), 'never')
  if (cause instanceof AskError) return failure(cause, againAfterBreak(cause, isAtEnd))
  const { text, isTransient } = reasonOf(cause)
  return failure(failing(host, `can't be reached: ${text}`), isTransient ? 'often' : 'never')
}

/** A reply that was cut before it began is a cut connection; an overload may be told in a reply of status 200. */
function againAfterBreak({ code }: AskError, isAtEnd: boolean): Again {
  if (code === 'model-busy') return 'once'
  return code === 'model' && isAtEnd ? 'often' : 'never'
}

function failing(host: string, what: string, code: ErrorCode = 'model'): AskError {
  return new AskError(code, `The model at ${host} ${what}`)
}
