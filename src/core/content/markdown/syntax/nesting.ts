/**
 * What is open at a place, by name, from the outermost on. An end closes the innermost of its name, and with it all
 * that is open inside, whose own ends are missing. Takes a constant time for each start and end, whatever the depth.
 */
export function createNesting<T>() {
  const opened: { readonly name: string; readonly value: T }[] = []
  const counts = new Map<string, number>()
  const countOf = (name: string) => counts.get(name) ?? 0
  const has = (name: string) => countOf(name) > 0

  return {
    open(name: string, value: T): void {
      opened.push({ name, value })
      counts.set(name, countOf(name) + 1)
    },
    /** Closes the innermost of this name, and gives back its value; undefined without one. */
    close(name: string): T | undefined {
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
