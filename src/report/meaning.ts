/**
 * Queries -> the words of their subject, by the analyzer of search: "How do I throttle requests?" and "request
 * throttling" have the same words. A million queries have few different words, so each word is analyzed once.
 */
import { type Chain, createChain } from '../text/analyze.ts'
import { clearLanguage } from '../text/guess-language.ts'
import { type Language, LANGUAGES } from '../text/language.ts'
import { isFunctionWord } from '../text/stop-words.ts'

/** Words of one query that count. */
const MAX_WORDS = 12
/** Words in memory. */
const MAX_REMEMBERED = 20_000

/** A word of a query that is not a function word: its term, and its form as it was written. */
export interface ContentWord {
  readonly term: string
  readonly text: string
}

/** Reads the words of queries. */
export interface MeaningReader {
  /** The terms of a query, each once, sorted by code unit; none for a query without words. */
  readonly meaningOf: (query: string) => readonly string[]
  readonly wordsOf: (query: string) => readonly ContentWord[]
}

/** A word as it is written, with its analysis. */
interface KnownWord {
  readonly text: string
  /** The folded words in it; an identifier has several. */
  readonly words: readonly string[]
  /** The languages in which it is a function word, as bits in the order of `LANGUAGES`. */
  readonly functionIn: number
  /** The language that its terms are in, and the terms; null before the first query. */
  language: Language | null
  terms: readonly string[]
}

/** A reader without cached words. */
export function createMeaningReader(): MeaningReader {
  const chains = new Map<Language, Chain>()
  const splitter = createChain()
  let wordCache = new Map<string, KnownWord>()

  function chainOf(language: Language): Chain {
    const chain = chains.get(language) ?? createChain(language)
    chains.set(language, chain)
    return chain
  }

  function readWords(query: string): readonly KnownWord[] {
    const words: KnownWord[] = []
    splitter.walk(query, ({ source, from, to, isCompound }) => {
      const text = source.slice(from, to)
      const word = wordCache.get(text) ?? addWord(text, isCompound)
      if (words.length < MAX_WORDS) words.push(word)
    })
    return words
  }

  function addWord(text: string, isCompound: boolean): KnownWord {
    if (wordCache.size >= MAX_REMEMBERED) wordCache = new Map()
    const parts = splitter.split({ text, isCompound }).filter(({ kind }) => kind !== 'whole')
    const words = parts.map((part) => part.word)
    const isFunction = (language: Language) => words.every((one) => isFunctionWord(one, [language]))
    const functionIn = LANGUAGES.reduce((bits, language, place) => bits | (isFunction(language) ? 1 << place : 0), 0)
    const word: KnownWord = { text, words, functionIn, language: null, terms: [] }
    wordCache.set(text, word)
    return word
  }

  function termsOf(word: KnownWord, language: Language): readonly string[] {
    if (word.language === language) return word.terms
    const { stem } = chainOf(language)
    word.language = language
    word.terms = word.words.map(stem).filter((term) => term !== '')
    return word.terms
  }

  /** Visits the terms of all words that are not function words, or of all if there are no others. */
  function visitTerms(query: string, visit: (term: string, text: string) => void): void {
    const words = readWords(query)
    const language = languageOf(words)
    const omitted = 1 | (1 << LANGUAGES.indexOf(language))
    const hasContent = words.some(({ functionIn }) => (functionIn & omitted) === 0)
    for (const word of words) {
      if (hasContent && (word.functionIn & omitted) !== 0) continue
      for (const term of termsOf(word, language)) visit(term, word.text)
    }
  }

  function wordsOf(query: string): readonly ContentWord[] {
    const content: ContentWord[] = []
    visitTerms(query, (term, text) => content.push({ term, text }))
    return content
  }

  function meaningOf(query: string): readonly string[] {
    const terms: string[] = []
    visitTerms(query, (term) => terms.includes(term) || terms.push(term))
    return terms.sort()
  }

  return { wordsOf, meaningOf }
}

/** The language of the function words; English if they identify none. */
function languageOf(words: readonly KnownWord[]): Language {
  if (words.every(({ functionIn }) => functionIn === 0)) return 'en'
  const counts = LANGUAGES.map((_, place) =>
    words.reduce((sum, { functionIn }) => sum + ((functionIn >> place) & 1), 0),
  )
  return clearLanguage(counts) ?? 'en'
}
