/** The signal that ends an answer early: when its reader leaves, or when its time is over. */
import { AskError } from '../base/errors.ts'

/** The lifetime of one answer: it ends when the reader leaves, when its time is over, or when it is complete. */
export interface CancellationScope {
  /** Given to all that the answer asks for; aborts with an `AskError`. */
  readonly signal: AbortSignal
  /** Why the signal aborted, null while it hasn't. */
  readonly reason: () => AskError | null
  /** Begins to listen to the reader and to count the time. */
  readonly start: (timeoutMs: number) => void
  /** Nobody waits for the answer any more. */
  readonly cancel: () => void
  /** The answer is over: leaves no timer and no listener. */
  readonly finish: () => void
}

/** `reader` aborts when the reader goes away. */
export function createCancellationScope(reader: AbortSignal): CancellationScope {
  const controller = new AbortController()
  let reason: AskError | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(error: AskError): void {
    reason ??= error
    controller.abort(reason)
  }

  function cancel(): void {
    end(new AskError('cancelled', 'The answer was cancelled'))
  }

  function start(timeoutMs: number): void {
    if (reader.aborted) return cancel()
    reader.addEventListener('abort', cancel)
    timer = setTimeout(() => end(new AskError('model-timeout', `The answer was not done within ${timeoutMs / 1000} s`)), timeoutMs)
  }

  function finish(): void {
    clearTimeout(timer)
    reader.removeEventListener('abort', cancel)
    // What still runs for the answer has no use.
    controller.abort()
  }

  return { signal: controller.signal, reason: () => reason, start, cancel, finish }
}
