/**
 * A word that the index doesn't have -> terms of the words it may be a typo of: those the fewest edits away. An edit is
 * a letter inserted, deleted or changed, or two neighbors exchanged (the restricted Damerau-Levenshtein distance).
 */
import { unmarkedTerm } from '../../text/stemmer.ts'
import { isPair } from '../index/compound-pair.ts'
import type { Budget, Lexicon, NearWord } from '../index/lexicon.ts'
import type { TermCandidate } from '../index/score.ts'
import { encodeString } from '../strings/front-coded-dictionary.ts'

/** Least bytes of a word that is corrected: a shorter one is near too many words. */
const MIN_LENGTH = 4
/** Least bytes of a word that may have two edits. */
const LONG_LENGTH = 8
/** Most bytes of a word that is corrected: nobody types longer names from memory, and time grows with the length. */
const MAX_LENGTH = 32
/** Most words that are visited for all typos of a query together: enough for a few typos. */
const MAX_VISITED_BY_QUERY = 250_000
/** Most corrections of one word: those that most chunks have. */
const MAX_CORRECTIONS = 16
/** Confidence in a word one edit away; the square for two. */
const CONFIDENCE_PER_EDIT = 0.9
/** Factor of the confidence if one letter was replaced: letters are more often left out, doubled or exchanged. */
const CHANGED_LETTER = 0.8
/**
 * Words that may have at most one edit: a path of names, because its names are also words of the query and corrected on
 * their own, and a name with digits, because it has few letters.
 */
const SINGLE_NAME = /^[\p{L}\p{M}]+$/u
/** Symbols are exact. */
const WORD = /[\p{L}\p{N}]/u
/** Digits are exact: `E_CONN_43` is not `E_CONN_42`. */
const DIGITS = /\p{N}+/gu

/** A term that a word may be a typo of. */
export interface Correction extends TermCandidate {
  /** A word of the index with this term, near the typo. */
  readonly word: string
}

/** The budget of all corrections of a query. */
export function createCorrectionBudget(): Budget {
  return { remaining: MAX_VISITED_BY_QUERY }
}

/**
 * The nearest terms, all at the same distance: 1, or 2 for long words. Empty for short words. If the budget runs out,
 * the terms found until then.
 */
export function findCorrections(
  lexicon: Lexicon,
  word: string,
  budget = createCorrectionBudget(),
): Correction[] {
  const key = encodeString(word)
  if (key.length < MIN_LENGTH || key.length > MAX_LENGTH || !WORD.test(word)) return []
  // Most typos are one edit, which takes a fraction of the time of two.
  const mostEdits = key.length < LONG_LENGTH || !SINGLE_NAME.test(word) ? 1 : 2
  for (let edits = 1; edits <= mostEdits; edits += 1) {
    const terms = findTerms(lexicon, { word, key, start: startOf(word, edits), edits, budget })
    if (terms.length === 0) continue
    const confidence = CONFIDENCE_PER_EDIT ** edits
    const factorOf = (near: string) => (hasOtherLetter(word, near) ? CHANGED_LETTER : 1)
    return terms
      .map((one) => ({ ...one, confidence: confidence * factorOf(one.word) }))
      .sort((a, b) => b.confidence - a.confidence)
  }
  return []
}

/**
 * The beginning that a word must share with its neighbors at a number of edits. With two edits the first letter must be
 * right: it is hardly ever mistyped together with another one, and allowing it would multiply the visited words by
 * five. (Yannakoudakis and Fawthrop, The rules of spelling errors, 1983.)
 */
function startOf(word: string, edits: number): string {
  const [first = ''] = word
  return edits > 1 ? first : ''
}

/** True for words of equal length whose letters are not a permutation of each other: one letter was replaced. */
function hasOtherLetter(typed: string, word: string): boolean {
  return typed.length === word.length && [...typed].sort().join('') !== [...word].sort().join('')
}

/** The most frequent terms of words near the key. */
function findTerms(lexicon: Lexicon, typo: NearWord): Omit<Correction, 'confidence'>[] {
  const near = new Map<number, string>()
  const digits = digitsOf(typo.word)
  // A term may be a stem, and no word.
  lexicon.eachNear(typo, (term, entry) => {
    const word = unmarkedTerm(entry)
    if (digitsOf(word) !== digits || isPair(entry)) return
    if (!near.has(term) || !hasOtherLetter(typo.word, word)) near.set(term, word)
  })
  return [...near]
    .map(([term, word]) => ({ term, word, chunks: lexicon.docFreq(term) }))
    .sort((a, b) => b.chunks - a.chunks || a.term - b.term)
    .slice(0, MAX_CORRECTIONS)
}

/** The numbers in a word, in their order. */
function digitsOf(word: string): string {
  return (word.match(DIGITS) ?? []).join(' ')
}
