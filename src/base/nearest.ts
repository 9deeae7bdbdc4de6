/**
 * A misspelled name -> the name that was most likely meant, among some dozens. Edits
 * suit short names; names by the thousand are compared by shared letter groups
 * in mcp/tools/nearest.ts.
 */

/** Longer words are no misspelled names, and comparing them costs their length squared. */
const MAX_LENGTH = 40

/** The nearest name, null where none is within two edits, or one edit for each three letters. */
export function nearestName(word: string, names: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null
  const ranked = names.map((name) => ({ name, edits: editsBetween(word.toLowerCase(), name) }))
  ranked.sort((a, b) => a.edits - b.edits)
  const best = ranked[0]
  return best !== undefined && best.edits <= Math.min(2, Math.floor(best.name.length / 3)) ? best.name : null
}

/** Insertions, deletions and replacements that turn a word into another (Levenshtein distance). */
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
