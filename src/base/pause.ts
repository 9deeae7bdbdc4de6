import { onAbort } from './abort.ts'

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
