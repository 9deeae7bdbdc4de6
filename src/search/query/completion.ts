/**
 * The beginning of a word -> terms of the words that it may become. The work is
 * bounded three times: in words looked at, in terms, and in postings.
 */
import type { InvertedIndex } from '../index/inverted-index.ts'
import { findPrefix } from '../strings/lower-bound.ts'
import type { Range } from '../strings/lower-bound.ts'
import { encodeString, nextString, openStrings } from '../strings/front-coded-dictionary.ts'
import type { StringTable } from '../strings/front-coded-dictionary.ts'
import { docFreq } from '../index/posting-list.ts'
import type { Meaning } from '../index/idf.ts'

/** Most words beginning alike that are looked at, of terms and of other words each. */
const MAX_SCANNED_WORDS = 16_384
/** Most completions: those that most chunks have. */
const MAX_COMPLETIONS = 16
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
  const terms = firstOf(findPrefix(index.terms, word))
  const words = firstOf(findPrefix(index.words, word))
  const chosen = chooseTerms(index, { terms, words, own })
  const shares = typedShares(index, { word, terms, words }, chosen)
  const factor = own.length === 0 ? SHARE_OF.unknown : SHARE_OF.known
  return chosen.map((term) => ({ term, share: factor * Math.sqrt(shares.get(term)!) }))
}

function firstOf({ from, to }: Range): Range {
  return { from, to: Math.min(to, from + MAX_SCANNED_WORDS) }
}

interface Found {
  readonly terms: Range
  readonly words: Range
}

/** The most frequent terms, the most frequent first, of which those that fit into the bound on postings. */
function chooseTerms(index: InvertedIndex, { terms, words, own }: Found & Pick<Beginning, 'own'>): number[] {
  const best: { readonly term: number; readonly chunks: number }[] = []

  function offer(term: number): void {
    const chunks = docFreq(index, term)
    const isWorse = (one: { readonly term: number; readonly chunks: number }) => {
      return one.chunks < chunks || (one.chunks === chunks && one.term > term)
    }
    if (best.length === MAX_COMPLETIONS && !isWorse(best.at(-1)!)) return
    if (own.includes(term) || best.some((one) => one.term === term)) return
    const place = best.findIndex(isWorse)
    best.splice(place < 0 ? best.length : place, 0, { term, chunks })
    best.length = Math.min(best.length, MAX_COMPLETIONS)
  }

  for (let term = terms.from; term < terms.to; term += 1) offer(term)
  for (let word = words.from; word < words.to; word += 1) offer(index.wordTerms[word]!)
  let postings = 0
  return best.flatMap(({ term, chunks }) => {
    if (postings + chunks > MAX_COMPLETION_POSTINGS) return []
    postings += chunks
    return [term]
  })
}

/** For each of some terms the share of its shortest word found that is typed. */
function typedShares(index: InvertedIndex, { word, terms, words }: Found & Pick<Beginning, 'word'>, chosen: readonly number[]) {
  const typed = encodeString(word).length
  const shares = new Map(chosen.map((term) => [term, 0]))

  function note(term: number, length: number): void {
    const before = shares.get(term)
    if (before !== undefined) shares.set(term, Math.max(before, typed / Math.max(typed, length)))
  }

  for (const term of chosen) if (term >= terms.from && term < terms.to) note(term, lengthAt(index.terms, term))
  const cursor = openStrings(index.words, words.from)
  while (nextString(cursor) && cursor.number < words.to) note(index.wordTerms[cursor.number]!, cursor.length)
  return shares
}

/** Bytes of a string, the measure by which a completion is longer than what was typed. */
function lengthAt(table: StringTable, number: number): number {
  const cursor = openStrings(table, number)
  return nextString(cursor) ? cursor.length : 0
}
