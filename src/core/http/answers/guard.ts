/**
 * Admission of questions to the model. Limits: the rates of each client, the answers under way at the same time, and
 * the tokens of a day (UTC) for all; and a pause after a provider has reported that its quota is spent. The counts are
 * in the memory of one process, except for the tokens, whose ledger may outlive it.
 *
 * Before an answer starts, it reserves the most that answers usually cost; the unused part is given back at its end. So
 * answers that run at the same time can't spend the same tokens.
 */
import type { AnswerReport } from '../../answer/answerer.ts'
import { AskError } from '../../base/errors.ts'
import { createSemaphore, type Release } from '../../base/semaphore.ts'
import { createRateLimit } from '../wire/rate-limit.ts'
import type { AnswerSettings, TokenLedger } from '../wire/settings.ts'
import type { Fallback } from './question.ts'

const MINUTE_MS = 60_000
/** Milliseconds of a day. */
export const DAY_MS = 86_400_000
const FIRST_PAUSE_MS = 30_000
/** Tokens without which no answer is started: a smaller remainder of the day is not used. */
const LEAST_TOKENS = 2_000

const BUSY: Decision = { type: 'fallback', fallback: { reason: 'busy' } }

export interface Admission {
  readonly type: 'admitted'
  /** Releases the answer's slot among the answers under way. Further calls do nothing. */
  readonly release: Release
  /** Reserves this cost in tokens; false if the budget has no room for it and others are under way. */
  readonly mayCost: (tokens: number) => boolean
  /** Counts the cost of the answer. */
  readonly record: (report: Pick<AnswerReport, 'cost' | 'error' | 'outcome'>) => void
}

export type Decision = Admission | { readonly type: 'fallback'; readonly fallback: Fallback }

/**
 * A guard with full budgets; `now` is a clock in milliseconds since 1970. It decides on a question of a client (see
 * `limitedClient`): by a promise if the question has to wait for another answer to end, for at most `maxWaitMs`. It
 * throws or rejects with `AskError('cancelled')` when the signal aborts.
 */
export function createGuard(limits: AnswerSettings, now: () => number) {
  const { maxWaiting, maxWaitMs, longestPauseMs } = limits
  const takeMinute = createRateLimit({ requests: limits.perMinute, perMs: MINUTE_MS }, now)
  const takeDay = createRateLimit({ requests: limits.perDay, perMs: DAY_MS }, now)
  const acquire = createSemaphore({ slots: limits.atOnce, maxWaiting, maxWaitMs })
  const budget = createDayBudget(limits, now)
  const quota = createQuotaPause(longestPauseMs, now)

  /** The reason why no client gets an answer now, null if there is none. */
  function commonFallback(): Fallback | null {
    const seconds = budget.secondsToWait()
    if (seconds > 0) return { reason: 'tokens', seconds }
    return quota.secondsToWait() > 0 ? { reason: 'quota', seconds: quota.secondsToWait() } : null
  }

  /** The reason why this client gets no answer now, null if there is none. Counts the question. */
  function clientFallback(client: string): Fallback | null {
    const minute = takeMinute(client)
    if (minute > 0) return { reason: 'minute', seconds: minute }
    const day = takeDay(client)
    return day > 0 ? { reason: 'day', seconds: day } : null
  }

  function admission(release: Release, reservation: Reservation): Admission {
    const noteQuota = quota.begin()
    return {
      type: 'admitted',
      release,
      mayCost: reservation.covers,
      record(report) {
        reservation.spend(report.cost)
        noteQuota(report)
      },
    }
  }

  function decide(release: Release): Decision {
    // The answers that this question waited for may have spent the budget.
    const fallback = commonFallback()
    const reservation = fallback === null ? budget.reserve() : null
    if (reservation !== null) return admission(release, reservation)
    release()
    // Without another reason, answers under way hold the tokens that it needs.
    return { type: 'fallback', fallback: fallback ?? { reason: 'reserved' } }
  }

  async function waitForSlot(slot: Promise<Release | null>, signal: AbortSignal): Promise<Decision> {
    const release = await slot
    if (!signal.aborted) return release === null ? BUSY : decide(release)
    release?.()
    throw cancelled()
  }

  return function admit(client: string, signal: AbortSignal): Decision | Promise<Decision> {
    if (signal.aborted) throw cancelled()
    // The common limits come first, so that no question is counted for a client if nobody could get an answer.
    const fallback = commonFallback() ?? clientFallback(client)
    if (fallback !== null) return { type: 'fallback', fallback }
    const slot = acquire(signal)
    if (slot === null) return BUSY
    return slot instanceof Promise ? waitForSlot(slot, signal) : decide(slot)
  }
}

function cancelled(): AskError {
  return new AskError('cancelled', 'Nobody waits for the answer any more.')
}

/** The state of a provider's quota, which is not spent. `now` is a clock in milliseconds. */
function createQuotaPause(longestMs: number, now: () => number) {
  /** End of the pause, 0 for none. */
  let untilMs = 0
  let pauseMs = 0

  function pause(ms: number): void {
    pauseMs = Math.min(ms, longestMs)
    untilMs = now() + pauseMs
  }

  return {
    /** Seconds until the end of the pause; 0 without a pause. */
    secondsToWait() {
      // A clock that was set back makes the pause no longer.
      untilMs = Math.min(untilMs, now() + pauseMs)
      return Math.max(0, Math.ceil((untilMs - now()) / 1_000))
    },
    /** Notes the start of an answer. The function that it returns takes the answer's report. */
    begin() {
      const isTrial = untilMs > 0
      const pauseAtStart = pauseMs
      // Other answers wait for the report of the trial.
      if (isTrial) untilMs = now() + pauseMs
      return function note({ error, outcome }: Pick<AnswerReport, 'error' | 'outcome'>): void {
        if (error === 'model-quota') {
          if (isTrial) pause(2 * pauseAtStart)
          // An answer that began before the pause adds nothing to the report that caused it.
          else if (untilMs === 0) pause(FIRST_PAUSE_MS)
        } else if (!isTrial) {
          return
        } else if (error === null && outcome !== 'cancelled') {
          untilMs = pauseMs = 0
        } else {
          // The trial was inconclusive, so the next answer is the trial.
          untilMs = now()
        }
      }
    },
  }
}

/** Tokens that one answer may spend. */
interface Reservation {
  /** Makes sure that this many tokens are reserved; false if the day has too few left and others are under way. */
  readonly covers: (tokens: number) => boolean
  /** Replaces the reservation by the actual cost. Further calls do nothing. */
  readonly spend: (tokens: number) => void
}

/** A budget, given what its ledger has as spent. The only answer under way may exceed what is left of the day. */
export function createDayBudget(
  { tokensPerDay, reservedTokens, ledger }: Pick<AnswerSettings, 'tokensPerDay' | 'reservedTokens' | 'ledger'>,
  now: () => number,
) {
  const least = Math.min(LEAST_TOKENS, tokensPerDay)
  /** Reservations of answers under way. The ledger already counts them as spent on `day`. */
  const open = new Set<{ tokens: number }>()
  let day = 0

  const openTokens = () => [...open].reduce((sum, { tokens }) => sum + tokens, 0)

  /** Starts a new day if it has come; the reservations of answers under way then count for it. */
  function startDay(): void {
    const today = Math.floor(now() / DAY_MS)
    if (countsFor(today, day)) return
    day = today
    if (open.size > 0) ledger.add(day, openTokens())
  }

  /** Tokens of the day that are neither spent nor reserved. */
  function remainder(): number {
    startDay()
    return tokensPerDay - ledger.spentOn(day)
  }

  /** Reserves the tokens of one answer; null if answers under way hold too much of the budget. */
  function reserve(): Reservation | null {
    if (remainder() < (open.size === 0 ? least : reservedTokens)) return null
    const reservation = { tokens: reservedTokens }
    open.add(reservation)
    ledger.add(day, reservedTokens)

    function covers(tokens: number): boolean {
      const more = tokens - reservation.tokens
      if (more <= 0) return true
      if (!open.has(reservation) || (open.size > 1 && remainder() < more)) return false
      reservation.tokens = tokens
      ledger.add(day, more)
      return true
    }

    function spend(tokens: number): void {
      startDay()
      if (!open.delete(reservation)) return
      ledger.add(day, tokens - reservation.tokens)
    }

    return { covers, spend }
  }

  /** Seconds until the next day if this day's tokens are spent, otherwise 0. */
  function secondsToWait(): number {
    if (remainder() + openTokens() >= least) return 0
    return Math.ceil(((day + 1) * DAY_MS - now()) / 1_000)
  }

  return { reserve, secondsToWait }
}

/** True for a day that shares the tokens of `latest`, as the day before does: a clock set back gives none back. */
export function countsFor(day: number, latest: number): boolean {
  return day === latest || day === latest - 1
}

export function createMemoryLedger(): TokenLedger {
  let latest = 0
  let spent = 0
  return {
    spentOn: (day) => (countsFor(day, latest) ? spent : 0),
    add: (day, tokens) => {
      if (!countsFor(day, latest)) [latest, spent] = [day, 0]
      spent += tokens
    },
  }
}
