/** A query as typed -> the query that a store takes, with alternatives from the store's vocabulary. */
import {
  type Clause, createTermsOf, docFreq, findString, idfIn, type InvertedIndex, likelySplits, MAX_GUESSED_WORDS,
  parseQuery, type Query, stringAt, toClauses,
} from '../../core/search.ts'
import type { Analyze } from '../../core/text.ts'
import type { StoreQuery, StoreWord } from './store.ts'

/** A query without the parts that the caller adds. */
export type QueryTerms = Omit<StoreQuery, 'filter' | 'limit'>

/** Parses a text into a query. The index has the words of the query, and no chunks. */
export function readQuery(text: string, index: InvertedIndex, analyze: Analyze): QueryTerms {
  const { languages, terms } = index
  const query = parseQuery(text, { analyze, languages, terms })
  return {
    words: toClauses(index, query).map((clause) => toStoreWord(clause, query, index)),
    titleKeys: query.titleKeys.map(({ key }) => key).filter((key) => key !== ''),
    pageTitlesOnly: query.pageTitlesOnly,
    phrases: query.phrases,
    excluded: query.excluded,
  }
}

/**
 * Looks up all terms of a query in an index that has no statistics of them yet, so that they are requested together. A
 * word that seems to be in no text would be looked up as a typo, which costs more than everything else.
 */
export function lookUpQuery(text: string, index: InvertedIndex, analyze: Analyze): void {
  const { languages, terms } = index
  const { words, phrases, excluded } = parseQuery(text, { analyze, languages, terms })
  const lookUp = (term: string) => void findString(terms, term)
  for (const word of words) [...word.terms, ...word.joined].forEach(lookUp)
  for (const phrase of [...phrases, ...excluded]) phrase.flat().forEach(lookUp)
}

function toStoreWord({ word, alternatives }: Clause, { words }: Query, index: InvertedIndex): StoreWord {
  const mayGuess = words.length <= MAX_GUESSED_WORDS
  const isPrefix = mayGuess && words.some((typed) => typed.word === word && typed.isPrefix)
  const splits = alternatives.length > 0 || !mayGuess ? [] : likelySplits(index, word, createTermsOf(index))
  return {
    terms: alternatives.map(({ term, weight }) => {
      // Alternatives share the idf of their clause, and the engine multiplies by that of the term.
      return { term: stringAt(index.terms, term), weight: weight / idfIn(index, docFreq(index, term)) }
    }),
    beginning: isPrefix ? word : null,
    splits: splits.map(({ phrase }) => phrase.map((terms) => terms.map((term) => stringAt(index.terms, term)))),
  }
}
