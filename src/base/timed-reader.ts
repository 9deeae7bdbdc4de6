/**
 * Items of a source, each with a limit on the wait for it: an item that comes
 * later is not lost, the next call gives it. A wait ends at once when a signal
 * aborts, whatever the source does.
 */
import { onAbort } from './abort.ts'

/** The outcome of a wait: an item, no item in time, or the end of the source. */
export type TimedRead<T> =
  | { readonly type: 'item'; readonly item: T }
  | { readonly type: 'late' }
  | { readonly type: 'end' }

/** A reader of one item at a time; calls must not overlap. */
export interface TimedReader<T> {
  /** The next item; `withinMs` may be Infinity. Rejects with the source's failure. After the end it gives the end. */
  readonly next: (withinMs: number) => Promise<TimedRead<T>>
  /** Returns the source's iterator; a source in the middle of its work sees it when that is done. */
  readonly end: () => void
}

const LATE = { type: 'late' } as const
const END = { type: 'end' } as const

/** A reader that requests nothing before the first call, and at most one item ahead. A null signal never aborts. */
export function createTimedReader<T>(source: AsyncIterable<T>, signal: AbortSignal | null): TimedReader<T> {
  const items = source[Symbol.asyncIterator]()
  let pending: Promise<TimedRead<T>> | null = null
  let isOver = false
  let wake = (_read: TimedRead<T>) => undefined as void

  function close(): void {
    if (isOver) return
    isOver = true
    // Not awaited: a failure here concerns nobody.
    void items.return?.().catch(() => undefined)
    wake(END)
  }

  function end(): void {
    stopListening()
    close()
  }

  async function ask(): Promise<TimedRead<T>> {
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

  async function next(withinMs: number): Promise<TimedRead<T>> {
    if (isOver) return END
    pending ??= ask()
    const read = await wait(pending, withinMs)
    if (read.type !== 'late') pending = null
    if (read.type === 'end') end()
    return read
  }

  const stopListening = onAbort(signal, close)
  return { next, end }
}
