/**
 * A step of a search over a vocabulary that is only partly known. The step is the code of the process, unchanged: it
 * runs over the known part and notes what is missing; the store is asked for that, and the step runs again, until
 * nothing is missing. (`static/read` does the same over the parts of a static index.)
 */
import { createTermsOf, createStringDictionary, type IndexIn, type Lexicon, type SearchIndex } from '../../core/search.ts'
import type { StoreMeta } from './store.ts'
import type { MissingWords, Vocabulary } from './vocabulary.ts'

/** Most runs of a step. In the last one, a term of unknown frequency counts as one that a single section has. */
const MAX_RUNS = 8

/** The words of one query. */
export interface QueryVocabulary {
  /** The index of some sections, with the statistics of the store and the words of the query. */
  readonly indexOf: (indexIn: IndexIn) => SearchIndex
  /** Runs a step until nothing is missing. Each run must create its index again. */
  readonly complete: <T>(step: () => T) => Promise<T>
}

/** The words of a query. */
export function createQueryVocabulary(
  { meta, vocabulary }: { readonly meta: StoreMeta; readonly vocabulary: Vocabulary },
  signal: AbortSignal,
): QueryVocabulary {
  const { sections: size, words: lengths } = meta.counts
  const averages = Float64Array.from(lengths, (sum) => sum / Math.max(size, 1))
  const termsOf = createTermsOf({ languages: createStringDictionary(meta.languages) })
  /** The terms that the query has looked up, and the words whose near words it has. */
  const terms = new Set<string>()
  const near = new Set<string>()
  let missing: MissingWords = { terms: new Set(), words: new Set() }
  /** True where the index of this run lacks a word that has become known. */
  let isOutdated = false

  function docFreq(term: string): number {
    const frequency = vocabulary.frequencyOf(term)
    if (frequency === undefined) missing.terms.add(term)
    return frequency ?? 1
  }

  /** Notes the look-up of a term, or of the words near a word. */
  function lookUp(string: string, seen: Set<string>): void {
    if (seen.has(string)) return
    seen.add(string)
    const isTerm = seen === terms
    const known = isTerm ? vocabulary.frequencyOf(string) : vocabulary.correctionsOf(string)?.length
    if (known === undefined) (isTerm ? missing.terms : missing.words).add(string)
    else if (known > 0) isOutdated = true
  }

  /** The same words, whose look-ups are noted. */
  function watched(lexicon: Lexicon): Lexicon {
    return {
      ...lexicon,
      find(term) {
        lookUp(term, terms)
        return lexicon.find(term)
      },
      eachNear(typo, visit) {
        // A word that seems to be unknown may have terms whose frequencies are not known yet.
        if (missing.terms.size === 0) lookUp(typo.word, near)
        lexicon.eachNear(typo, visit)
      },
    }
  }

  function indexOf(indexIn: IndexIn): SearchIndex {
    isOutdated = false
    const typed = [...terms].map((term) => ({ word: term, term }))
    const corrected = [...near].flatMap((word) => vocabulary.correctionsOf(word) ?? []).flatMap((word) => {
      return termsOf(word).map((term) => ({ word, term }))
    })
    const words = [...typed, ...corrected].filter(({ term }) => docFreq(term) > 0)
    const index = indexIn({ size, averages, languages: meta.languages, docFreq, words })
    return { ...index, lexicon: watched(index.lexicon) }
  }

  async function complete<T>(step: () => T): Promise<T> {
    for (let runs = 1; runs < MAX_RUNS; runs += 1) {
      const result = step()
      if (!isOutdated && missing.terms.size + missing.words.size === 0) return result
      const asked = missing
      missing = { terms: new Set(), words: new Set() }
      await vocabulary.learn(asked, signal)
    }
    return step()
  }

  return { indexOf, complete }
}
