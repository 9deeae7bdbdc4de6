/**
 * The pause after a provider has reported that its quota is spent: half a minute, then twice as long after each trial
 * that fails, up to a limit.
 */
import type { AnswerReport } from '../../answer/answerer.ts'

/** The first pause. */
const FIRST_PAUSE_MS = 30_000

/** The state of a provider's quota. */
export interface QuotaPause {
  readonly secondsToWait: () => number
  /** Counts the start of an answer; the function takes its report. The first answer after a pause is a trial. */
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
      // Others wait for the report of the trial.
      if (isTrial) untilMs = now() + pauseMs
      return function note({ error, outcome }) {
        if (error === 'model-quota') {
          if (isTrial) pause(2 * pauseAtStart)
          // Answers that began before the pause know no more than the one that caused it.
          else if (untilMs === 0) pause(FIRST_PAUSE_MS)
        } else if (error === null && outcome !== 'cancelled') untilMs = pauseMs = 0
        // The trial was inconclusive, so the next answer is one.
        else if (isTrial) untilMs = now()
      }
    },
  }
}
