/** The lexicon of an index in memory: its dictionaries, and its posting lists in any form. */
import { u32At, u8At } from '../../text/column.ts'
import { unmarkedLength, unmarkedTerm } from '../../text/stemmer.ts'
import { isPair, pairPrefix, shortestEndingIn } from '../index/compound-pair.ts'
import { createOpenList, encodedFreq } from '../index/encoded-list.ts'
import type { InvertedIndex, ListlessColumns } from '../index/inverted-index.ts'
import type { Lexicon, NearWord, SearchIndex } from '../index/lexicon.ts'
import {
  type StringCursor, type StringDictionary, encodeString, findPrefix, findString, nextString, openStrings, skipPrefix,
  stringAt,
} from '../strings/front-coded-dictionary.ts'
import { findNear } from './near-words.ts'

/**
 * Most words with a prefix that are visited, separately for terms and for other words. All pairs of a part with its
 * compounds count as one word.
 */
const MAX_SCANNED_WORDS = 16_384
/** Most terms, and most other words, that are visited for endings: some milliseconds. */
const MAX_SCANNED_ENDINGS = 131_072
/** Most pairs that are visited for one part. */
const MAX_PAIRS = 4_096
/** The byte by which the key of a pair is told from a word. */
const PAIR_BYTE = u8At(encodeString(pairPrefix('')), 0)
const NO_CHUNKS = new Uint32Array(0)

export function withLexicon<T extends InvertedIndex>(index: T): T & SearchIndex {
  const docFreq = (term: number) => encodedFreq(index, term)
  return { ...index, lexicon: createLexicon(index, { size: index.pages.length, docFreq, open: createOpenList(index) }) }
}

/** True if the current string, without its marks, ends in one of some keys. */
function endsInAny({ bytes, length }: StringCursor, keys: readonly Uint8Array[]): boolean {
  const end = unmarkedLength(bytes, length)
  for (const key of keys) {
    let at = key.length
    while (at > 0 && bytes[end - key.length + at - 1] === key[at - 1]) at -= 1
    if (at === 0) return true
  }
  return false
}

export function createLexicon(index: ListlessColumns, lists: Pick<Lexicon, 'size' | 'docFreq' | 'open'>): Lexicon {
  const { terms, words, wordTerms, titleKeys, titleStarts, titleChunks } = index

  return {
    ...lists,
    startWord: () => undefined,
    find: (term) => findString(terms, term),
    textOf: (term) => stringAt(terms, term),
    hasWord: (word) => findString(words, word) >= 0,
    eachBeginning(prefix: string, visit: (term: number, length: number) => void): void {
      for (const dictionary of [terms, words]) {
        const { from, to } = findPrefix(dictionary, prefix)
        const cursor = openStrings(dictionary, from)
        for (let scanned = 0; scanned < MAX_SCANNED_WORDS && nextString(cursor) && cursor.number < to; scanned += 1) {
          const { bytes, length, number } = cursor
          const mark = dictionary === terms ? length : bytes.indexOf(PAIR_BYTE)
          // Bytes after the string are of others.
          if (mark >= 0 && mark < length) skipPrefix(cursor, mark + 1)
          else visit(dictionary === terms ? number : u32At(wordTerms, number), length)
        }
      }
    },
    compoundsOf(part: string): number[] {
      const { from, to } = findPrefix(words, pairPrefix(part))
      return [...wordTerms.subarray(from, Math.min(to, from + MAX_PAIRS))]
    },
    endingIn(endings: readonly string[]): number[] {
      const keys = endings.map(encodeString)
      const termsOf = new Map<string, number[]>()
      function visitEndings(dictionary: StringDictionary, termOf: (number: number) => number): void {
        const cursor = openStrings(dictionary, 0)
        for (let scanned = 0; scanned < MAX_SCANNED_ENDINGS && nextString(cursor); scanned += 1) {
          if (!endsInAny(cursor, keys)) continue
          const word = stringAt(dictionary, cursor.number)
          if (isPair(word)) continue
          termsOf.set(unmarkedTerm(word), [...(termsOf.get(unmarkedTerm(word)) ?? []), termOf(cursor.number)])
        }
      }
      visitEndings(terms, (number) => number)
      visitEndings(words, (number) => u32At(wordTerms, number))
      const shortest = endings.flatMap((ending) => shortestEndingIn(termsOf.keys(), ending))
      return [...new Set(shortest.flatMap((word) => termsOf.get(word) ?? []))]
    },
    eachNear(near: NearWord, visit: (term: number, word: string) => void): void {
      for (const term of findNear(index, terms, near)) visit(term, stringAt(terms, term))
      for (const word of findNear(index, words, near)) visit(u32At(wordTerms, word), stringAt(words, word))
    },
    titled(key: string): Uint32Array {
      const number = findString(titleKeys, key)
      return number < 0 ? NO_CHUNKS : titleChunks.subarray(u32At(titleStarts, number), u32At(titleStarts, number + 1))
    },
  }
}
