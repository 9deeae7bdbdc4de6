/**
 * A misspelled name -> the known name that was most likely meant.
 */

/** Longer words are no misspelled names, and comparing them costs their length squared. */
const MAX_LENGTH = 40

/** Null where none is within two edits, or one edit for each three letters. */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null
  const ranked = known.map((name) => ({ name, edits: editsBetween(word.toLowerCase(), name.toLowerCase()) }))
  ranked.sort((a, b) => a.edits - b.edits)
  const best = ranked[0]
  return best !== undefined && best.edits <= Math.min(2, Math.floor(best.name.length / 3)) ? best.name : null
}

/** Insertions, deletions and replacements that make one word the other (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[to.length]!
}
