/** The queries of readers that sections have -> the one that explains a result, and those that complete what is typed. */
import { spacedWords } from '../../text/normalize.ts'
import type { Match } from './match.ts'

/** Completions of one search. */
const MAX_COMPLETIONS = 3
/** Least words of a completion: shorter queries are terms, which results show better. */
const MIN_WORDS = 3
/** A phrase in a script without spaces has no words to count, but so many letters in a row. */
const UNSPACED = /[^\0-\x7f]{6}/
/** A quote, or a dash that excludes a word. */
const OPERATOR = /"|(?:^|\s)-/

/** The first query with the highest weight of matches; null if none matches. */
export function bestQuery(
  queries: readonly string[],
  matchesOf: (query: string) => readonly Pick<Match, 'queryTerm'>[],
): string | null {
  let best: string | null = null
  let highest = 0
  for (const query of queries) {
    const terms = new Set(matchesOf(query).map(({ queryTerm }) => queryTerm))
    const weight = [...terms].reduce((sum, one) => sum + one.weight, 0)
    if (weight <= highest) continue
    best = query
    highest = weight
  }
  return best
}

/**
 * The queries that have what is typed, from the beginning of a word, and go on after it; in the order of the results, at
 * most three.
 */
export function completeQuery(typed: string, results: Iterable<{ readonly queries?: readonly string[] }>): string[] {
  const beginning = spacedWords(typed).trimEnd()
  const completions = new Set<string>()
  if (beginning === '' || OPERATOR.test(typed)) return []
  for (const { queries = [] } of results) {
    for (const query of queries) {
      const words = spacedWords(query).trimEnd()
      const at = words.indexOf(beginning)
      const isLong = query.split(' ').length >= MIN_WORDS || UNSPACED.test(query)
      if (isLong && at >= 0 && at + beginning.length < words.length) completions.add(query)
      if (completions.size === MAX_COMPLETIONS) return [...completions]
    }
  }
  return [...completions]
}
