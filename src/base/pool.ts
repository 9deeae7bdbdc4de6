/** A pool: one call for each of many items, with a limit on the calls that run at the same time. */
import { createLinkedController } from './abort.ts'

/** The limits of a pool. */
export interface PoolOptions {
  /** Calls that run at the same time. */
  readonly concurrency: number
  /** Its abort ends the pool: no further call is made. Null for a pool that always runs to its end. */
  readonly signal: AbortSignal | null
}

/**
 * Calls `run` for each item, in order. After the first failure it makes no further calls, aborts those under way, and
 * rejects with that failure when they have ended.
 */
export async function runPool<T>(
  items: Iterable<T>,
  { concurrency, signal }: PoolOptions,
  run: (item: T, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const ended = createLinkedController(signal)
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
  ended.abort()
  if (failures.length > 0) throw failures[0]
}
