/**
 * The tokens of one day (UTC), for all answers. Before an answer starts, it reserves the most that answers usually
 * cost; the unused part is given back at its end. So answers that run at the same time can't spend the same tokens.
 */
import type { TokenLedger } from '../wire/settings.ts'

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000
/** Tokens without which no answer is started: a smaller remainder of the day is not used. */
const LEAST_TOKENS = 2_000

/** Tokens that one answer may spend. */
export interface Reservation {
  /** Makes sure that this many tokens are reserved; false if the day does not have that many left. */
  readonly covers: (tokens: number) => boolean
  /** Replaces the reservation by the actual cost. Further calls do nothing. */
  readonly spend: (tokens: number) => void
}

/** Limits and dependencies of a budget. */
interface DayBudgetOptions {
  /** Tokens of a day. */
  readonly limit: number
  /** Tokens that an answer reserves. */
  readonly reserved: number
  readonly ledger: TokenLedger
  /** Clock in milliseconds since 1970. */
  readonly now: () => number
}

/** A budget, given what its ledger has as spent. The only answer under way may use all that is left of the day. */
export function createDayBudget({ limit, reserved, ledger, now }: DayBudgetOptions) {
  const least = Math.min(LEAST_TOKENS, limit)
  /** Reservations of answers under way. The ledger already counts them as spent on `day`. */
  const open = new Set<{ tokens: number }>()
  let day = 0

  const openTokens = () => [...open].reduce((sum, { tokens }) => sum + tokens, 0)

  /** Starts a new day if it has come; the reservations of answers under way then count for it. */
  function startDay(): void {
    const today = Math.floor(now() / DAY_MS)
    if (today <= day) return
    day = today
    if (open.size > 0) ledger.add(day, openTokens())
  }

  /** Tokens of the day that are neither spent nor reserved. */
  function remainder(): number {
    startDay()
    return limit - ledger.spentOn(day)
  }

  /** Reserves the tokens of one answer; null if answers under way hold too much of the budget. */
  function reserve(): Reservation | null {
    if (remainder() < (open.size === 0 ? least : reserved)) return null
    const reservation = { tokens: reserved }
    open.add(reservation)
    ledger.add(day, reserved)

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

/** A ledger in memory. If the clock is set back to an earlier day, the spent tokens of the latest day still count. */
export function createMemoryLedger(): TokenLedger {
  let latest = 0
  let spent = 0
  return {
    spentOn: (day) => (day <= latest ? spent : 0),
    add: (day, tokens) => {
      if (day > latest) [latest, spent] = [day, 0]
      spent += tokens
    },
  }
}
