/**
 * A misspelled name -> the most similar of a few dozen names, by edit distance. For thousands of names,
 * `graph/names.ts` compares groups of letters instead.
 */

/** Longest word that is compared, in UTF-16 units: time grows with its square, and no name is that long. */
const MAX_LENGTH = 40

/** The nearest name; null if all are more than two edits away, or more than one edit for every three letters. */
export function nearestName(word: string, names: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null
  const [best] = names
    .map((name) => ({ name, edits: editsBetween(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return best !== undefined && best.edits <= Math.min(2, Math.floor(best.name.length / 3)) ? best.name : null
}

/** Edits that turn a word into another; a swap of neighbors is one (optimal string alignment distance). */
function editsBetween(from: string, to: string): number {
  const at = (row: readonly number[], j: number) => row[j] ?? Infinity
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 0; i < from.length; i += 1) {
    const row = [i + 1]
    for (let j = 0; j < to.length; j += 1) {
      const isSwap = i > 0 && j > 0 && from[i] === to[j - 1] && from[i - 1] === to[j]
      const replaced = at(last, j) + (from[i] === to[j] ? 0 : 1)
      const swapped = isSwap ? at(beforeLast, j - 1) + 1 : Infinity
      row.push(Math.min(replaced, swapped, at(last, j + 1) + 1, at(row, j) + 1))
    }
    beforeLast = last
    last = row
  }
  return at(last, to.length)
}
