/**
 * The pause after a provider has reported that its quota is spent: half a minute, then twice as long after each failed
 * trial, up to a limit. A trial is the first answer after a pause.
 */
import type { AnswerReport } from '../../answer/answerer.ts'

const FIRST_PAUSE_MS = 30_000

/** The state of a provider's quota. */
export interface QuotaPause {
  /** Seconds until the end of the pause; 0 without a pause. */
  readonly secondsToWait: () => number
  /** Notes the start of an answer. The function that it returns takes the answer's report. */
  readonly begin: () => (report: Pick<AnswerReport, 'error' | 'outcome'>) => void
}

/** A quota that is not spent. `now` is a clock in milliseconds. */
export function createQuotaPause(longestMs: number, now: () => number): QuotaPause {
  /** End of the pause, 0 for none. */
  let untilMs = 0
  let pauseMs = 0

  function pause(ms: number): void {
    pauseMs = Math.min(ms, longestMs)
    untilMs = now() + pauseMs
  }

  return {
    secondsToWait: () => Math.max(0, Math.ceil((untilMs - now()) / 1_000)),
    begin() {
      const isTrial = untilMs > 0
      const pauseAtStart = pauseMs
      // Other answers wait for the report of the trial.
      if (isTrial) untilMs = now() + pauseMs
      return function note({ error, outcome }) {
        if (error === 'model-quota') {
          if (isTrial) pause(2 * pauseAtStart)
          // An answer that began before the pause adds nothing to the report that caused it.
          else if (untilMs === 0) pause(FIRST_PAUSE_MS)
        } else if (error === null && outcome !== 'cancelled') untilMs = pauseMs = 0
        // The trial was inconclusive, so the next answer is the trial.
        else if (isTrial) untilMs = now()
      }
    },
  }
}
