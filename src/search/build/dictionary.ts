/**
 * Words of texts in one language -> their numbers, and what each holds: the words it is found by, folded, and their
 * terms. A word is learnt once, however often it is met.
 */
import { createChain } from '../../text/analyze.ts'
import type { SplitWord, TokenKind } from '../../text/analyze.ts'
import type { Language } from '../../text/language.ts'
import type { Walk, WordView } from '../../text/segment.ts'
import { createWordTable } from '../../text/word-table.ts'
import { createNumbering } from '../strings/interner.ts'
import type { Numbering } from '../strings/interner.ts'

/** What an occurrence counts: one word of a compound half, everything else whole. */
const HALVES: Readonly<Record<TokenKind, number>> = { word: 2, part: 1, whole: 2 }

/** What the words of a language hold. */
export interface Meanings {
  readonly language: Language
  /** By word: the folded word that it is, as most are; -1 less the place of its reading for others. */
  readonly words: readonly number[]
  /**
   * What other words hold: how many single words, how many folded words in all, and for each of these its number,
   * where it stands from the first single word on, and how much it counts, in halves.
   */
  readonly readings: readonly number[]
  /** Folded words by number. */
  readonly folded: readonly string[]
  /** By folded word: the number of its term, which all languages share; -1 for none. */
  readonly terms: readonly number[]
}

/** The words of a language as they are met. */
export interface Dictionary {
  readonly language: Language
  /** Cuts a text into its words. */
  readonly walk: Walk
  /** Number of a word of a text: from 0, in the order in which words are first met. */
  readonly numberOf: (word: WordView) => number
  /** Learns the words met since it last did, and tells what all hold. */
  readonly learn: () => Meanings
}

/** The dictionaries of a site. */
export interface Dictionaries {
  /** In the order of their numbers in streams (`word-stream.ts`). */
  readonly languages: readonly Dictionary[]
  /** The terms of all of them. */
  readonly terms: Numbering
}

/**
 * An empty dictionary. Learning is apart from cutting: in turns, each
 * would push the tables of the other out of the processor's caches.
 */
export function createDictionary(language: Language, strings: Numbering): Dictionary {
  const { walk, split, stem } = createChain(language)
  const table = createWordTable()
  const compounds: boolean[] = []
  const words: number[] = []
  const readings: number[] = []
  const folded = createNumbering()
  const terms: number[] = []

  function numberOf({ units, from, to, isCompound }: WordView): number {
    const number = table.numberOf(units, from, to)
    if (number === compounds.length) compounds.push(isCompound)
    return number
  }

  function learn(): Meanings {
    for (let word = words.length; word < compounds.length; word += 1) {
      words.push(read(split({ text: table.textOf(word), isCompound: compounds[word]! })))
    }
    return { language, words, readings, folded: folded.strings, terms }
  }

  /** The folded word that a word is, else -1 less the place of its reading, which is kept. */
  function read(parts: readonly SplitWord[]): number {
    const held = parts.map(({ word }) => foldedNumber(word))
    if (parts.length === 1 && parts[0]!.kind === 'word' && terms[held[0]!]! >= 0) return held[0]!
    const place = readings.length
    readings.push(0, 0)
    parts.forEach(({ kind, position }, i) => {
      if (terms[held[i]!]! < 0) return
      if (kind !== 'whole') readings[place]! += 1
      readings[place + 1]! += 1
      readings.push(held[i]!, position, HALVES[kind])
    })
    return -1 - place
  }

  function foldedNumber(word: string): number {
    const number = folded.numberOf(word)
    if (number === terms.length) {
      const term = stem(word)
      terms.push(term === '' ? -1 : strings.numberOf(term))
    }
    return number
  }

  return { language, walk, numberOf, learn }
}
