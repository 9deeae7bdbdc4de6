/**
 * A request -> its reply and the reply's body, within a limit of bytes and limits of time: for all of it, until its first
 * byte and between two bytes. A signal of the caller ends it, too. Times are in ms. Redirects are not followed: they
 * would send the key to another host. An error of `fetch` has a reason in fixed words: the original messages are never
 * repeated, because one of them contains the value of an invalid header.
 */
import { onAbort } from '../base/abort.ts'

/** Limits of one timeout; those that are not set are that for the whole reply. */
export interface TimeoutLimits {
  readonly timeoutMs: number
  readonly firstByteMs?: number
  readonly idleMs?: number
}

/** A limit that was reached; that of the first byte counts as idle time. */
interface ReachedLimit {
  readonly limit: 'total' | 'idle'
  readonly ms: number
}

export type Timeout = ReturnType<typeof startTimeout>

export interface SendContext {
  readonly fetch: typeof fetch
  readonly timeout: Timeout
}

export interface BodyLimit {
  readonly maxBytes: number
  readonly tooLong: () => Error
}

/** Starts a timeout that awaits the first byte; null is a caller without a signal. */
export function startTimeout(limits: TimeoutLimits, outer: AbortSignal | null) {
  const { timeoutMs, firstByteMs = timeoutMs } = limits
  const controller = new AbortController()
  const signal: AbortSignal = controller.signal
  let { idleMs = timeoutMs } = limits
  let reached: ReachedLimit | null = null
  let isOver = false

  function reach(limit: ReachedLimit['limit'], ms: number): void {
    reached ??= { limit, ms }
    clear()
    controller.abort()
  }

  function stopTimers(): void {
    isOver = true
    clearTimeout(total)
    clearTimeout(idle)
    clearTimeout(shortened)
  }

  /** Stops all timers, which would keep a process alive. */
  function clear(): void {
    stopTimers()
    stopListening()
  }

  const total = setTimeout(reach, timeoutMs, 'total', timeoutMs)
  let idle = setTimeout(reach, firstByteMs, 'idle', firstByteMs)
  let shortened: ReturnType<typeof setTimeout> | undefined
  const stopListening = onAbort(outer, () => {
    stopTimers()
    controller.abort()
  })

  return {
    signal,
    /** Begins to count idle time: the next piece is awaited. */
    startIdle() {
      clearTimeout(idle)
      if (!isOver) idle = setTimeout(reach, idleMs, 'idle', idleMs)
    },
    /** Counts no idle time until the next start: a piece has come. */
    stopIdle: () => clearTimeout(idle),
    /** Sets the time between two pieces, from the next piece on. */
    allowIdle(ms: number) {
      idleMs = ms
    },
    /** Shortens the time for the whole reply to at most that many ms from now, also if it was shortened before. */
    shorten(withinMs: number) {
      clearTimeout(shortened)
      if (!isOver) shortened = setTimeout(reach, withinMs, 'total', withinMs)
    },
    clear,
    /** The limit that was reached, null before that and after an abort of the caller's signal. */
    reached: (): ReachedLimit | null => reached,
  }
}

/**
 * Sends a request. Rejects when the timeout's signal aborts, whatever `fetch` does: on Node 20 it may stop hearing the
 * signal once a garbage collection has run. A reply that comes after that is closed unread.
 */
export async function send(url: string, init: RequestInit, { fetch, timeout }: SendContext): Promise<Response> {
  const { signal } = timeout
  const sent = fetch(url, { ...init, redirect: 'manual', signal })
  const aborted = new Promise<never>((_, reject) => {
    onAbort(signal, () => reject(signal.reason))
  })
  try {
    return await Promise.race([sent, aborted])
  } catch (error) {
    sent.then(discard, () => undefined)
    throw error
  }
}

/** Closes a reply without reading its body. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}

/** True for a redirect, also in the opaque form of browsers. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** Pieces as they come, while the timeout runs: it counts idle time only while a piece is awaited. */
export async function* readPieces(
  body: ReadableStream<Uint8Array>,
  timeout: Timeout,
  { maxBytes, tooLong }: BodyLimit,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  // Ends an open read, also if the connection doesn't see the abort. A stream that has failed needs no
  // cancelling, so the rejection is ignored.
  const release = () => void reader.cancel().catch(() => undefined)
  const stopListening = onAbort(timeout.signal, release)
  let bytes = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      timeout.stopIdle()
      bytes += piece.value.length
      if (bytes > maxBytes) throw tooLong()
      yield piece.value
      timeout.startIdle()
    }
    // A read that was cancelled looks like the end.
    if (timeout.signal.aborted) throw timeout.signal.reason
  } finally {
    stopListening()
    release()
  }
}

/** The whole body as text; empty without a body. */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  timeout: Timeout,
  limit: BodyLimit,
): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  const parts: string[] = []
  for await (const piece of readPieces(body, timeout, limit)) parts.push(decoder.decode(piece, { stream: true }))
  return parts.join('') + decoder.decode()
}

export interface Reason {
  /** Words that follow a colon: `connection refused`. */
  readonly text: string
  /** True if the same request may succeed in a moment. */
  readonly isTransient: boolean
}

/** Reasons, and the error codes of Node and of undici, its HTTP client, that have them, or messages without a code. */
const REASONS: readonly (readonly [text: string, isTransient: boolean, signs: readonly string[]])[] = [
  ['connection refused', true, ['ECONNREFUSED']],
  ['the connection was cut', true, [
    'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  ]],
  ['no such host', false, ['ENOTFOUND']],
  ['the host name can\'t be looked up', true, ['EAI_AGAIN']],
  ['the host can\'t be reached', true, ['EHOSTUNREACH', 'ENETUNREACH']],
  ['the connection timed out', true, [
    'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT',
  ]],
  ['its headers are too long', false, ['UND_ERR_HEADERS_OVERFLOW']],
  ['its compressed reply is broken', false, ['Z_DATA_ERROR', 'Z_BUF_ERROR']],
  ['its certificate is self-signed', false, ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']],
  ['its certificate can\'t be verified', false, [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ]],
  ['its certificate is for another host', false, ['ERR_TLS_CERT_ALTNAME_INVALID']],
  ['its certificate has expired', false, ['CERT_HAS_EXPIRED']],
  ['it doesn\'t speak TLS: is the address http, not https?', false, [
    'EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  ]],
  ['fetch refuses this port as unsafe; use another', false, ['bad port']],
  // undici has no words for the network error that the Fetch standard makes of status 407.
  ['fetch refuses its reply; does a proxy on the way demand a password (407)?', false, ['']],
]

/** Codes are names of constants; other texts may come from outside. */
const CODE = /^[A-Z][A-Z0-9_]{2,50}$/
/** `fetch` wraps the error into the `cause` of a TypeError, sometimes more than once. */
const MAX_DEPTH = 4

/** The reason by the first code or known message among an error and its causes. */
export function reasonOf(error: unknown): Reason {
  let cause = error
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth += 1) {
    const code = 'code' in cause && typeof cause.code === 'string' && CODE.test(cause.code) ? cause.code : null
    const sign = code ?? cause.message
    const [text = code, isTransient = true] = REASONS.find(([, , signs]) => signs.includes(sign)) ?? []
    if (text !== null) return { text, isTransient }
    cause = cause.cause
  }
  return { text: 'the request failed', isTransient: true }
}
