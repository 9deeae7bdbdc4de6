/**
 * Compounds that some write as one word and others as two: "setup" and "set up".
 *
 * Two neighboring words of a query also mean the one word they would be together. One word that no text has is read as
 * the two words that it consists of, if these are neighbors in some text.
 */
import type { InvertedIndex } from '../index/inverted-index.ts'
import { type PhrasePosition, findPhrase } from '../index/phrase.ts'
import { docFreq } from '../index/posting-list.ts'
import { findString } from '../strings/lower-bound.ts'

/** Only words of letters are split. */
const LETTERS = /^\p{L}+$/u
/** Least units of either part. */
const MIN_PART = 2
/** A longer word is not one of two. */
const MAX_LENGTH = 32
/** Most splits whose parts are looked up as a phrase: those whose rarer part is most frequent. */
const MAX_COMPARED = 4
/** A part in more chunks says little about a split, and takes long to look up. */
const MAX_CHUNKS = 8_192

/** False when two neighboring words can't be one. */
export function mayBeJoined(word: string, next: string): boolean {
  return LETTERS.test(word) && LETTERS.test(next) && word.length + next.length <= MAX_LENGTH
}

type TermsOf = (word: string) => readonly string[]
type Parts = readonly [string, string]

/** A word as two. */
export interface Split {
  readonly parts: Parts
  readonly phrase: readonly PhrasePosition[]
  /** Chunks that have the rarer part. */
  readonly chunks: number
}

/** The two words of an unknown compound, null when it is none; `termsOf` gives the terms of a word. */
export function splitCompound(index: InvertedIndex, word: string, termsOf: TermsOf): Parts | null {
  const [best] = likelySplits(index, word, termsOf)
    .map(({ parts, phrase }) => ({ parts, count: findPhrase(index, phrase).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  return best?.parts ?? null
}

/** The splits of a word that are looked up, the likeliest first; none for a word that can't be a compound. */
export function likelySplits(index: InvertedIndex, word: string, termsOf: TermsOf): Split[] {
  if (!LETTERS.test(word) || word.length > MAX_LENGTH) return []
  return splitsOf(index, word, termsOf).sort((a, b) => b.chunks - a.chunks).slice(0, MAX_COMPARED)
}

function splitsOf(index: InvertedIndex, word: string, termsOf: TermsOf): Split[] {
  const positionOf = (part: string): PhrasePosition => {
    return termsOf(part).map((term) => findString(index.terms, term)).filter((term) => term >= 0)
  }
  const chunksOf = (terms: PhrasePosition) => terms.reduce((sum, term) => sum + docFreq(index, term), 0)
  const splits: Split[] = []
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)] as const
    const phrase = parts.map(positionOf)
    const chunks = Math.min(...phrase.map(chunksOf))
    if (chunks > 0 && chunks <= MAX_CHUNKS) splits.push({ parts, phrase, chunks })
  }
  return splits
}
