/**
 * How long a reply that streams is waited for: so long in all, so long for its
 * first byte, so long without a byte, and no longer than anybody wants it.
 * Times are in ms.
 */
import { onAbort } from '../base/abort.ts'

/** The limits of a wait. */
export interface WaitLimits {
  /** For the whole reply. */
  readonly timeoutMs: number
  /** Until its first byte. */
  readonly firstByteMs: number
  /** Between two pieces of it. */
  readonly silenceMs: number
}

/** A limit that was reached. */
export interface Expiry {
  readonly limit: 'timeout' | 'silence'
  readonly ms: number
}

/** A wait under way. */
export interface Wait {
  /** Aborts when the wait is over. */
  readonly signal: AbortSignal
  /** Waits for the next piece from here on. */
  readonly touch: () => void
  /** Something came: silence is not counted until the next touch. */
  readonly hold: () => void
  /** Ends the wait so many ms from here on, or when it would end before. */
  readonly hurry: (withinMs: number) => void
  /** Ends the wait; its timers would keep a process alive. */
  readonly end: () => void
  /** The limit that was reached, null where none was. */
  readonly expired: () => Expiry | null
}

/** Starts to wait for the first byte, until `outer` aborts at the latest. */
export function startWait({ timeoutMs, firstByteMs, silenceMs }: WaitLimits, outer: AbortSignal | null): Wait {
  const controller = new AbortController()
  let expiry: Expiry | null = null
  let isOver = false

  function expire(limit: Expiry['limit'], ms: number): void {
    expiry ??= { limit, ms }
    end()
    controller.abort()
  }

  function stopTimers(): void {
    isOver = true
    clearTimeout(deadline)
    clearTimeout(silence)
    clearTimeout(haste)
  }

  function end(): void {
    stopTimers()
    stopListening()
  }

  const deadline = setTimeout(expire, timeoutMs, 'timeout', timeoutMs)
  let silence = setTimeout(expire, firstByteMs, 'silence', firstByteMs)
  let haste: ReturnType<typeof setTimeout> | undefined
  const stopListening = onAbort(outer, () => {
    stopTimers()
    controller.abort()
  })

  return {
    signal: controller.signal,
    touch() {
      clearTimeout(silence)
      if (!isOver) silence = setTimeout(expire, silenceMs, 'silence', silenceMs)
    },
    hold: () => clearTimeout(silence),
    hurry(withinMs) {
      if (!isOver) haste ??= setTimeout(expire, withinMs, 'timeout', withinMs)
    },
    end,
    expired: () => expiry,
  }
}
