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

/** Insertions, deletions and replacements that turn a word into another (Levenshtein distance). */
function editsBetween(from: string, to: string): number {
  const row = Array.from({ length: to.length }, (_, j) => j + 1)
  let edits = to.length
  for (let i = 0; i < from.length; i += 1) {
    let diagonal = i
    edits = i + 1
    for (const [j, above] of row.entries()) {
      edits = Math.min(diagonal + (from[i] === to[j] ? 0 : 1), above + 1, edits + 1)
      diagonal = above
      row[j] = edits
    }
  }
  return edits
}
