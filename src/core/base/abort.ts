/**
 * Listeners of abort signals, and waits that a signal ends: pauses, and reads of an async source with a time limit for
 * each. Every listener can be removed.
 */

/**
 * Calls `listener` once: when the signal aborts, or now if it already has. Null is a signal that never aborts. Returns
 * a function that removes the listener; a second call of it does nothing.
 */
export function onAbort(signal: AbortSignal | null, listener: () => void): () => void {
  if (signal?.aborted === true) listener()
  else signal?.addEventListener('abort', listener, { once: true })
  return () => signal?.removeEventListener('abort', listener)
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    onAbort(signal, finish)
  })
}

/** The outcome of a wait: an item, no item in time, or the end of the source. */
type TimedRead<T> =
  | { readonly type: 'item'; readonly item: T }
  | { readonly type: 'late' }
  | { readonly type: 'end' }

const LATE = { type: 'late' } as const
const END = { type: 'end' } as const

/**
 * A reader of one item at a time; calls must not overlap. It requests nothing before the first read, and at most one
 * item ahead. An item that arrives too late is not lost: the next read returns it. When the signal aborts, a waiting
 * read ends at once, even if the source does not react. A null signal never aborts.
 */
export function createTimedReader<T>(source: AsyncIterable<T>, signal: AbortSignal | null) {
  const items = source[Symbol.asyncIterator]()
  let pending: Promise<TimedRead<T>> | null = null
  let isOver = false
  let wake = (_read: TimedRead<T>) => undefined as void

  function close(): void {
    isOver = true
    // Not awaited: nobody is left to handle a failure.
    void items.return?.().catch(() => undefined)
    wake(END)
  }

  /** Ends the reader and returns the source's iterator. A generator notices that only at its next `yield`. */
  function end(): void {
    stopListening()
    close()
  }

  async function request(): Promise<TimedRead<T>> {
    const { done, value } = await items.next()
    return done ? END : { type: 'item', item: value }
  }

  function wait(promise: Promise<TimedRead<T>>, ms: number): Promise<TimedRead<T>> {
    return new Promise((resolve, reject) => {
      wake = (read) => {
        clearTimeout(timer)
        resolve(read)
      }
      const timer = ms === Infinity ? undefined : setTimeout(wake, ms, LATE)
      promise.then(wake, (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      })
    })
  }

  /**
   * The next item, or `late` after `withinMs` (Infinity: no limit). Rejects with the source's failure. Every read after
   * the end is `end`.
   */
  async function next(withinMs: number): Promise<TimedRead<T>> {
    if (isOver) return END
    pending ??= request()
    const read = await wait(pending, withinMs)
    if (read.type !== 'late') pending = null
    return read
  }

  const stopListening = onAbort(signal, close)
  return { next, end }
}
