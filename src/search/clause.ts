/**
 * The words of a query -> terms of an index with their weights. A clause is one
 * word with all that may be meant by it: its own term in each language, the terms
 * of its completions while it is still being typed, and, where the index has none
 * of these, the terms it may be a slip of.
 *
 * The terms of a clause are held to be as common as all of them together, as one
 * word with several spellings would be: a rare completion is a guess, not a rare
 * word. (Synonym operators of retrieval systems do the same: Pirkola, The effects
 * of query structure, SIGIR 1998.)
 */
import { markLike } from '../text/stem/stemmer.ts'
import { findCompletions } from './completion.ts'
import { findCorrections } from './correction.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { findString } from './lexicon.ts'
import type { Query, QueryWord } from './query.ts'
import { docFreq, rarenessOf } from './term.ts'
import type { Meaning } from './term.ts'

/** Most clauses of a query; of a longer one the rarest words count. */
const MAX_CLAUSES = 64
/** Most words of a query in which meanings are guessed: a longer one says enough without. */
const MAX_GUESSED_WORDS = 12

/** How surely a term is meant in a language that has the word in other forms only, where another has it as typed. */
const FOREIGN_SHARE = 0.5

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
  /** The word's own terms first, where the index has them. */
  readonly alternatives: readonly Alternative[]
  /** What a chunk can cover of the query by it, above 0: the best of the alternatives, or that of a word no chunk has. */
  readonly credit: number
  /** How much of a word it is: 1, less for a function word. */
  readonly substance: number
}

/** One clause for each word, without alternatives where the index has nothing for it. */
export function toClauses(index: InvertedIndex, { words }: Query): Clause[] {
  const find = words.length > MAX_GUESSED_WORDS ? ownMeanings : allMeanings
  const clauses = words.map((word) => toClause(index, word, find(index, word)))
  if (clauses.length <= MAX_CLAUSES) return clauses
  return clauses.sort((a, b) => b.credit - a.credit).slice(0, MAX_CLAUSES)
}

function toClause(index: InvertedIndex, { weight }: QueryWord, meanings: readonly Meaning[]): Clause {
  const rareness = rarenessOf(index, meanings.reduce((sum, { term }) => sum + docFreq(index, term), 0))
  const substance = Math.min(weight, 1)
  const alternatives = meanings.map(({ term, share }) => {
    return { term, weight: weight * share * rareness, credit: substance * share * rareness }
  })
  const surest = meanings.reduce((most, { share }) => Math.max(most, share), 0)
  return { alternatives, credit: substance * rareness * (surest || 1), substance }
}

function allMeanings(index: InvertedIndex, query: QueryWord): Meaning[] {
  const { word, isPrefix } = query
  const own = ownMeanings(index, query)
  const begun = isPrefix ? findCompletions(index, { word, own: own.map(({ term }) => term) }) : []
  const found = [...own, ...begun]
  return found.length > 0 ? found : findCorrections(index, word)
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
