/**
 * A step of a search over a vocabulary that is only partly known. The step is the code of the process, unchanged: it
 * runs over the known part and records what is missing; the store is asked for that, and the step runs again, until
 * nothing is missing. (`static/read/static-search` does the same over the parts of a static index.)
 */
import {
  type ForwardEntry, indexOfQuery, type Lexicon, type QueryChunk, type SearchIndex, toQueryChunk, type WordOfTerm,
} from '../../core/search.ts'
import { type Language, languageOf, stemmerFor } from '../../core/text.ts'
import type { SectionCounts, StoreMeta } from './store.ts'
import type { MissingWords, Vocabulary } from './vocabulary.ts'

/** Most edits of a typo, and most UTF-16 units of the marks of a term's language. */
const MAX_EDITS = 2
const MAX_MARKS = 2
/** Most bits of a set of letters that one edit changes. */
const BITS_PER_EDIT = 2

/** A word whose near words were looked up: its length and the set of its letters. */
interface NearWord {
  readonly length: number
  readonly letters: number
}

/** The strings that a query has looked up so far. Each function that adds a string returns false if it was there. */
interface Lookups {
  readonly addTerm: (term: string) => boolean
  readonly addBeginning: (beginning: string) => boolean
  /** Adds a word whose near words were looked up. */
  readonly addNear: (word: string) => boolean
  readonly terms: () => readonly string[]
  readonly near: () => readonly string[]
  /** False only if no look-up can find the word or its term. It may also be true for words that no look-up finds. */
  readonly mayFind: (word: string, term: string) => boolean
}

/** An empty set of look-ups. */
export function createLookups(): Lookups {
  const terms = new Set<string>()
  const beginnings = new Set<string>()
  const near = new Map<string, NearWord>()

  function isNear(string: string): boolean {
    const letters = lettersOf(string)
    for (const other of near.values()) {
      if (Math.abs(string.length - other.length) > MAX_EDITS + MAX_MARKS) continue
      if (bitCount(letters ^ other.letters) <= BITS_PER_EDIT * MAX_EDITS + MAX_MARKS) return true
    }
    return false
  }

  function begins(string: string): boolean {
    for (const beginning of beginnings) if (string.startsWith(beginning)) return true
    return false
  }

  return {
    addTerm: (term) => terms.size < terms.add(term).size,
    addBeginning: (beginning) => beginnings.size < beginnings.add(beginning).size,
    addNear: (word) => near.size < near.set(word, { length: word.length, letters: lettersOf(word) }).size,
    terms: () => [...terms],
    near: () => [...near.keys()],
    mayFind(word, term) {
      if (terms.has(term) || begins(word) || begins(term)) return true
      return near.size > 0 && (isNear(word) || (term !== word && isNear(term)))
    },
  }
}

/** A set of letters as 32 bits: some letters share a bit. */
function lettersOf(string: string): number {
  let letters = 0
  for (let i = 0; i < string.length; i += 1) letters |= 1 << (string.charCodeAt(i) & 31)
  return letters
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

/** Most runs of a step. In the last one, a term of unknown frequency counts as one that a single section has. */
const MAX_RUNS = 8

/** The words of one query. */
export interface QueryVocabulary {
  /** The index of some sections, with the statistics of the store and the words of the query. */
  readonly indexOf: (sections: readonly QueryChunk[]) => SearchIndex
  /** Reads a section, and requests the frequencies of the terms in its title and heading. */
  readonly read: (entry: ForwardEntry) => QueryChunk
  /** Runs a step until nothing is missing. Each run must create its indexes again. */
  readonly complete: <T>(step: () => T) => Promise<T>
  /** Asks the store for all that is missing so far. */
  readonly learn: () => Promise<void>
  /** False once something was missing in a run, so that its result will not be used. */
  readonly isComplete: () => boolean
}

/** The data of a query's vocabulary. */
interface QueryVocabularyContext {
  readonly meta: StoreMeta
  readonly vocabulary: Vocabulary
}

/** The words of a query. */
export function createQueryVocabulary(
  { meta, vocabulary }: QueryVocabularyContext,
  signal: AbortSignal,
): QueryVocabulary {
  const languages = meta.languages.map(languageOf)
  const averages = averagesOf(meta.counts)
  const lookups = createLookups()
  /** True where the query has looked up a string that the last index of sections was built without. */
  let isOutdated = false
  const missing: MissingWords = { terms: new Set(), words: new Set() }
  /** The last index, which is reused while its sections and words are the same. */
  let last: {
    readonly sections: readonly QueryChunk[]
    readonly key: string
    readonly index: SearchIndex
  } | null = null

  function docFreq(term: string): number {
    const frequency = vocabulary.frequencyOf(term)
    if (frequency === undefined) missing.terms.add(term)
    return frequency ?? 1
  }

  /** The looked-up terms that some section has, and the corrections of words that may be typos. */
  function presentWords(): WordOfTerm[] {
    const typed = lookups.terms().map((term) => ({ word: term, term }))
    const near = lookups.near().flatMap((word) => vocabulary.correctionsOf(word) ?? [])
    const corrected = near.flatMap((word) => termsOf(word, languages).map((term) => ({ word, term })))
    return [...typed, ...corrected].filter(({ term }) => docFreq(term) > 0)
  }

  function outdate(): void {
    if (last !== null && last.sections.length > 0) isOutdated = true
  }

  function lookUp(string: string, isBeginning: boolean): void {
    if (!(isBeginning ? lookups.addBeginning(string) : lookups.addTerm(string))) return
    outdate()
    if (!isBeginning && vocabulary.frequencyOf(string) !== 0) missing.terms.add(string)
  }

  function lookUpNear(word: string): void {
    if (!lookups.addNear(word)) return
    outdate()
    if (vocabulary.correctionsOf(word) === undefined) missing.words.add(word)
  }

  /** The same words, whose look-ups are noted. */
  function watched(lexicon: Lexicon): Lexicon {
    return {
      ...lexicon,
      find(term) {
        lookUp(term, false)
        return lexicon.find(term)
      },
      eachTerm(prefix, visit) {
        lookUp(prefix, true)
        lexicon.eachTerm(prefix, visit)
      },
      eachNear(near, visit) {
        lookUpNear(near.word)
        lexicon.eachNear(near, visit)
      },
    }
  }

  function indexOf(sections: readonly QueryChunk[]): SearchIndex {
    const words = presentWords()
    const key = words.map(({ word, term }) => `${word} ${term}`).join('\n')
    if (!isOutdated && last?.sections === sections && last.key === key) return last.index
    isOutdated = false
    const collection = { size: meta.counts.sections, averages, languages, docFreq, words, isWanted: lookups.mayFind }
    const joined = indexOfQuery(sections, collection)
    const index = { ...joined, lexicon: watched(joined.lexicon) }
    last = { sections, key, index }
    return index
  }

  function read(entry: ForwardEntry): QueryChunk {
    const chunk = toQueryChunk(entry)
    for (const terms of [chunk.headingTerms, chunk.titleTerms]) for (const term of terms) docFreq(term)
    return chunk
  }

  function isComplete(): boolean {
    return !isOutdated && missing.terms.size + missing.words.size === 0
  }

  async function learn(): Promise<void> {
    // The frequency of a term may have become known since it was recorded as missing.
    const terms = [...missing.terms].filter((term) => vocabulary.frequencyOf(term) === undefined)
    const asked = { terms: new Set(terms), words: new Set(missing.words) }
    missing.terms.clear()
    missing.words.clear()
    await vocabulary.learn(asked, signal)
  }

  async function complete<T>(step: () => T): Promise<T> {
    for (let runs = 1; runs < MAX_RUNS; runs += 1) {
      const result = step()
      if (isComplete()) return result
      await learn()
    }
    return step()
  }

  return { indexOf, read, complete, learn, isComplete }
}

function averagesOf({ sections, words }: SectionCounts): Float64Array {
  return Float64Array.from(words, (sum) => sum / Math.max(sections, 1))
}

function termsOf(word: string, languages: readonly Language[]): string[] {
  return [...new Set(languages.map((language) => stemmerFor(language)(word)))]
}
