/**
 * Events -> looks at the files: one at a time, each after a short silence, and again if events came meanwhile. A save
 * makes several events within a few milliseconds, a checkout thousands within seconds.
 */

/** Time limits of a loop. */
export interface LoopLimits {
  /** Silence after an event before the files are looked at. */
  readonly quietMs: number
  /** Longest wait after the first event, however many follow. */
  readonly maxDelayMs: number
  /** Pause between two looks if no events come. */
  readonly pollMs: number
  /** The same pause as a multiple of the last look's duration, so that looking costs at most a tenth of a processor. */
  readonly pollRatio: number
}

/** The limits of `ask serve --watch`. */
export const LOOP_LIMITS: LoopLimits = { quietMs: 25, maxDelayMs: 500, pollMs: 1_000, pollRatio: 9 }

/** A loop that waits for events. */
export interface ChangeLoop {
  /** Reports an event. */
  readonly wake: () => void
  /** Ends after the look that is in progress. */
  readonly stop: () => Promise<void>
}

/**
 * A loop that calls `look` after events. If `look` returns true, no events can be expected, so the next call follows
 * after a pause. `look` must not reject.
 */
export function createChangeLoop(look: () => Promise<boolean>, limits = LOOP_LIMITS): ChangeLoop {
  const { quietMs, maxDelayMs, pollMs, pollRatio } = limits
  let timer: NodeJS.Timeout | undefined
  /** Time of the first event that no look has followed yet. */
  let firstEvent: number | null = null
  let running: Promise<void> | null = null
  let isStopped = false

  function schedule(ms: number): void {
    clearTimeout(timer)
    timer = isStopped ? undefined : setTimeout(() => (running = run()), ms)
  }

  async function run(): Promise<void> {
    firstEvent = null
    const started = performance.now()
    const mustPoll = await look()
    const duration = performance.now() - started
    running = null
    if (firstEvent !== null) wake()
    else if (mustPoll) schedule(Math.max(pollMs, pollRatio * duration))
  }

  function wake(): void {
    const now = performance.now()
    firstEvent ??= now
    if (running === null) schedule(Math.min(quietMs, Math.max(0, firstEvent + maxDelayMs - now)))
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await running
  }

  return { wake, stop }
}
