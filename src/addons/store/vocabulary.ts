/**
 * A process's cache of word statistics of a store: one for each revision, filled by requests to the store. A step of a
 * search over a vocabulary that is only partly known. The step is the code of the process, unchanged: it runs over
 * the known part and notes what is missing; the store is asked for that, and the step runs again, until nothing is
 * missing. (`static/read` does the same over the parts of a static index.)
 */
import {
  createTermsOf, isLetters, type Lexicon, type ReadChunks, type SearchIndex, type WordOfTerm,
} from '../../core/search.ts'
import { unmarkedTerm } from '../../core/text.ts'
import { endsInPart, hasPart } from './compound.ts'
import type { FoundWords, Store, StoreMeta } from './store.ts'

/** Most terms whose frequencies are kept. */
const MAX_TERMS = 100_000
/** Most words whose corrections are kept, and most letters whose compounds are. */
const MAX_WORDS = 10_000
/** Time after which what lacks that of a missing shard is asked for again. */
const MAX_PARTIAL_AGE_MS = 10_000

/** The known part of a store's vocabulary. */
export type Vocabulary = ReturnType<typeof createVocabulary>

/** The state of a search that belongs to one generation. */
export interface SearchState {
  readonly meta: StoreMeta
  readonly vocabulary: Vocabulary
}

export function createVocabulary(
  { frequencies, corrections, compounds }: Pick<Store, 'frequencies' | 'corrections' | 'compounds'>,
  now: () => number,
) {
  return {
    /** Number of sections that have a term. */
    terms: createLookUp(frequencies, { none: 0, most: MAX_TERMS, now }),
    /** Words that a folded word may be a typo of. */
    corrections: createLookUp(corrections, { none: [], most: MAX_WORDS, now }),
    /** Words that begin or end in some letters. */
    compounds: createLookUp(compounds, { none: [], most: MAX_WORDS, now }),
  }
}

/** What a store knows of strings of a kind, as far as it was asked for them. */
function createLookUp<T>(
  ask: (strings: readonly string[], signal: AbortSignal) => Promise<FoundWords<T>>,
  { none, most, now }: { readonly none: T; readonly most: number; readonly now: () => number },
) {
  const known = new Map<string, { readonly value: T; readonly keptUntil: number }>()

  return {
    /** Undefined for a string that the store must be asked for. */
    get(string: string): T | undefined {
      const found = known.get(string)
      return found !== undefined && now() < found.keptUntil ? found.value : undefined
    },
    /** True for a string of which a missing shard may have more. */
    isPartial: (string: string) => (known.get(string)?.keptUntil ?? Infinity) < Infinity,
    async learn(strings: readonly string[], signal: AbortSignal): Promise<void> {
      if (strings.length === 0) return
      const { words, isPartial } = await ask(strings, signal)
      const keptUntil = isPartial ? now() + MAX_PARTIAL_AGE_MS : Infinity
      for (const string of strings) known.set(string, { value: words.get(string) ?? none, keptUntil })
      // The oldest; a frequent one soon comes back.
      for (const string of known.keys()) {
        if (known.size <= most) break
        known.delete(string)
      }
    },
  }
}

/** Most runs of a step. In the last one, a term of unknown frequency counts as one that a single section has. */
const MAX_RUNS = 8

/** A runner of steps over indexes with the statistics of the store, and whether the words of their query lack some. */
export function createQueryVocabulary({ meta, vocabulary }: SearchState, signal: AbortSignal) {
  const { sections: size, words: lengths } = meta.counts
  const averages = Float64Array.from(lengths, (sum) => sum / Math.max(size, 1))
  const termsOf = createTermsOf(meta)
  /** The strings that the query has looked up, and those of them that the store must be asked for. */
  const seen = { terms: new Set<string>(), corrections: new Set<string>() }
  const missing = { terms: new Set<string>(), corrections: new Set<string>(), compounds: new Set<string>() }
  /** True where the index lacks a word that has become known. */
  let isOutdated = false

  function docFreq(term: string): number {
    const frequency = vocabulary.terms.get(term)
    if (frequency === undefined) missing.terms.add(term)
    return frequency ?? 1
  }

  /** Notes the look-up of a term, or of the words near a word. */
  function lookUp(kind: keyof typeof seen, string: string): void {
    if (seen[kind].has(string)) return
    seen[kind].add(string)
    const known = kind === 'terms' ? vocabulary.terms.get(string) : vocabulary.corrections.get(string)?.length
    if (known === undefined) missing[kind].add(string)
    else if (known > 0) isOutdated = true
  }

  function wordsWith(letters: string): readonly WordOfTerm[] {
    const known = isLetters(letters) ? vocabulary.compounds.get(letters) : []
    if (known === undefined) missing.compounds.add(letters)
    return known ?? []
  }

  /** The same words, whose look-ups are noted. A word that seems unknown may have terms that were not asked for yet. */
  function watched(lexicon: Lexicon): Lexicon {
    function find(term: string): number {
      lookUp('terms', term)
      return lexicon.find(term)
    }
    function findAll(words: readonly WordOfTerm[]): number[] {
      return [...new Set(words.map(({ term }) => find(term)))].filter((number) => number >= 0)
    }
    return {
      ...lexicon,
      find,
      compoundsOf(part) {
        const words = wordsWith(unmarkedTerm(part))
        if (find(part) < 0) return []
        return findAll(words.filter((word) => hasPart(word, part, { termsOf, isTerm: (term) => docFreq(term) > 0 })))
      },
      endingIn(endings) {
        if (missing.terms.size > 0) return []
        return findAll(endings.flatMap((ending) => wordsWith(ending).filter((word) => endsInPart(word, ending))))
      },
      eachNear(typo, visit) {
        if (missing.terms.size === 0) lookUp('corrections', typo.word)
        lexicon.eachNear(typo, visit)
      },
    }
  }

  function wordsOfQuery(): WordOfTerm[] {
    const typed = [...seen.terms].map((term) => ({ word: term, term }))
    const near = [...seen.corrections].flatMap((word) => vocabulary.corrections.get(word) ?? [])
    const corrected = near.flatMap((word) => termsOf(word).map((term) => ({ word, term })))
    return [...typed, ...corrected].filter(({ term }) => docFreq(term) > 0)
  }

  function indexOf({ indexIn }: ReadChunks, words: readonly WordOfTerm[]): SearchIndex {
    const index = indexIn({ size, averages, languages: meta.languages, docFreq, words })
    return { ...index, lexicon: watched(index.lexicon) }
  }

  function learnMissing(): Promise<unknown> {
    return Promise.all((['terms', 'corrections', 'compounds'] as const).map((kind) => {
      const strings = [...missing[kind]]
      missing[kind].clear()
      return vocabulary[kind].learn(strings, signal)
    }))
  }

  function isPartial(): boolean {
    return (['terms', 'corrections'] as const).some((kind) => [...seen[kind]].some(vocabulary[kind].isPartial))
  }

  /** The value of a step over the index of some sections. The index is made again only where it lacks words. */
  async function complete<T>(sections: ReadChunks, step: (index: SearchIndex) => T): Promise<T> {
    let [index, indexed]: [SearchIndex | null, string] = [null, '']
    sections.fieldTerms().forEach(docFreq)
    for (let runs = 1; ; runs += 1) {
      await learnMissing()
      isOutdated = false
      const words = wordsOfQuery()
      const key = JSON.stringify(words)
      if (index === null || key !== indexed) index = indexOf(sections, words)
      indexed = key
      const result = step(index)
      const isComplete = Object.values(missing).every((strings) => strings.size === 0)
      if (runs === MAX_RUNS || (!isOutdated && isComplete)) return result
    }
  }

  return { complete, isPartial }
}
