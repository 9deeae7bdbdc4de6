/**
 * A gate that lets so many through at once and has the others wait in order.
 */

/** A way in for work that must not all run at once. */
export interface Gate {
  /** Runs `work` when its turn comes; null, and nothing is run, when too many wait already. */
  readonly pass: <T>(work: () => T | Promise<T>) => Promise<T> | null
}

/** A gate for `atOnce` pieces of work, with room for `maxWaiting` more. */
export function createGate(atOnce: number, maxWaiting: number): Gate {
  const waiting: (() => void)[] = []
  let inside = 0

  async function run<T>(work: () => T | Promise<T>): Promise<T> {
    if (inside < atOnce) inside += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever waits takes the place over.
      const next = waiting.shift()
      if (next === undefined) inside -= 1
      else next()
    }
  }

  return { pass: (work) => (inside >= atOnce && waiting.length >= maxWaiting ? null : run(work)) }
}
