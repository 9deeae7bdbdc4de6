/**
 * Compounds that are written as one word or as two: "setup" and "set up".
 *
 * Two neighboring words of a query also match the one word that they form. A word that no text has matches two words
 * that it consists of, if these are neighbors in some text. In a language that writes compounds as one word, it matches
 * any two words that it consists of, and each word matches the compounds that it is a part of.
 */
import { isLetters } from '../index/compound-pair.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { type PhrasePosition, findPhrase } from '../index/phrase.ts'
import { type Parts, type TermsOf, splitLinked } from './linked-words.ts'

/** Least UTF-16 units of each part. */
const MIN_PART = 2
/** Longest compound, in UTF-16 units. */
const MAX_LENGTH = 32
/** Most splits that are looked up as a phrase: those whose rarer part is most frequent. */
const MAX_COMPARED = 4
/** Most chunks with both parts of a split in which they are compared, the first ones: this takes some milliseconds. */
const MAX_BOTH = 1_024
/** Most chunks of a part: a more frequent part is no evidence for a split, and takes long to look up. */
const MAX_CHUNKS = 8_192

/** A name in which letters and digits meet more than once: `log4j2`. One that has a single seam is indexed in parts. */
const CODE = /\p{L}\p{N}+\p{L}|\p{N}\p{L}+\p{N}/u

/** True if two neighboring words can form one word. */
export function mayBeJoined(word: string, next: string): boolean {
  if (word.length + next.length > MAX_LENGTH) return false
  return (isLetters(word) && isLetters(next)) || CODE.test(word + next)
}

interface Split {
  readonly parts: Parts
  readonly phrase: readonly PhrasePosition[]
  /** Chunks that have the rarer part. */
  readonly chunks: number
}

/** The two words of an unknown compound; null if the word is no compound. `termsOf` returns the terms of a word. */
export function splitCompound(index: SearchIndex, word: string, termsOf: TermsOf): Parts | null {
  const [best] = likelySplits(index, word, termsOf)
    .map(({ parts, phrase }) => ({ parts, count: findPhrase(index.lexicon, phrase, { remaining: MAX_BOTH }).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  return best?.parts ?? splitLinked(index, word, termsOf)
}

/** The splits of a word that are looked up, the most likely first; empty for a word that can't be a compound. */
export function likelySplits(index: SearchIndex, word: string, termsOf: TermsOf): Split[] {
  if (!isLetters(word) || word.length > MAX_LENGTH) return []
  return splitsOf(index, word, termsOf).sort((a, b) => b.chunks - a.chunks).slice(0, MAX_COMPARED)
}

function splitsOf(index: SearchIndex, word: string, termsOf: TermsOf): Split[] {
  const positionOf = (part: string): PhrasePosition => {
    return termsOf(part).map(index.lexicon.find).filter((term) => term >= 0)
  }
  const chunksOf = (terms: PhrasePosition) => terms.reduce((sum, term) => sum + index.lexicon.docFreq(term), 0)
  const splits: Split[] = []
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)] as const
    const phrase = parts.map(positionOf)
    const chunks = Math.min(...phrase.map(chunksOf))
    if (chunks > 0 && chunks <= MAX_CHUNKS) splits.push({ parts, phrase, chunks })
  }
  return splits
}
