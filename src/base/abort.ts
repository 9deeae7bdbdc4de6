/**
 * Listeners of abort signals, and pauses that a signal ends. Each listener can be removed; those of a linked
 * controller are removed when one of its signals aborts.
 */

/** Removes a listener; does nothing once it was called. */
export type StopListening = () => void

/**
 * Calls `listener` once: when the signal aborts, or at once if it has aborted.
 * Null is a signal that never aborts.
 */
export function onAbort(signal: AbortSignal | null, listener: () => void): StopListening {
  if (signal?.aborted === true) listener()
  else signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}

/**
 * A controller that also aborts with the first of the signals, for its reason.
 * Its own abort removes the listeners. `AbortSignal.any` would do, were its
 * signals not collected too early on Node 20.
 */
export function createLinkedController(...signals: readonly (AbortSignal | null)[]): AbortController {
  const controller = new AbortController()
  const stops = signals.map((signal) => onAbort(signal, () => controller.abort(signal?.reason)))
  onAbort(controller.signal, () => stops.forEach((stop) => stop()))
  return controller
}

/** Resolves after that many milliseconds, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms)
    const stopListening = onAbort(signal, () => {
      clearTimeout(timer)
      resolve()
    })

    function finish(): void {
      stopListening()
      resolve()
    }
  })
}
