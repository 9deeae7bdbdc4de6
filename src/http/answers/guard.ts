/**
 * Admission of questions to the model: rates of each client, answers at once,
 * and tokens a day for all. In memory, for one process.
 */
import type { AnswerReport } from '../../answer/answerer.ts'
import { AskError } from '../../base/errors.ts'
import { createPlaces, type Release } from './semaphore.ts'
import { createRateLimit } from '../wire/rate.ts'
import type { AnswerSettings } from '../wire/settings.ts'
import type { Fallback } from './warnings.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Pause after a provider has reported a spent quota; then a single question tries again. */
const QUOTA_PAUSE_MS = 600_000

/** Permission for one answer. */
export interface Admission {
  readonly type: 'admitted'
  /** Ends the answer's part in the limit of answers at once; further calls do nothing. */
  readonly release: Release
  /** Counts the tokens of the answer. */
  readonly record: (report: AnswerReport) => void
}

/** An admission, or the reason for keyword results. */
export type Decision = Admission | { readonly type: 'fallback'; readonly fallback: Fallback }

/**
 * Decides on a question of a client (its network, empty where it isn't known).
 * Takes up to `maxWaitMs`; rejects with `AskError('cancelled')` when the signal
 * aborts.
 */
export type Guard = (client: string, signal: AbortSignal) => Promise<Decision>

/** A guard with full budgets; `now` is a clock in milliseconds since 1970. */
export function createGuard(limits: AnswerSettings, now: () => number): Guard {
  const takeMinute = createRateLimit({ requests: limits.perMinute, perMs: MINUTE_MS }, now)
  const takeDay = createRateLimit({ requests: limits.perDay, perMs: DAY_MS }, now)
  const takePlace = createPlaces({ most: limits.atOnce, maxWaiting: limits.maxWaiting, maxWaitMs: limits.maxWaitMs })
  const tokens = createDayBudget(limits.tokensPerDay, now)
  const quota = createQuota(now)

  /** The reason that holds for every client. */
  function commonFallback(): Fallback | null {
    if (tokens.secondsToWait() > 0) return { reason: 'tokens', seconds: tokens.secondsToWait() }
    return quota.secondsToWait() > 0 ? { reason: 'quota', seconds: quota.secondsToWait() } : null
  }

  /** The reason that holds for this client. Clients without an address have only the common limits. */
  function clientFallback(client: string): Fallback | null {
    const minute = client === '' ? 0 : takeMinute(client)
    if (minute > 0) return { reason: 'minute', seconds: minute }
    const day = client === '' ? 0 : takeDay(client)
    return day > 0 ? { reason: 'day', seconds: day } : null
  }

  function admission(release: Release): Admission {
    const noteQuota = quota.begin()
    return {
      type: 'admitted',
      release,
      record(report) {
        tokens.spend(report.usage.input + report.usage.output)
        noteQuota(report)
      },
    }
  }

  return async function admit(client, signal) {
    // The common limits come first: no client is charged for an answer that nobody could get.
    const fallback = commonFallback() ?? clientFallback(client)
    if (fallback !== null) return { type: 'fallback', fallback }
    const release = await takePlace(signal)
    if (signal.aborted) {
      release?.()
      throw new AskError('cancelled', 'Nobody waits for the answer any more.')
    }
    if (release === null) return { type: 'fallback', fallback: { reason: 'busy' } }
    // The answers that this question waited for may have spent the budget.
    const spent = commonFallback()
    if (spent === null) return admission(release)
    release()
    return { type: 'fallback', fallback: spent }
  }
}

/** The tokens of one day in UTC. */
function createDayBudget(limit: number, now: () => number) {
  let day = 0
  let spent = 0

  function startDay(): void {
    const today = Math.floor(now() / DAY_MS)
    if (today !== day) spent = 0
    day = today
  }
  return {
    spend(tokens: number): void {
      startDay()
      spent += tokens
    },
    /** 0 while tokens are left. */
    secondsToWait(): number {
      startDay()
      return spent < limit ? 0 : Math.ceil(((day + 1) * DAY_MS - now()) / 1_000)
    },
  }
}

/** The state of the provider's quota. */
function createQuota(now: () => number) {
  /** End of the pause, 0 for none. */
  let pausedUntilMs = 0

  return {
    secondsToWait: () => Math.max(0, Math.ceil((pausedUntilMs - now()) / 1_000)),
    /** Counts the start of an answer. The first one after a pause is a trial: others wait for its report. */
    begin(): (report: AnswerReport) => void {
      const isTrial = pausedUntilMs > 0
      if (isTrial) pausedUntilMs = now() + QUOTA_PAUSE_MS
      return function note({ error, outcome }) {
        if (error === 'model-quota') pausedUntilMs = now() + QUOTA_PAUSE_MS
        else if (error === null && outcome !== 'cancelled') pausedUntilMs = 0
        // The trial was inconclusive, so the next answer is one.
        else if (isTrial) pausedUntilMs = now()
      }
    },
  }
}
