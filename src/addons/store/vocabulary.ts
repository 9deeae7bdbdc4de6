/** A process's cache of word statistics of a store: one for each generation, filled by requests to the store. */
import type { Store } from './store.ts'

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
