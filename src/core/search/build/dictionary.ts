/**
 * Words of texts in one language -> their numbers and meanings: the folded words that each is found by, and their
 * terms. A word is resolved once, however often it is met.
 */
import { type SplitWord, type TokenKind, createChain } from '../../text/analyze.ts'
import { createIntBuffer, intsOf, pushInt } from '../../text/column.ts'
import { languageOf } from '../../text/language.ts'
import type { WordView } from '../../text/segment.ts'
import { markLike } from '../../text/stemmer.ts'
import { createWordTable } from '../../text/word-table.ts'
import { type Interner, createInterner } from './interner.ts'

/** A language of a site, by its dictionary, in the order in which languages are first met. */
export type LanguageId = number

/** A word as written, in the dictionary of its language, in the order in which words are first met. */
export type WordId = number

/** A folded word, in the same dictionary: spellings of a word share it. */
export type FoldedId = number

/** A term, which all languages share, in the order in which terms are first met; it lasts as long as the builder. */
export type TermId = number

/** A term of one index: its position among all of them sorted, which is its number in the index. */
export type TermRank = number

/**
 * The meanings of a word, as one number. Most words have one meaning, and the entry is its `FoldedId`. Other words have
 * several or none: these are listed in an expansion, and the entry is the bitwise inverse of its offset.
 */
type WordEntry = number

export function isExpansion(entry: WordEntry): boolean {
  return entry < 0
}

export function expansionOffset(entry: WordEntry): number {
  return ~entry
}

/** Weight of an occurrence: half for one word of a compound, whole for everything else. */
const HALVES: Readonly<Record<TokenKind, number>> = { word: 2, part: 1, whole: 2, symbol: 2 }

/** The meanings of the words of a language. */
export interface ResolvedWords {
  /** The tag of the language (`analysisTagOf`). */
  readonly language: string
  /** By word (`WordId`): its `WordEntry`: its folded word (`FoldedId`), or an expansion. */
  readonly words: Int32Array
  /**
   * The expansions: number of single words, number of all folded words, and for each of these its `FoldedId`, its
   * position counted from the first single word, and its weight in halves.
   */
  readonly expansions: Int32Array
  /** Folded words by `FoldedId`. */
  readonly folded: readonly string[]
  /** Term (`TermId`) by `FoldedId`; -1 for none. */
  readonly terms: Int32Array
  /** Inflected word by `FoldedId`, as its number in the dictionaries; -1 for a word that is its term, or has none. */
  readonly inflected: Int32Array
}

/** The dictionaries of a site, and the strings that they share. */
export interface Dictionaries {
  /** By `LanguageId`. */
  readonly languages: readonly Dictionary[]
  /** Their terms, by `TermId`. */
  readonly terms: Interner
  /** Folded words that are not their term, with the mark of its language. */
  readonly inflected: Interner
}

/** A growing dictionary of the words of a language. */
export type Dictionary = ReturnType<typeof createDictionary>

/**
 * An empty dictionary. Words are resolved in batches, later than they are met: if both steps alternated, each would
 * evict the other's tables from the processor's caches.
 */
export function createDictionary(language: string, shared: Omit<Dictionaries, 'languages'>) {
  const { walk, split, stem } = createChain(languageOf(language))
  const table = createWordTable()
  /** By `WordId`. */
  const compounds: boolean[] = []
  const words = createIntBuffer()
  const expansions = createIntBuffer()
  const folded = createInterner()
  /** By `FoldedId`. */
  const terms = createIntBuffer()
  const inflected = createIntBuffer()

  /** Number of the word at hand in a walk. */
  function wordId({ units, from, to, hash, isCompound }: WordView): WordId {
    const id = table.numberOf(units, from, to, hash)
    if (id === compounds.length) compounds.push(isCompound)
    return id
  }

  /** Resolves the words met since the last call, and returns the meanings of all. */
  function resolve(): ResolvedWords {
    for (let id = words.size; id < compounds.length; id += 1) {
      pushInt(words, resolveWord(split({ text: table.textOf(id), isCompound: compounds[id] ?? false })))
    }
    return {
      language,
      words: intsOf(words),
      expansions: intsOf(expansions),
      folded: folded.strings,
      terms: intsOf(terms),
      inflected: intsOf(inflected),
    }
  }

  /** The entry of a word; an expansion is kept. */
  function resolveWord(parts: readonly SplitWord[]): WordEntry {
    const [only] = parts
    if (only !== undefined && parts.length === 1 && only.kind === 'word') {
      const id = foldedId(only.word)
      if (hasTerm(id)) return id
    }
    const offset = expansions.size
    pushInt(expansions, 0)
    pushInt(expansions, 0)
    let singles = 0
    let all = 0
    for (const { word, position, kind } of parts) {
      const id = foldedId(word)
      if (!hasTerm(id)) continue
      pushInt(expansions, id)
      pushInt(expansions, position)
      pushInt(expansions, HALVES[kind])
      if (kind === 'word' || kind === 'part') singles += 1
      all += 1
    }
    expansions.numbers[offset] = singles
    expansions.numbers[offset + 1] = all
    return ~offset
  }

  function foldedId(word: string): FoldedId {
    const id = folded.intern(word)
    if (id === terms.size) {
      const term = stem(word)
      const marked = markLike(word, term)
      pushInt(terms, term === '' ? -1 : shared.terms.intern(term))
      pushInt(inflected, term === '' || marked === term ? -1 : shared.inflected.intern(marked))
    }
    return id
  }

  function hasTerm(id: FoldedId): boolean {
    return terms.numbers[id] !== -1
  }

  return { language, walk, wordId, resolve }
}
