/** A failed attempt -> whether and when the same request is sent again. Times are in ms. */
import type { ErrorCode } from '../../base/errors.ts'

/** How often a request that failed may be sent again: not, one time in all, or as often as retries are left. */
export type Again = 'never' | 'once' | 'often'

/** A wait that a server asks for is taken up to this long; a longer one is replaced by our own. */
const MAX_ASKED_MS = 60_000
const MAX_BACKOFF_MS = 8_000
/** Part of a wait that chance may take off it, so that clients that failed together don't come back together. */
const JITTER = 0.25
/** Statuses below 500 that pass: time-out, conflict, too many requests. */
const PASSING = new Set([408, 409, 429])

/** What a refusal says of being asked again: a spent quota never helps, for the rest the server knows best. */
export function againAfter(status: number, code: ErrorCode, headers: Headers): Again {
  const advice = headers.get('x-should-retry')
  if (code === 'model-quota' || advice === 'false') return 'never'
  return advice === 'true' || PASSING.has(status) || status >= 500 ? 'often' : 'never'
}

/** What a wait depends on. */
export interface Backoff {
  /** Retries already made. */
  readonly retries: number
  /** Before the first retry; doubled for each one more. */
  readonly retryMs: number
  /** Wall clock. */
  readonly now: number
  /** From 0 up to 1. */
  readonly random: number
}

/** How long to wait before the next attempt: as the server asks, else longer each time. */
export function retryDelay(headers: Headers | null, { retries, retryMs, now, random }: Backoff): number {
  const asked = headers === null ? NaN : askedDelay(headers, now)
  if (asked > 0 && asked <= MAX_ASKED_MS) return asked
  return Math.min(retryMs * 2 ** retries, MAX_BACKOFF_MS) * (1 - JITTER * random)
}

/** NaN where nothing that can be read is asked for. */
function askedDelay(headers: Headers, now: number): number {
  const exact = headers.get('retry-after-ms')
  if (exact !== null && Number.isFinite(Number(exact))) return Number(exact)
  const after = headers.get('retry-after')
  if (after === null) return NaN
  const seconds = Number(after)
  return Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - now
}
