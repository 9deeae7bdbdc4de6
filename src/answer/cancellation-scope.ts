/** The signal that ends an answer early: when its reader leaves, or when its time is over. */
import { onAbort } from '../base/abort.ts'
import { AskError } from '../base/errors.ts'

/** The lifetime of one answer: it ends when the reader leaves, when its time is over, or when it is complete. */
export interface CancellationScope {
  /** Passed to all requests of the answer; aborts with an `AskError`. */
  readonly signal: AbortSignal
  /** The reason of the abort, null before it. */
  readonly reason: () => AskError | null
  /** Begins to listen to the reader and to count the time. */
  readonly start: (timeoutMs: number) => void
  /** Called when nobody waits for the answer any more. */
  readonly cancel: () => void
  /** Called when the answer has ended: removes the timer and all listeners. */
  readonly finish: () => void
}

/** `reader` aborts when the reader goes away. */
export function createCancellationScope(reader: AbortSignal): CancellationScope {
  const controller = new AbortController()
  let reason: AskError | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening = () => undefined as void

  function end(error: AskError): void {
    reason ??= error
    controller.abort(reason)
  }

  function cancel(): void {
    end(new AskError('cancelled', 'The answer was cancelled'))
  }

  function start(timeoutMs: number): void {
    stopListening = onAbort(reader, cancel)
    if (reader.aborted) return
    timer = setTimeout(
      () => end(new AskError('model-timeout', `The answer was not done within ${timeoutMs / 1000} s`)),
      timeoutMs,
    )
  }

  function finish(): void {
    clearTimeout(timer)
    stopListening()
    // Work that still runs for the answer is useless now.
    controller.abort()
  }

  return { signal: controller.signal, reason: () => reason, start, cancel, finish }
}
