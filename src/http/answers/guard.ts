/**
 * Who may have an answer made: rates of each client, answers at once, and what
 * all of them together may cost in a day. Kept in memory, for one process.
 */
import type { AnswerReport } from '../../answer/answerer.ts'
import { AskError } from '../../base/errors.ts'
import { createSemaphore, type Release } from '../../base/semaphore.ts'
import { createRateLimit } from '../wire/rate.ts'
import type { AnswerSettings } from '../wire/settings.ts'
import type { Refusal } from './warnings.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Time in which a provider that said its quota is spent is left alone; then a single question tries. */
const QUOTA_REST_MS = 600_000

/** Leave to have one answer made. */
export interface Admission {
  /** Gives the place among the answers at once back; further calls do nothing. */
  readonly release: Release
  /** Counts what the answer has cost. */
  readonly settle: (report: AnswerReport) => void
}

/**
 * Admits a client (its network, empty where it isn't known) or says why not.
 * Takes up to the longest wait for a place; rejects with
 * `AskError('cancelled')` when the signal aborts.
 */
export type Guard = (client: string, signal: AbortSignal) => Promise<Admission | Refusal>

/** A guard that has seen nobody yet; `now` is a clock in milliseconds since 1970. */
export function createGuard(limits: AnswerSettings, now: () => number): Guard {
  const takeMinute = createRateLimit({ requests: limits.perMinute, perMs: MINUTE_MS }, now)
  const takeDay = createRateLimit({ requests: limits.perDay, perMs: DAY_MS }, now)
  const acquire = createSemaphore({ slots: limits.atOnce, maxWaiting: limits.maxWaiting, maxWaitMs: limits.maxWaitMs })
  const tokens = createDayBudget(limits.tokensPerDay, now)
  const quota = createQuota(now)

  /** What no client can help. */
  function refuseAll(): Refusal | null {
    if (tokens.secondsToWait() > 0) return { reason: 'tokens', seconds: tokens.secondsToWait() }
    return quota.secondsToWait() > 0 ? { reason: 'quota', seconds: quota.secondsToWait() } : null
  }

  /** Clients whose address the host doesn't tell can't be told apart: for them the limits of all must do. */
  function refuseClient(client: string): Refusal | null {
    const minute = client === '' ? 0 : takeMinute(client)
    if (minute > 0) return { reason: 'minute', seconds: minute }
    const day = client === '' ? 0 : takeDay(client)
    return day > 0 ? { reason: 'day', seconds: day } : null
  }

  function admission(release: Release): Admission {
    const noteQuota = quota.begin()
    return {
      release,
      settle(report) {
        tokens.spend(report.usage.input + report.usage.output)
        noteQuota(report)
      },
    }
  }

  return async function admit(client, signal) {
    // The limits of all come first: nobody is charged for an answer that nobody could have.
    const refusal = refuseAll() ?? refuseClient(client)
    if (refusal !== null) return refusal
    const release = await acquire(signal)
    if (signal.aborted) {
      release?.()
      throw new AskError('cancelled', 'Nobody waits for the answer any more.')
    }
    if (release === null) return { reason: 'busy' }
    // What was left when the question came may be spent by those it waited for.
    const spent = refuseAll()
    if (spent === null) return admission(release)
    release()
    return spent
  }
}

/** Tokens of one day in UTC. */
function createDayBudget(most: number, now: () => number) {
  let day = 0
  let spent = 0

  function turn(): void {
    const today = Math.floor(now() / DAY_MS)
    if (today !== day) spent = 0
    day = today
  }
  return {
    spend(tokens: number): void {
      turn()
      spent += tokens
    },
    /** 0 while something is left. */
    secondsToWait(): number {
      turn()
      return spent < most ? 0 : Math.ceil(((day + 1) * DAY_MS - now()) / 1_000)
    },
  }
}

/** Whether the model's provider still answers. */
function createQuota(now: () => number) {
  /** End of the rest, 0 while there is no reason for one. */
  let restUntilMs = 0

  return {
    secondsToWait: () => Math.max(0, Math.ceil((restUntilMs - now()) / 1_000)),
    /** An answer begins; after a rest it is the one that tries, and all others rest until it is told how it went. */
    begin(): (report: AnswerReport) => void {
      const isTrial = restUntilMs > 0
      if (isTrial) restUntilMs = now() + QUOTA_REST_MS
      return function note({ error, outcome }) {
        if (error === 'model-quota') restUntilMs = now() + QUOTA_REST_MS
        else if (error === null && outcome !== 'cancelled') restUntilMs = 0
        // It has shown nothing, so the next one tries.
        else if (isTrial) restUntilMs = now()
      }
    },
  }
}
