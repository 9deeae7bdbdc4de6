/**
 * Words of texts in one language -> their numbers and meanings: the folded words that each is found by, and their
 * terms. A word is resolved once, however often it is met.
 */
import { type SplitWord, type TokenKind, createChain } from '../../text/analyze.ts'
import type { Language } from '../../text/language.ts'
import type { Walk, WordView } from '../../text/segment.ts'
import { type WordEntry, expansionEntry } from '../../text/word-entry.ts'
import { createWordTable } from '../../text/word-table.ts'
import { type Interner, createInterner } from '../strings/interner.ts'
import type { FoldedId, TermId, WordId } from './numbers.ts'

/** Weight of an occurrence: half for one word of a compound, whole for everything else. */
const HALVES: Readonly<Record<TokenKind, number>> = { word: 2, part: 1, whole: 2 }

/** The meanings of the words of a language. */
export interface ResolvedWords {
  readonly language: Language
  /** By word (`WordId`): its folded word (`FoldedId`), or an expansion. */
  readonly words: readonly WordEntry[]
  /**
   * The expansions: number of single words, number of all folded words, and for each of these its `FoldedId`, its
   * position counted from the first single word, and its weight in halves.
   */
  readonly expansions: readonly number[]
  /** Folded words by `FoldedId`. */
  readonly folded: readonly string[]
  /** Term (`TermId`) by `FoldedId`; -1 for none. */
  readonly terms: readonly TermId[]
}

/** The words of a language as they are met. */
export interface Dictionary {
  readonly language: Language
  /** Cuts a text into its words. */
  readonly walk: Walk
  /** Number of a word of a text. */
  readonly wordId: (word: WordView) => WordId
  /** Resolves the words met since the last call, and returns the meanings of all. */
  readonly resolve: () => ResolvedWords
}

/** The dictionaries of a site. */
export interface Dictionaries {
  /** By `LanguageId`. */
  readonly languages: readonly Dictionary[]
  /** The terms of all of them, by `TermId`. */
  readonly terms: Interner
}

/**
 * An empty dictionary. Words are resolved later than they are met: in turns, each would push the tables of the other
 * out of the processor's caches.
 */
export function createDictionary(language: Language, interner: Interner): Dictionary {
  const { walk, split, stem } = createChain(language)
  const table = createWordTable()
  /** By `WordId`. */
  const compounds: boolean[] = []
  const words: WordEntry[] = []
  const expansions: number[] = []
  const folded = createInterner()
  const terms: TermId[] = []

  function wordId({ units, from, to, isCompound }: WordView): WordId {
    const id = table.numberOf(units, from, to)
    if (id === compounds.length) compounds.push(isCompound)
    return id
  }

  function resolve(): ResolvedWords {
    for (const isCompound of compounds.slice(words.length)) {
      words.push(resolveWord(split({ text: table.textOf(words.length), isCompound })))
    }
    return { language, words, expansions, folded: folded.strings, terms }
  }

  /** The entry of a word; an expansion is kept. */
  function resolveWord(parts: readonly SplitWord[]): WordEntry {
    const [only] = parts
    if (only !== undefined && parts.length === 1 && only.kind === 'word') {
      const id = foldedId(only.word)
      if (hasTerm(id)) return id
    }
    const offset = expansions.push(0, 0) - 2
    let singles = 0
    let all = 0
    for (const { word, position, kind } of parts) {
      const id = foldedId(word)
      if (!hasTerm(id)) continue
      expansions.push(id, position, HALVES[kind])
      if (kind !== 'whole') singles += 1
      all += 1
    }
    expansions[offset] = singles
    expansions[offset + 1] = all
    return expansionEntry(offset)
  }

  function foldedId(word: string): FoldedId {
    const id = folded.intern(word)
    if (id === terms.length) {
      const term = stem(word)
      terms.push(term === '' ? -1 : interner.intern(term))
    }
    return id
  }

  function hasTerm(id: FoldedId): boolean {
    return terms[id] !== -1
  }

  return { language, walk, wordId, resolve }
}
