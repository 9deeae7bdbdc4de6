/**
 * A circuit breaker: after failures in a row, requests fail at once for a while, then one is let through. Readers who
 * wait for an engine that is down help nobody.
 */

/** Failures in a row that open the circuit. */
const MAX_FAILURES = 5
/** Time for which it stays open. */
const OPEN_MS = 2_000

/** The state of one engine, as requests have found it. */
export interface Breaker {
  /** False where a request would only fail. */
  readonly mayTry: () => boolean
  readonly succeeded: () => void
  readonly failed: () => void
}

/** A closed circuit: requests go through. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  /** Time from which a request may try again. */
  let closedAt = -Infinity

  return {
    mayTry() {
      if (failures < MAX_FAILURES) return true
      if (now() < closedAt) return false
      // This request tries; others wait for what it finds.
      closedAt = now() + OPEN_MS
      return true
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures >= MAX_FAILURES) closedAt = now() + OPEN_MS
    },
  }
}
