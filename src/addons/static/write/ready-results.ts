/** An index -> the precomputed results for prefixes that many of its words have (`ready.ts`). */
import {
  type IndexReader, type InvertedIndex, openIndex, resolveQuery, search, stringAt,
} from '../../../core/search.ts'
import { MAX_READY_LENGTH, READY_RESULTS, type Ready, type ReadyResults, capitalized, isBroad } from '../ready.ts'

/** Prefixes of lower-case ASCII; others are typed too rarely. */
const BEGINNING = /^[a-z]+$/

/** The results of all such prefixes, sorted by prefix; `firsts` has the first key of each part of terms. */
export function readyResults(index: InvertedIndex, keys: Iterable<string>, firsts: readonly string[]): Ready {
  const reader = openIndex(index)
  const beginnings = new Set<string>()
  for (const key of keys) {
    for (let length = 1; length <= MAX_READY_LENGTH; length += 1) {
      const beginning = key.slice(0, length)
      if (beginning.length === length && BEGINNING.test(beginning)) beginnings.add(beginning)
    }
  }
  const ready = [...beginnings].sort().filter((beginning) => isBroad(firsts, beginning)).flatMap((beginning) => {
    const results = resultsOf(reader, beginning)
    const others = resultsOf(reader, capitalized(beginning))
    // If a capital letter changes the results, the query is searched like any other.
    return results !== null && JSON.stringify(results) === JSON.stringify(others) ? [[beginning, results] as const] : []
  })
  return new Map(ready)
}

/** The results of a query; null if it has several words, or if something else is searched in its place. */
function resultsOf(reader: IndexReader, query: string): ReadyResults | null {
  const resolved = resolveQuery(reader, query)
  const [clause, ...others] = resolved.clauses
  if (clause === undefined || others.length > 0 || clause.correctedTo !== null) return null
  return {
    ordinals: search(reader, resolved, { limit: READY_RESULTS }).map(({ ordinal }) => ordinal),
    terms: clause.alternatives.map(({ term }) => stringAt(reader.index.terms, term)),
    weight: clause.coverage,
  }
}
