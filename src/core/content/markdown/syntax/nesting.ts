/**
 * What is open at a place, by name, from the outermost on. An end closes the innermost of its name, and with it all that
 * is open inside, whose own ends are missing. Takes a constant time for each start and end, whatever the depth.
 */
export interface Nesting<T> {
  readonly open: (name: string, value: T) => void
  /** Closes the innermost of this name, and gives back its value; undefined without one. */
  readonly close: (name: string) => T | undefined
  readonly has: (name: string) => boolean
}

/** A nesting with nothing open. */
export function createNesting<T>(): Nesting<T> {
  const opened: { readonly name: string; readonly value: T }[] = []
  const counts = new Map<string, number>()
  const countOf = (name: string) => counts.get(name) ?? 0
  const has = (name: string) => countOf(name) > 0

  return {
    open(name, value) {
      opened.push({ name, value })
      counts.set(name, countOf(name) + 1)
    },
    close(name) {
      if (!has(name)) return undefined
      for (let last = opened.pop(); last !== undefined; last = opened.pop()) {
        counts.set(last.name, countOf(last.name) - 1)
        if (last.name === name) return last.value
      }
      return undefined
    },
    has,
  }
}
