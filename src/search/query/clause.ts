/**
 * The words of a query -> terms of an index with their weights. A clause is one
 * word with all that may be meant by it: its own term in each language, those that it
 * makes with a neighbour, the terms of its completions while it is still being
 * typed, and, where the index has none of these or hardly any, the terms it may be
 * a slip of.
 *
 * The terms of a clause are held to be as common as all of them together, as one
 * word with several spellings would be: a rare completion is a guess, not a rare
 * word. (Synonym operators of retrieval systems do the same: Pirkola, The effects
 * of query structure, SIGIR 1998.)
 */
import { markLike } from '../../text/stemmer.ts'
import { findCompletions } from './completion.ts'
import { splitCompound } from './compound.ts'
import { createCorrectionBudget, findCorrections } from './correction.ts'
import type { CorrectionBudget } from './correction.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { findString } from '../strings/lower-bound.ts'
import { createTermsOf } from './query.ts'
import type { Query, QueryWord } from './query.ts'
import { docFreq } from '../index/posting-list.ts'
import { rarenessOf } from '../index/idf.ts'
import type { Meaning } from '../index/idf.ts'

/** Most clauses of a query; of a longer one the rarest words count. */
const MAX_CLAUSES = 64
/** Most words of a query in which meanings are guessed: a longer one says enough without. */
const MAX_GUESSED_WORDS = 12

/** How surely a term is meant in a language that has the word in other forms only, where another has it as typed. */
const FOREIGN_SHARE = 0.5

/** How surely two words are meant as the one that they would be together. */
const JOINED_SHARE = 0.5

/** Most chunks of a word that is still held for a slip of one in so many times more: for a slip that the texts make, too. */
const MAX_DOUBTED_CHUNKS = 2
const MIN_DOUBT_RATIO = 8
/** How surely it is one. */
const DOUBT_SHARE = 0.5

/** A term of a clause. */
export interface Alternative {
  /** Number of the term. */
  readonly term: number
  /** Factor of the term's score in a chunk. */
  readonly weight: number
  /** What a chunk with the term covers of the query. */
  readonly credit: number
}

/** One word of the query; a chunk gets the best of its alternatives. */
export interface Clause {
  /** The word, folded. */
  readonly word: string
  /** The word's own terms first, where the index has them. */
  readonly alternatives: readonly Alternative[]
  /** What a chunk can cover of the query by it, above 0: the best of the alternatives, or that of a word no chunk has. */
  readonly credit: number
  /** How much of a word it is: 1, less for a function word. */
  readonly substance: number
}

/** One clause for each word, without alternatives where the index has nothing for it. */
export function toClauses(index: InvertedIndex, { words }: Query): Clause[] {
  const mayGuess = words.length <= MAX_GUESSED_WORDS
  const budget = createCorrectionBudget()
  const clauses = words.flatMap((word): Clause[] => {
    if (word.isExact || !mayGuess) return [toClause(index, word, ownMeanings(index, word))]
    const meanings = allMeanings(index, word)
    if (meanings.length > 0) return [toClause(index, word, meanings, findDoubts(index, word.word, { meanings, budget }))]
    const slips = findCorrections(index, word.word, budget)
    const parts = slips.length > 0 ? null : splitWord(index, word)
    return parts === null ? [toClause(index, word, slips)] : parts.map((part) => toClause(index, part, ownMeanings(index, part)))
  })
  if (clauses.length <= MAX_CLAUSES) return clauses
  return clauses.sort((a, b) => b.credit - a.credit).slice(0, MAX_CLAUSES)
}

/** What a word that hardly any chunk has may be a slip of: terms that many more have. */
function findDoubts(index: InvertedIndex, word: string, known: { meanings: readonly Meaning[]; budget: CorrectionBudget }): Meaning[] {
  const chunks = sumOfChunks(index, known.meanings)
  if (chunks > MAX_DOUBTED_CHUNKS) return []
  return findCorrections(index, word, known.budget)
    .filter(({ term }) => known.meanings.every((meaning) => meaning.term !== term) && docFreq(index, term) >= MIN_DOUBT_RATIO * chunks)
    .map(({ term, share }) => ({ term, share: DOUBT_SHARE * share }))
}

/** The two words that an unknown one consists of, null for none. */
function splitWord(index: InvertedIndex, query: QueryWord): QueryWord[] | null {
  const termsOf = createTermsOf(index)
  const parts = splitCompound(index, query.word, termsOf)
  return parts === null ? null : parts.map((word) => ({ ...query, word, terms: termsOf(word), joined: [], isPrefix: false }))
}

/** A clause of what a word means, and of what it may mean besides, which does not make it more common. */
function toClause(index: InvertedIndex, { word, weight }: QueryWord, meanings: readonly Meaning[], doubts: readonly Meaning[] = []): Clause {
  const rareness = rarenessOf(index, sumOfChunks(index, meanings))
  const substance = Math.min(weight, 1)
  const toAlternatives = (some: readonly Meaning[], worth: number) => some.map(({ term, share }): Alternative => {
    return { term, weight: weight * share * worth, credit: substance * share * worth }
  })
  const alternatives = [
    ...toAlternatives(meanings, rareness),
    ...toAlternatives(doubts, rarenessOf(index, sumOfChunks(index, [...meanings, ...doubts]))),
  ]
  const surest = meanings.reduce((most, { share }) => Math.max(most, share), 0)
  return { word, alternatives, credit: substance * rareness * (surest || 1), substance }
}

function sumOfChunks(index: InvertedIndex, meanings: readonly Meaning[]): number {
  return meanings.reduce((sum, { term }) => sum + docFreq(index, term), 0)
}

/** What the index has of a word: its own terms, what it is together with a neighbour, and what it begins. */
function allMeanings(index: InvertedIndex, query: QueryWord): Meaning[] {
  const { word, joined, isPrefix } = query
  const own = ownMeanings(index, query)
  const terms = own.map(({ term }) => term)
  const together = [...new Set(joined.map((string) => findString(index.terms, string)))]
    .filter((term) => term >= 0 && !terms.includes(term))
    .map((term): Meaning => ({ term, share: JOINED_SHARE }))
  const begun = isPrefix ? findCompletions(index, { word, own: [...terms, ...together.map(({ term }) => term)] }) : []
  return [...own, ...together, ...begun]
}

/** The word's terms that the index has. */
function ownMeanings(index: InvertedIndex, { terms, word }: QueryWord): Meaning[] {
  const found = terms
    .map((string) => ({ term: findString(index.terms, string), isNative: isWritten(index, word, string) }))
    .filter(({ term }) => term >= 0)
  const hasNative = found.some(({ isNative }) => isNative)
  return found.map(({ term, isNative }) => ({ term, share: isNative || !hasNative ? 1 : FOREIGN_SHARE }))
}

/** Whether texts in the language of a term have the word in just this form, or as its stem. */
function isWritten({ words }: InvertedIndex, word: string, term: string): boolean {
  const entry = markLike(word, term)
  return entry === term || findString(words, entry) >= 0
}
