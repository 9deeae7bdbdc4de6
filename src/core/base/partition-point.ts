/**
 * Binary search: where a test begins to fail, and in strings that are sorted as JavaScript sorts them, by UTF-16 unit.
 * Unsorted ones, as a damaged file may have them, are searched as well, and less is found.
 */

/**
 * The first position in the half-open range for which `holds` is false, or `to` if it is true for all of them. Once
 * `holds` is false, it must be false for every later position.
 */
export function partitionPoint(
  { from, to }: { readonly from: number; readonly to: number },
  holds: (position: number) => boolean,
): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Position of a string; -1 if it is absent. */
export function findString(strings: readonly string[], string: string): number {
  const at = partitionPoint({ from: 0, to: strings.length }, (i) => (strings[i] ?? '') < string)
  return strings[at] === string ? at : -1
}

/** Half-open range of the positions of all strings that begin with a prefix. */
export function findPrefix(strings: readonly string[], prefix: string): { readonly from: number; readonly to: number } {
  const from = partitionPoint({ from: 0, to: strings.length }, (i) => (strings[i] ?? '') < prefix)
  const to = partitionPoint({ from, to: strings.length }, (i) => strings[i]?.startsWith(prefix) === true)
  return { from, to }
}
