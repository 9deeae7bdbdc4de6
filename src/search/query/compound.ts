/**
 * Words that are written together here and apart there: "setup" and "set up".
 *
 * What a reader types apart also means the word it would be together. What is
 * typed together and stands nowhere is read as the two words that it consists of,
 * if these stand side by side somewhere.
 */
import type { InvertedIndex } from '../index/inverted-index.ts'
import { findString } from '../strings/lower-bound.ts'
import { findPhrase } from '../index/phrase.ts'
import type { Slot } from '../index/phrase.ts'
import { docFreq } from '../index/posting-list.ts'

/** Only words of letters are taken apart. */
const LETTERS = /^\p{L}+$/u
/** Least units of either part. */
const MIN_PART = 2
/** A longer word is not one of two. */
const MAX_LENGTH = 32
/** Most ways to take a word apart whose parts are looked for side by side: those whose rarer part is most frequent. */
const MAX_COMPARED = 4
/** A part that more chunks have is no help in telling one way from another, and dear to look up. */
const MAX_CHUNKS = 8_192

/** Whether two words typed next to each other may be one. */
export function mayBeJoined(word: string, next: string): boolean {
  return LETTERS.test(word) && LETTERS.test(next) && word.length + next.length <= MAX_LENGTH
}

type TermsOf = (word: string) => readonly string[]
type Parts = readonly [string, string]

interface Way {
  readonly parts: Parts
  readonly slots: readonly Slot[]
  /** Chunks that have the rarer part. */
  readonly chunks: number
}

/** The two words that an unknown one is, null where it is none; `termsOf` gives the terms that a word has. */
export function splitCompound(index: InvertedIndex, word: string, termsOf: TermsOf): Parts | null {
  if (!LETTERS.test(word) || word.length > MAX_LENGTH) return null
  const [best] = waysApart(index, word, termsOf)
    .sort((a, b) => b.chunks - a.chunks)
    .slice(0, MAX_COMPARED)
    .map(({ parts, slots }) => ({ parts, count: findPhrase(index, slots).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  return best?.parts ?? null
}

function waysApart(index: InvertedIndex, word: string, termsOf: TermsOf): Way[] {
  const slotOf = (part: string): Slot => {
    return termsOf(part).map((term) => findString(index.terms, term)).filter((term) => term >= 0)
  }
  const chunksOf = (slot: Slot) => slot.reduce((sum, term) => sum + docFreq(index, term), 0)
  const ways: Way[] = []
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)] as const
    const slots = parts.map(slotOf)
    const chunks = Math.min(...slots.map(chunksOf))
    if (chunks > 0 && chunks <= MAX_CHUNKS) ways.push({ parts, slots, chunks })
  }
  return ways
}
