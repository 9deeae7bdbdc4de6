/**
 * The meanings of a word, as one number. Most words have one meaning (a term, a folded word): the entry is the number
 * of that meaning, from 0. Other words have several meanings or none. Those are listed in an expansion, a run of
 * numbers in a list that the owner keeps, and the entry is the bitwise inverse of the run's offset, which is negative.
 */

/** The number of a meaning, or the inverted offset of an expansion. */
export type WordEntry = number

/** The entry of a word whose expansion begins at an offset. */
export function expansionEntry(offset: number): WordEntry {
  return ~offset
}

/** True for the entry of a word that has an expansion. */
export function isExpansion(entry: WordEntry): boolean {
  return entry < 0
}

/** The offset at which the expansion of an entry begins. */
export function expansionOffset(entry: WordEntry): number {
  return ~entry
}
