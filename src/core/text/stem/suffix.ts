/** Tables of suffix rules, shared by the light stemmers. */

/** A suffix, its replacement, and the least number of letters that must precede it. */
export interface SuffixRule {
  readonly suffix: string
  readonly by: string
  readonly keep: number
}

/** One rule for each suffix of a list separated by white space; by default it is dropped. */
export function suffixes(list: string, { keep, by = '' }: { keep: number; by?: string }): SuffixRule[] {
  return list.trim().split(/\s+/).map((suffix) => ({ suffix, by, keep }))
}

/** The rules of the lists in the order in which they are tried: longest suffix first, equal lengths as given. */
export function longestFirst(...lists: readonly (readonly SuffixRule[])[]): readonly SuffixRule[] {
  return lists.flat().sort((a, b) => b.suffix.length - a.suffix.length)
}

/** The word after the first rule that fits; the word itself if no rule does. */
export function replaceSuffix(word: string, rules: readonly SuffixRule[]): string {
  const rule = rules.find(({ suffix, keep }) => word.length - suffix.length >= keep && word.endsWith(suffix))
  return rule === undefined ? word : word.slice(0, word.length - rule.suffix.length) + rule.by
}
