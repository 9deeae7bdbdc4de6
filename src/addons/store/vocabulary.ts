/**
 * A process's cache of word statistics of a store: one for each generation, filled by requests to the store. A step of
 * a search over a vocabulary that is only partly known. The step is the code of the process, unchanged: it runs over
 * the known part and notes what is missing; the store is asked for that, and the step runs again, until nothing is
 * missing. (`static/read` does the same over the parts of a static index.)
 */
import {
  createStringDictionary, createTermsOf, type Lexicon, type ReadChunks, type SearchIndex, type WordOfTerm,
} from '../../core/search.ts'
import type { Store, StoreMeta } from './store.ts'

/** Terms whose frequencies are kept. */
const MAX_TERMS = 100_000
/** Words whose corrections are kept. */
const MAX_WORDS = 10_000
/** Time for which both are kept: pages are replaced, so statistics become outdated. */
const MAX_AGE_MS = 3_600_000
/** The same if corrections lack those of a missing shard. */
const MAX_PARTIAL_AGE_MS = 10_000

/** Strings that a step looked up and that are not in the vocabulary yet. */
export interface MissingWords {
  /** Terms whose frequencies are missing. */
  readonly terms: Set<string>
  /** Folded words whose corrections are missing. */
  readonly words: Set<string>
}

/** The known part of a store's vocabulary. */
export interface Vocabulary {
  /** Number of sections that have a term; undefined where it is not known. */
  readonly frequencyOf: (term: string) => number | undefined
  /** Words that a word may be a typo of; undefined where they are not known. */
  readonly correctionsOf: (word: string) => readonly string[] | undefined
  /** Asks the store for what is missing. */
  readonly learn: (missing: MissingWords, signal: AbortSignal) => Promise<void>
}

/** An empty vocabulary. */
export function createVocabulary(store: Pick<Store, 'frequencies' | 'corrections'>, now: () => number): Vocabulary {
  const frequencies = new Map<string, number>()
  const corrections = new Map<string, readonly string[]>()
  let keptUntil = now() + MAX_AGE_MS

  function forgetOld(): void {
    if (now() < keptUntil) return
    frequencies.clear()
    corrections.clear()
    keptUntil = now() + MAX_AGE_MS
  }

  async function learnFrequencies(terms: readonly string[], signal: AbortSignal): Promise<void> {
    if (terms.length === 0) return
    const counts = await store.frequencies(terms, signal)
    for (const term of terms) frequencies.set(term, counts.get(term) ?? 0)
    dropOldest(frequencies, MAX_TERMS)
  }

  async function learnCorrections(words: readonly string[], signal: AbortSignal): Promise<void> {
    if (words.length === 0) return
    const near = await store.corrections(words, signal)
    for (const word of words) corrections.set(word, near.words.get(word) ?? [])
    dropOldest(corrections, MAX_WORDS)
    if (near.isPartial) keptUntil = Math.min(keptUntil, now() + MAX_PARTIAL_AGE_MS)
  }

  return {
    frequencyOf: (term) => frequencies.get(term),
    correctionsOf: (word) => corrections.get(word),
    async learn({ terms, words }, signal) {
      forgetOld()
      await Promise.all([learnFrequencies([...terms], signal), learnCorrections([...words], signal)])
    },
  }
}

/** Removes the oldest entries; a frequent one soon comes back. */
function dropOldest<T>(entries: Map<string, T>, most: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= most) return
    entries.delete(key)
  }
}

/** Most runs of a step. In the last one, a term of unknown frequency counts as one that a single section has. */
const MAX_RUNS = 8

/** The words of a query, and a runner of steps over indexes with the statistics of the store. */
export function createQueryVocabulary(
  { meta, vocabulary }: { readonly meta: StoreMeta; readonly vocabulary: Vocabulary },
  signal: AbortSignal,
) {
  const { sections: size, words: lengths } = meta.counts
  const averages = Float64Array.from(lengths, (sum) => sum / Math.max(size, 1))
  const termsOf = createTermsOf({ languages: createStringDictionary(meta.languages) })
  /** The terms that the query has looked up, and the words whose near words it has. */
  const terms = new Set<string>()
  const near = new Set<string>()
  let missing: MissingWords = { terms: new Set(), words: new Set() }
  /** True where the index lacks a word that has become known. */
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

  /** The words of the query that sections may have. */
  function wordsOfQuery(): WordOfTerm[] {
    const typed = [...terms].map((term) => ({ word: term, term }))
    const corrected = [...near].flatMap((word) => vocabulary.correctionsOf(word) ?? []).flatMap((word) => {
      return termsOf(word).map((term) => ({ word, term }))
    })
    return [...typed, ...corrected].filter(({ term }) => docFreq(term) > 0)
  }

  /** The index of some sections, with the statistics of the store. */
  function indexOf({ indexIn }: ReadChunks, words: readonly WordOfTerm[]): SearchIndex {
    const index = indexIn({ size, averages, languages: meta.languages, docFreq, words })
    return { ...index, lexicon: watched(index.lexicon) }
  }

  /** The value of a step over the index of some sections. The index is made again only where it lacks words. */
  return async function complete<T>(sections: ReadChunks, step: (index: SearchIndex) => T): Promise<T> {
    let [index, indexed]: [SearchIndex | null, string] = [null, '']
    sections.fieldTerms().forEach(docFreq)
    for (let runs = 1; ; runs += 1) {
      const asked = missing
      missing = { terms: new Set(), words: new Set() }
      if (asked.terms.size + asked.words.size > 0) await vocabulary.learn(asked, signal)
      isOutdated = false
      const words = wordsOfQuery()
      const key = JSON.stringify(words)
      if (index === null || key !== indexed) index = indexOf(sections, words)
      indexed = key
      const result = step(index)
      if (runs === MAX_RUNS || (!isOutdated && missing.terms.size + missing.words.size === 0)) return result
    }
  }
}
