/**
 * How long a reply that streams is waited for: so long in all, so long without
 * a byte, and no longer than anybody wants it.
 */

/** The limits of a wait. */
export interface WaitLimits {
  /** For the whole reply, in ms. */
  readonly timeoutMs: number
  /** Between two pieces of it, in ms. */
  readonly silenceMs: number
}

/** A wait under way. */
export interface Wait {
  /** Aborts when the wait is over. */
  readonly signal: AbortSignal
  /** Says that something came. */
  readonly touch: () => void
  /** Ends the wait; its timers would keep a process alive. */
  readonly end: () => void
  /** Milliseconds of the limit that was reached, null where none was. */
  readonly reached: () => number | null
}

/** Starts to wait, until `outer` aborts at the latest. */
export function startWait({ timeoutMs, silenceMs }: WaitLimits, outer: AbortSignal | null): Wait {
  const controller = new AbortController()
  let reached: number | null = null

  function expire(ms: number): void {
    reached ??= ms
    controller.abort()
  }

  const give = () => controller.abort()
  if (outer?.aborted === true) give()
  outer?.addEventListener('abort', give, { once: true })
  const deadline = setTimeout(expire, timeoutMs, timeoutMs)
  let silence = setTimeout(expire, silenceMs, silenceMs)

  return {
    signal: controller.signal,
    touch() {
      clearTimeout(silence)
      silence = setTimeout(expire, silenceMs, silenceMs)
    },
    end() {
      clearTimeout(deadline)
      clearTimeout(silence)
      outer?.removeEventListener('abort', give)
    },
    reached: () => reached,
  }
}
