/** The key of a pair of a compound and its part among the words of an index: the part's term, a mark, the compound's. */

/** A control character after the marks of languages (`text/stemmer.ts`), so that the pairs of a term follow its words. */
const PAIR_MARK = '\u0006'

/** The beginning of the keys of all compounds with a part. */
export function pairPrefix(part: string): string {
  return part + PAIR_MARK
}

/** The key of a pair. */
export function pairKey(part: string, compound: string): string {
  return pairPrefix(part) + compound
}

/** True for a pair, which is no word. */
export function isPair(word: string): boolean {
  return word.includes(PAIR_MARK)
}
