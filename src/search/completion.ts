/**
 * The beginning of a word -> terms of the words that it may become. The work is
 * bounded three times: in words looked at, in terms, and in postings.
 */
import type { InvertedIndex } from './inverted-index.ts'
import { findPrefix, lengthAt } from './lexicon.ts'
import type { Range } from './lexicon.ts'
import { encodeString } from './string-table.ts'
import { docFreq } from './term.ts'
import type { Meaning } from './term.ts'

/** Most words beginning alike that are looked at, of terms and of other words each. */
const MAX_SCANNED_WORDS = 16_384
/** Most completions: those that most chunks have. */
const MAX_COMPLETIONS = 32
/** Most postings that completions may add to the work of a query. */
const MAX_COMPLETION_POSTINGS = 65_536

/** How surely a completion is meant, where what is typed is a word by itself, and where it isn't. */
const SHARE_OF = { known: 0.5, unknown: 0.8 }

/** What may be the beginning of a word, and its own terms, of which there are several in an index of several languages. */
export interface Beginning {
  readonly word: string
  readonly own: readonly number[]
}

/** Terms of the words that begin with a word, its own terms aside. Each counts the less, the more of it is still to be typed. */
export function findCompletions(index: InvertedIndex, { word, own }: Beginning): Meaning[] {
  const shares = typedShares(index, word)
  for (const term of own) shares.delete(term)
  const factor = own.length === 0 ? SHARE_OF.unknown : SHARE_OF.known
  return choose(index, [...shares.keys()]).map((term) => ({ term, share: factor * Math.sqrt(shares.get(term)!) }))
}

/** Terms of the words that begin so, each with the share of its shortest word that is typed. */
function typedShares(index: InvertedIndex, word: string): Map<number, number> {
  const typed = encodeString(word).length
  const shares = new Map<number, number>()
  for (const number of numbersIn(findPrefix(index.terms, word))) {
    shares.set(number, typed / lengthAt(index.terms, number))
  }
  for (const number of numbersIn(findPrefix(index.words, word))) {
    const term = index.wordTerms[number]!
    shares.set(term, Math.max(shares.get(term) ?? 0, typed / lengthAt(index.words, number)))
  }
  return shares
}

function numbersIn({ from, to }: Range): number[] {
  return Array.from({ length: Math.min(to - from, MAX_SCANNED_WORDS) }, (_, i) => from + i)
}

/** The most frequent terms, of which those that fit into the bound on postings. */
function choose(index: InvertedIndex, terms: readonly number[]): number[] {
  const frequent = [...terms].sort((a, b) => docFreq(index, b) - docFreq(index, a) || a - b).slice(0, MAX_COMPLETIONS)
  let postings = 0
  return frequent.filter((term) => {
    if (postings + docFreq(index, term) > MAX_COMPLETION_POSTINGS) return false
    postings += docFreq(index, term)
    return true
  })
}
