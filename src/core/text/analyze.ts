/** Text -> tokens, by the same chain for documents and queries: segment, split identifiers, fold, stem. */
import { type ClassTable, createClassTable, readingsOf } from './character.ts'
import { splitIdentifier } from './identifier.ts'
import type { Language } from './language.ts'
import { foldWord, MAX_WORD_LENGTH } from './normalize.ts'
import { createWalk, type Walk } from './segment.ts'
import { type Stem, stemmerFor } from './stemmer.ts'

/**
 * The kinds of tokens: a word by itself, one word of a compound, a compound as a whole, or symbols. Symbols are no
 * words of the text: they have the position of the word after them.
 */
export type TokenKind = 'word' | 'part' | 'whole' | 'symbol'

/** Words have letters or digits; the others are symbols. */
const WORD = /[\p{L}\p{N}]/u

/** One term of a text and its range. */
export interface Token {
  /** The form that is compared: the stem of the folded word in the language of the text. */
  readonly term: string
  /** The folded word, for the completion and correction of queries. */
  readonly word: string
  /** Half-open UTF-16 range of the text. */
  readonly start: number
  readonly end: number
  /** Ordinal of the word in the text; a whole has that of its first part. */
  readonly position: number
  readonly kind: TokenKind
}

/** Tokens of a text by position; the parts of a compound come before the wholes they make. */
export type Analyze = (text: string) => Token[]

/** A word cut out of a text. */
export interface Word {
  /** As written, except that half-width kana are replaced by full-width ones. */
  readonly text: string
  readonly isCompound: boolean
}

/** The chain as separate steps, for callers that read many texts and cache the words themselves. */
export interface Chain {
  /** Visits the words of a text, compounds in one piece. */
  readonly walk: Walk
  /** Splits a word into its parts and wholes, with ranges and positions relative to the word. */
  readonly split: (word: Word) => readonly SplitWord[]
  /** The term of a folded word; empty for a word of invisible characters. */
  readonly stem: Stem
  /** The tokens of one word: `split`, then `stem`. */
  readonly read: (word: Word) => readonly Token[]
}

/** A token without its term. */
export type SplitWord = Omit<Token, 'term'>

/** A chain for texts of a language. It holds a dictionary and a table, so create one for many texts. */
export function createChain(language: Language): Chain {
  const table = createClassTable()
  const stem = stemmerFor(language)
  const split: Chain['split'] = ({ text, isCompound }) => (isCompound ? splitCompound(text, table) : [splitBare(text)])
  // A word of invisible characters only folds to nothing.
  const read: Chain['read'] = (word) =>
    split(word).map((part) => ({ ...part, term: stem(part.word) })).filter(({ term }) => term !== '')
  return { walk: createWalk(table), split, stem, read }
}

/** The whole chain as one function, for short texts: it caches no words. */
export function createAnalyze(language: Language = 'en'): Analyze {
  const { walk, read } = createChain(language)

  return function analyze(text) {
    const tokens: Token[] = []
    let position = 0
    walk(text, (view) => {
      let words = 0
      const tokensOfWord = read({ text: view.source.slice(view.from, view.to), isCompound: view.isCompound })
      for (const { term, word, start, end, position: offset, kind } of tokensOfWord) {
        tokens.push({
          term,
          word,
          start: view.start + start,
          // Half-width kana and their full-width form differ in length.
          end: view.isCompound ? view.start + end : view.end,
          position: position + offset,
          kind,
        })
        if (kind !== 'symbol') words = Math.max(words, offset + 1)
      }
      position += words
    })
    return tokens
  }
}

function splitBare(text: string): SplitWord {
  return { word: foldWord(text), start: 0, end: text.length, position: 0, kind: 'word' }
}

function splitCompound(compound: string, table: ClassTable): SplitWord[] {
  if (!WORD.test(compound)) return splitSymbols(compound)
  const names = splitIdentifier(compound, table).filter(({ text, isWhole }) => {
    return !isWhole || text.length <= MAX_WORD_LENGTH
  })
  const single = names.length === 1 ? 'word' : 'part'
  return names.map(({ text, start, end, position, isWhole }) => {
    return { word: foldWord(text), start, end, position, kind: isWhole ? 'whole' : single }
  })
}

function splitSymbols(symbols: string): SplitWord[] {
  return readingsOf(symbols).map((text): SplitWord => {
    return { word: foldWord(text), start: 0, end: text.length, position: 0, kind: 'symbol' }
  })
}
