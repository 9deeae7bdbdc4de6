/** A pool: calls for many items, of which only some run at once. */
import { createLinkedController } from './abort.ts'

/** The limits of a pool. */
export interface PoolOptions {
  /** Calls that run at once. */
  readonly concurrency: number
  /** Ends the pool: no further call is made. Null for a pool that runs to its end. */
  readonly signal: AbortSignal | null
}

/**
 * Calls `run` for each item, in order. After the first failure no call is made, those that run are aborted, and it
 * rejects.
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
