/** A failed attempt -> whether and when the same request is sent again. All times are in ms. */
import type { ErrorCode } from '../../base/errors.ts'

/** The number of times a failed request may be sent again: none, one, or as many as the settings allow. */
export type RetryPolicy = 'never' | 'once' | 'often'

/** Longest delay that a server may request; a longer one is replaced by the default delay. */
const MAX_REQUESTED_MS = 60_000
const MAX_BACKOFF_MS = 8_000
/** Largest random share by which a delay is shortened, so that clients that failed together don't retry together. */
const JITTER = 0.25
/** Statuses below 500 that mean a transient condition: request timeout, conflict, too many requests. */
const TRANSIENT_STATUSES = new Set([408, 409, 429])

/** The policy for an error reply: none for an exhausted quota, otherwise the server's advice or that of the status. */
export function retryPolicyOf(status: number, code: ErrorCode, headers: Headers): RetryPolicy {
  const advice = headers.get('x-should-retry')
  if (code === 'model-quota' || advice === 'false') return 'never'
  return advice === 'true' || TRANSIENT_STATUSES.has(status) || status >= 500 ? 'often' : 'never'
}

/** The values from which a delay is computed. */
export interface Backoff {
  /** Retries already made. */
  readonly retries: number
  /** Delay before the first retry; doubled for each further one. */
  readonly retryMs: number
  /** Wall clock. */
  readonly now: number
  /** A random number from 0 to below 1. */
  readonly random: number
}

/** The delay before the next attempt: the one that the server requests, else exponential backoff with jitter. */
export function retryDelay(headers: Headers | null, { retries, retryMs, now, random }: Backoff): number {
  const requested = headers === null ? NaN : requestedDelay(headers, now)
  if (requested > 0 && requested <= MAX_REQUESTED_MS) return requested
  return Math.min(retryMs * 2 ** retries, MAX_BACKOFF_MS) * (1 - JITTER * random)
}

/** The delay that a header requests; NaN if none has a valid one. */
function requestedDelay(headers: Headers, now: number): number {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && Number.isFinite(Number(exact))) return Number(exact)
  const after = headers.get('retry-after')
  if (after === null) return NaN
  const seconds = Number(after)
  return Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - now
}
