/** Numbers of items, and numbers as people read them. */

/** A whole number with its digits in groups of three: `1,234`. */
export function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A number with its noun: `1 page`, `1,234 pages`. */
export function count(number: number, noun: string): string {
  return `${groupDigits(number)} ${noun}${number === 1 ? '' : 's'}`
}

/** Number of items by key, in the order of the first item of each. */
export function countBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
