/**
 * What a word means, as one number. Most words mean one thing (a term, a folded word) and their entry is its number.
 * Others mean several things, or none: these are listed in an expansion, a run of numbers in a list that the owner
 * keeps beside, and the entry is the offset of that run, inverted so that it is below zero.
 */

/** A number from 0, or the inverted offset of an expansion. */
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
