/** Tables of suffixes, the common ground of the light stemmers. */

/** A suffix, its replacement, and the least number of letters before it. */
export interface SuffixRule {
  readonly suffix: string
  readonly by: string
  readonly keep: number
}

interface Replacement {
  readonly keep: number
  /** Nothing where it is left out. */
  readonly by?: string
}

/** One rule for each suffix of a list with white space between them. */
export function suffixes(list: string, { keep, by = '' }: Replacement): SuffixRule[] {
  return list.trim().split(/\s+/).map((suffix) => ({ suffix, by, keep }))
}

/** Puts lists into the order in which they are tried: longest suffix first, equals as given. */
export function longestFirst(...lists: readonly (readonly SuffixRule[])[]): readonly SuffixRule[] {
  return lists.flat().sort((a, b) => b.suffix.length - a.suffix.length)
}

/** The word after the first rule that fits; the word itself when no rule does. */
export function replaceSuffix(word: string, rules: readonly SuffixRule[]): string {
  const rule = rules.find(({ suffix, keep }) => word.length - suffix.length >= keep && word.endsWith(suffix))
  return rule === undefined ? word : word.slice(0, word.length - rule.suffix.length) + rule.by
}
