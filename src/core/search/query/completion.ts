/**
 * The beginning of a word -> terms of the words that it may become. The work has three bounds: in words visited, in
 * terms, and in postings.
 */
import { u32At, u8At } from '../../text/column.ts'
import { pairPrefix } from '../index/compound-pair.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { docFreq } from '../index/posting-list.ts'
import type { TermCandidate } from '../index/score.ts'
import { type StringDictionary, encodeString, nextString, openStrings } from '../strings/front-coded-dictionary.ts'
import { type Range, findPrefix, skipPrefix } from '../strings/lower-bound.ts'

/**
 * Most words with the prefix that are visited, separately for terms and for other words. All pairs of a part with its
 * compounds count as one word.
 */
const MAX_SCANNED_WORDS = 16_384
/** Most completions: those that most chunks have. */
const MAX_COMPLETIONS = 16
/** Most postings that completions may add to the work of a query. */
const MAX_COMPLETION_POSTINGS = 65_536
/** Fraction of a word that its completions cover if the index has the word itself. */
const COVERS_BESIDE_WORD = 0.5
/** The byte by which the key of a pair is told from a word. */
const PAIR_BYTE = u8At(encodeString(pairPrefix('')), 0)

/** A prefix, and its own terms as a word, one for each language of the index. */
export interface Beginning {
  readonly word: string
  readonly ownTerms: readonly number[]
}

/**
 * Terms of the words that begin with a word, except its own terms. Confidence decreases with the length of the part
 * still to be typed. But a completion of a text that is no word covers it completely, however much is missing. A text
 * that is a word is more likely meant as it is: its completions cover half of it, so that a section with the word itself
 * comes before those with longer words alone, even where it is the longer section.
 */
export function findCompletions(index: InvertedIndex, { word, ownTerms }: Beginning): TermCandidate[] {
  const { from, to } = findPrefix(index.terms, word)
  const terms = { from, to: Math.min(to, from + MAX_SCANNED_WORDS) }
  const ranges = { terms, words: findPrefix(index.words, word) }
  const typedRatios = new Map(chooseTerms(index, ranges, ownTerms).map((term) => [term, 0]))
  raiseTypedRatios(index, ranges, { typed: encodeString(word).length, typedRatios })
  const covers = ownTerms.length > 0 ? COVERS_BESIDE_WORD : 1
  return [...typedRatios].map(([term, ratio]) => ({ term, confidence: Math.sqrt(ratio), covers }))
}

/** Visits the first words of a range with their terms and lengths in bytes, without pairs, which are no words. */
function eachWord(index: InvertedIndex, { from, to }: Range, visit: (term: number, length: number) => void): void {
  const cursor = openStrings(index.words, from)
  for (let scanned = 0; scanned < MAX_SCANNED_WORDS && nextString(cursor) && cursor.number < to; scanned += 1) {
    const mark = cursor.bytes.subarray(0, cursor.length).indexOf(PAIR_BYTE)
    if (mark < 0) visit(u32At(index.wordTerms, cursor.number), cursor.length)
    else skipPrefix(cursor, mark + 1)
  }
}

/** Terms and other words with a prefix. */
interface Ranges {
  readonly terms: Range
  readonly words: Range
}

/** A term and the number of chunks that have it. */
interface CountedTerm {
  readonly term: number
  readonly chunks: number
}

/** The most frequent terms that fit into the bound on postings, most frequent first. */
function chooseTerms(index: InvertedIndex, { terms, words }: Ranges, ownTerms: readonly number[]): number[] {
  const best: CountedTerm[] = []

  function offer(term: number): void {
    const chunks = docFreq(index, term)
    const isWorse = (one: CountedTerm) => one.chunks < chunks || (one.chunks === chunks && one.term > term)
    const last = best.length === MAX_COMPLETIONS ? best.at(-1) : undefined
    if (last !== undefined && !isWorse(last)) return
    if (ownTerms.includes(term) || best.some((one) => one.term === term)) return
    const worse = best.findIndex(isWorse)
    best.splice(worse < 0 ? best.length : worse, 0, { term, chunks })
    best.length = Math.min(best.length, MAX_COMPLETIONS)
  }

  for (let term = terms.from; term < terms.to; term += 1) offer(term)
  eachWord(index, words, offer)
  let postings = 0
  return best.flatMap(({ term, chunks }) => {
    if (postings + chunks > MAX_COMPLETION_POSTINGS) return []
    postings += chunks
    return [term]
  })
}

/** The bytes typed, and for each chosen term the typed part of its shortest word so far, 0 to 1. */
interface TypedParts {
  readonly typed: number
  readonly typedRatios: Map<number, number>
}

function raiseTypedRatios(index: InvertedIndex, { terms, words }: Ranges, { typed, typedRatios }: TypedParts): void {
  function raise(term: number, length: number): void {
    const ratio = typedRatios.get(term)
    if (ratio !== undefined) typedRatios.set(term, Math.max(ratio, typed / Math.max(typed, length)))
  }

  for (const term of typedRatios.keys()) {
    if (term >= terms.from && term < terms.to) raise(term, lengthAt(index.terms, term))
  }
  eachWord(index, words, raise)
}

/** Bytes of a string, 0 for none. */
function lengthAt(dictionary: StringDictionary, number: number): number {
  const cursor = openStrings(dictionary, number)
  return nextString(cursor) ? cursor.length : 0
}
