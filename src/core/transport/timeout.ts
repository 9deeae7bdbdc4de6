/**
 * Time limits of a reply that streams: for all of it, until its first byte and
 * between two bytes; and its end with a signal of the caller. Times are in ms.
 */
import { onAbort } from '../base/abort.ts'

/** Limits of one timeout; those that are not set are that for the whole reply. */
export interface TimeoutLimits {
  /** For the whole reply. */
  readonly timeoutMs: number
  /** Until its first byte. */
  readonly firstByteMs?: number
  /** Between two pieces of it. */
  readonly idleMs?: number
}

/** A limit that was reached; that of the first byte counts as idle time. */
interface ReachedLimit {
  readonly limit: 'total' | 'idle'
  readonly ms: number
}

/** A running timeout. */
export type Timeout = ReturnType<typeof startTimeout>

/** Starts a timeout that awaits the first byte; null is a caller without a signal. */
export function startTimeout(limits: TimeoutLimits, outer: AbortSignal | null) {
  const { timeoutMs, firstByteMs = timeoutMs } = limits
  const controller = new AbortController()
  const signal: AbortSignal = controller.signal
  let { idleMs = timeoutMs } = limits
  let reached: ReachedLimit | null = null
  let isOver = false

  function reach(limit: ReachedLimit['limit'], ms: number): void {
    reached ??= { limit, ms }
    clear()
    controller.abort()
  }

  function stopTimers(): void {
    isOver = true
    clearTimeout(total)
    clearTimeout(idle)
    clearTimeout(shortened)
  }

  /** Stops all timers, which would keep a process alive. */
  function clear(): void {
    stopTimers()
    stopListening()
  }

  const total = setTimeout(reach, timeoutMs, 'total', timeoutMs)
  let idle = setTimeout(reach, firstByteMs, 'idle', firstByteMs)
  let shortened: ReturnType<typeof setTimeout> | undefined
  const stopListening = onAbort(outer, () => {
    stopTimers()
    controller.abort()
  })

  return {
    /** Aborts at the first limit, or when the caller's signal aborts. */
    signal,
    /** Begins to count idle time: the next piece is awaited. */
    startIdle() {
      clearTimeout(idle)
      if (!isOver) idle = setTimeout(reach, idleMs, 'idle', idleMs)
    },
    /** Counts no idle time until the next start: a piece has come. */
    stopIdle: () => clearTimeout(idle),
    /** Sets the time between two pieces, from the next piece on. */
    allowIdle(ms: number) {
      idleMs = ms
    },
    /** Shortens the time for the whole reply to at most that many ms from now, also if it was shortened before. */
    shorten(withinMs: number) {
      clearTimeout(shortened)
      if (!isOver) shortened = setTimeout(reach, withinMs, 'total', withinMs)
    },
    clear,
    /** The limit that was reached, null before that and after an abort of the caller's signal. */
    reached: (): ReachedLimit | null => reached,
  }
}
