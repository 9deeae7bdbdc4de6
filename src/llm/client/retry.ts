/** A failed attempt -> whether and when the same request is sent again. Times are in ms. */
import type { ErrorCode } from '../../base/errors.ts'

/** The number of times that a failed request may be sent again: 0, 1, or as many as the settings allow. */
export type RetryPolicy = 'never' | 'once' | 'often'

/** Longest delay that a server may request; a longer one is replaced by the default delay. */
const MAX_REQUESTED_MS = 60_000
const MAX_BACKOFF_MS = 8_000
/** Random share that a delay may lose, so that clients that failed together don't come back together. */
const JITTER = 0.25
/** Statuses below 500 of transient conditions: request timeout, conflict, too many requests. */
const TRANSIENT_STATUSES = new Set([408, 409, 429])

/**
 * The policy for an error reply: an exhausted quota doesn't come back soon; otherwise the server's advice is followed.
 */
export function retryPolicyOf(status: number, code: ErrorCode, headers: Headers): RetryPolicy {
  const advice = headers.get('x-should-retry')
  if (code === 'model-quota' || advice === 'false') return 'never'
  return advice === 'true' || TRANSIENT_STATUSES.has(status) || status >= 500 ? 'often' : 'never'
}

/** State that a delay is computed from. */
export interface Backoff {
  /** Retries already made. */
  readonly retries: number
  /** Before the first retry; doubled for each further one. */
  readonly retryMs: number
  /** Wall clock. */
  readonly now: number
  /** From 0 up to 1. */
  readonly random: number
}

/** The delay before the next attempt: the one that the server requests, else exponential backoff with jitter. */
export function retryDelay(headers: Headers | null, { retries, retryMs, now, random }: Backoff): number {
  const requested = headers === null ? NaN : requestedDelay(headers, now)
  if (requested > 0 && requested <= MAX_REQUESTED_MS) return requested
  return Math.min(retryMs * 2 ** retries, MAX_BACKOFF_MS) * (1 - JITTER * random)
}

/** NaN if no header has a valid delay. */
function requestedDelay(headers: Headers, now: number): number {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && Number.isFinite(Number(exact))) return Number(exact)
  const after = headers.get('retry-after')
  if (after === null) return NaN
  const seconds = Number(after)
  return Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - now
}
