/**
 * Listeners of abort signals, and pauses that a signal ends. Every listener can be removed; those of a linked
 * controller are removed when it aborts.
 */

/** Removes a listener. A second call does nothing. */
export type StopListening = () => void

/** Calls `listener` once: when the signal aborts, or now if it already has. Null is a signal that never aborts. */
export function onAbort(signal: AbortSignal | null, listener: () => void): StopListening {
  if (signal?.aborted === true) listener()
  else signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}

/**
 * A controller that aborts as soon as one of the signals does, with the same reason. Its abort removes the listeners.
 * `AbortSignal.any` can't replace it: Node 20 may collect the signals of `any` as garbage while they are in use.
 */
export function createLinkedController(...signals: readonly (AbortSignal | null)[]): AbortController {
  const controller = new AbortController()
  const stops = signals.map((signal) => onAbort(signal, () => controller.abort(signal?.reason)))
  onAbort(controller.signal, () => stops.forEach((stop) => stop()))
  return controller
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
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
