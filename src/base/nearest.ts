/**
 * A misspelled name -> the name that was most likely meant.
 */

/** Longer words are no misspelled names, and comparing them costs their length squared. */
const MAX_LENGTH = 40

/** The nearest name; null if none is within two edits, or one edit for each three letters. */
export function nearest(word: string, names: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null
  const ranked = names.map((name) => ({ name, edits: editsBetween(word.toLowerCase(), name.toLowerCase()) }))
  ranked.sort((a, b) => a.edits - b.edits)
  const best = ranked[0]
  return best !== undefined && best.edits <= Math.min(2, Math.floor(best.name.length / 3)) ? best.name : null
}

/** Insertions, deletions and replacements that turn one word into the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...from].entries()) {
    let previous = i + 1
    const next = [previous]
    for (const [j, diagonal] of row.slice(0, -1).entries()) {
      previous = Math.min(diagonal + (letter === to[j] ? 0 : 1), (row[j + 1] ?? Infinity) + 1, previous + 1)
      next.push(previous)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
