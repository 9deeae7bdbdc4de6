/**
 * A circuit breaker: after several failures in a row, requests fail at once for a while, then one is let through, so
 * that readers don't wait for an engine that is down.
 */

/** Failures in a row that open the circuit. */
const MAX_FAILURES = 5
/** Time for which it stays open. */
const OPEN_MS = 2_000

/** The state of one engine, according to the requests so far. */
export interface Breaker {
  /** False while the circuit is open. */
  readonly mayTry: () => boolean
  readonly succeeded: () => void
  readonly failed: () => void
}

/** A closed circuit: requests go through. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  /** Time from which a request may try again. */
  let retryAt = -Infinity

  return {
    mayTry() {
      if (failures < MAX_FAILURES) return true
      if (now() < retryAt) return false
      // This request tries; others fail until it has ended or the time has passed again.
      retryAt = now() + OPEN_MS
      return true
    },
    succeeded() {
      failures = 0
    },
    failed() {
      failures += 1
      if (failures >= MAX_FAILURES) retryAt = now() + OPEN_MS
    },
  }
}
