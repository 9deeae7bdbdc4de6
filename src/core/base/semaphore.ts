/**
 * Limits on the work that runs at the same time. A semaphore for work that comes from anywhere: the rest waits in order
 * of arrival, within bounds, and leaves the queue when its signal aborts. A pool for one call for each of many items.
 */
import { onAbort } from './abort.ts'

export interface SemaphoreLimits {
  /** Work that may run at the same time. */
  readonly slots: number
  /** Work that may wait for a slot. */
  readonly maxWaiting: number
  /** Longest wait for a slot; Infinity for no limit. */
  readonly maxWaitMs: number
}

/** Gives the slot to the next in the queue; further calls do nothing. */
export type Release = () => void

/**
 * Takes a free slot at once. Null if the queue is full or the signal has aborted; otherwise a promise for the next
 * slot, which resolves to null if the wait is too long or the signal aborts.
 */
export type Acquire = (signal: AbortSignal) => Release | Promise<Release | null> | null

/** A semaphore with all of its slots free. */
export function createSemaphore({ slots, maxWaiting, maxWaitMs }: SemaphoreLimits): Acquire {
  const queue = new Set<(release: Release) => void>()
  let taken = 0

  function holdSlot(): Release {
    let isHeld = true
    return function release() {
      if (!isHeld) return
      isHeld = false
      const [next] = queue
      if (next === undefined) taken -= 1
      else next(holdSlot())
    }
  }

  function wait(signal: AbortSignal): Promise<Release | null> {
    return new Promise((resolve) => {
      const leave = (release: Release | null) => {
        clearTimeout(timer)
        stopListening()
        queue.delete(leave)
        resolve(release)
      }
      const giveUp = () => leave(null)
      const timer = maxWaitMs === Infinity ? undefined : setTimeout(giveUp, maxWaitMs)
      const stopListening = onAbort(signal, giveUp)
      queue.add(leave)
    })
  }

  return function acquire(signal) {
    if (signal.aborted) return null
    if (taken < slots) {
      taken += 1
      return holdSlot()
    }
    return queue.size < maxWaiting ? wait(signal) : null
  }
}

/**
 * Calls `run` for each item, in order, `concurrency` at the same time. After the first failure, or the abort of the
 * signal, it makes no further calls; it aborts those under way and rejects with the failure when they have ended.
 */
export async function runPool<T>(
  items: Iterable<T>,
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal | null },
  run: (item: T, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const ended = new AbortController()
  const stopListening = onAbort(signal, () => ended.abort(signal?.reason))
  const remaining = items[Symbol.iterator]()
  const failures: unknown[] = []

  async function work(): Promise<void> {
    for (let next = remaining.next(); !ended.signal.aborted && !next.done; next = remaining.next()) {
      try {
        await run(next.value, ended.signal)
      } catch (error) {
        failures.push(error)
        ended.abort()
      }
    }
  }

  await Promise.all(Array.from({ length: concurrency }, work))
  stopListening()
  if (failures.length > 0) throw failures[0]
}
