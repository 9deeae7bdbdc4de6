/** The lexicon of an index in memory: its strings, and its posting lists in any form. */
import { findPrefix, findString } from '../../base/partition-point.ts'
import { u32At } from '../../text/column.ts'
import { unmarkedTerm } from '../../text/stemmer.ts'
import { isPair, pairPrefix, partOf, shortestEndingIn } from '../index/compound-pair.ts'
import { createOpenList, encodedFreq } from '../index/encoded-list.ts'
import type { InvertedIndex, ListlessColumns } from '../index/inverted-index.ts'
import type { Lexicon, NearWord, SearchIndex } from '../index/lexicon.ts'
import { createFindNear } from './near-words.ts'

/**
 * Most words with a prefix that are visited, separately for terms and for other words. All pairs of a part with its
 * compounds count as one word.
 */
const MAX_SCANNED_WORDS = 16_384
/** Most terms, and most other words, that are visited for endings: some milliseconds. */
const MAX_SCANNED_ENDINGS = 131_072
/** Most pairs that are visited for one part. */
const MAX_PAIRS = 4_096
const NO_CHUNKS = new Uint32Array(0)

export function withLexicon<T extends InvertedIndex>(index: T): T & SearchIndex {
  const docFreq = (term: number) => encodedFreq(index, term)
  return { ...index, lexicon: createLexicon(index, { size: index.pages.length, docFreq, open: createOpenList(index) }) }
}

export function createLexicon(index: ListlessColumns, lists: Pick<Lexicon, 'size' | 'docFreq' | 'open'>): Lexicon {
  const { terms, words, wordTerms, titleKeys, titleStarts, titleChunks } = index
  const [findNearTerms, findNearWords] = [createFindNear(terms), createFindNear(words)]

  return {
    ...lists,
    startWord: () => undefined,
    find: (term) => findString(terms, term),
    textOf: (term) => terms[term] ?? '',
    hasWord: (word) => findString(words, word) >= 0,
    eachBeginning(prefix: string, visit: (term: number, length: number) => void): void {
      const { from, to } = findPrefix(terms, prefix)
      for (let at = from; at < Math.min(to, from + MAX_SCANNED_WORDS); at += 1) visit(at, terms[at]?.length ?? 0)
      const inWords = findPrefix(words, prefix)
      for (let [at, scanned] = [inWords.from, 0]; at < inWords.to && scanned < MAX_SCANNED_WORDS; scanned += 1) {
        const word = words[at] ?? ''
        if (!isPair(word)) visit(u32At(wordTerms, at), word.length)
        at = isPair(word) ? findPrefix(words, pairPrefix(partOf(word))).to : at + 1
      }
    },
    compoundsOf(part: string): number[] {
      const { from, to } = findPrefix(words, pairPrefix(part))
      return [...wordTerms.subarray(from, Math.min(to, from + MAX_PAIRS))]
    },
    endingIn(endings: readonly string[]): number[] {
      const termsOf = new Map<string, number[]>()
      function visitEndings(strings: readonly string[], termOf: (number: number) => number): void {
        strings.slice(0, MAX_SCANNED_ENDINGS).forEach((string, number) => {
          if (isPair(string) || !endings.some((ending) => string.includes(ending))) return
          const word = unmarkedTerm(string)
          termsOf.set(word, [...(termsOf.get(word) ?? []), termOf(number)])
        })
      }
      visitEndings(terms, (number) => number)
      visitEndings(words, (number) => u32At(wordTerms, number))
      const shortest = endings.flatMap((ending) => shortestEndingIn(termsOf.keys(), ending))
      return [...new Set(shortest.flatMap((word) => termsOf.get(word) ?? []))]
    },
    eachNear(near: NearWord, visit: (term: number, word: string) => void): void {
      for (const term of findNearTerms(near)) visit(term, terms[term] ?? '')
      for (const word of findNearWords(near)) visit(u32At(wordTerms, word), words[word] ?? '')
    },
    titled(key: string): Uint32Array {
      const number = findString(titleKeys, key)
      return number < 0 ? NO_CHUNKS : titleChunks.subarray(u32At(titleStarts, number), u32At(titleStarts, number + 1))
    },
  }
}
