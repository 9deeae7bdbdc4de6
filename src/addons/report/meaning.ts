/**
 * Queries -> the words of their subject, by the analyzer of search: "How do I throttle requests?" and "request
 * throttling" have the same words. A million queries have few different words, so each word is split once.
 */
import { type Chain, clearLanguage, createChain, isFunctionWord, type Language, LANGUAGES } from '../../core/text.ts'

/** Words of one query that count. */
const MAX_WORDS = 12
/** Words in memory; when there are more, all of them are split again. */
const MAX_REMEMBERED = 20_000

/** A word as it is written. */
interface KnownWord {
  readonly text: string
  /** The folded words in it; an identifier has several, symbols have none. */
  readonly folded: readonly string[]
  /** The languages in which it is a function word. */
  readonly functionIn: readonly Language[]
}

/** The words that were read, and the chain of each language that they had. */
export interface MeaningReader {
  readonly words: Map<string, KnownWord>
  readonly chains: Map<Language, Chain>
}

/** A reader without words. */
export function createMeaningReader(): MeaningReader {
  return { words: new Map(), chains: new Map() }
}

/** The terms of a query, each once, sorted by code unit; none for a query without words. */
export function meaningOf(query: string, reader: MeaningReader): readonly string[] {
  return [...new Set(contentWords(query, reader).map(({ term }) => term))].sort()
}

/** Terms and texts of the words of a query that are not function words, or of all if there are no others. */
export function contentWords(query: string, reader: MeaningReader) {
  const words = splitQuery(query, reader)
  const language = languageOf(words)
  const content = words.filter(({ functionIn }) => !functionIn.includes('en') && !functionIn.includes(language))
  const { stem } = chainOf(language, reader)
  return (content.length > 0 ? content : words).flatMap(({ text, folded }) => {
    return folded.map(stem).filter((term) => term !== '').map((term) => ({ term, text }))
  })
}

function splitQuery(query: string, reader: MeaningReader): readonly KnownWord[] {
  const words: KnownWord[] = []
  chainOf('en', reader).walk(query, ({ source, from, to, isCompound }) => {
    if (words.length >= MAX_WORDS) return
    const text = source.slice(from, to)
    const word = reader.words.get(text) ?? addWord(text, isCompound, reader)
    if (word.folded.length > 0) words.push(word)
  })
  return words
}

function addWord(text: string, isCompound: boolean, reader: MeaningReader): KnownWord {
  const parts = chainOf('en', reader).split({ text, isCompound }).filter(({ kind }) => kind === 'word' || kind === 'part')
  const folded = parts.map(({ word }) => word)
  const functionIn = LANGUAGES.filter((language) => folded.every((word) => isFunctionWord(word, [language])))
  const word = { text, folded, functionIn }
  if (reader.words.size >= MAX_REMEMBERED) reader.words.clear()
  reader.words.set(text, word)
  return word
}

function chainOf(language: Language, { chains }: MeaningReader): Chain {
  const chain = chains.get(language) ?? createChain(language)
  chains.set(language, chain)
  return chain
}

/** The language of the function words; English if they identify none. */
function languageOf(words: readonly KnownWord[]): Language {
  if (words.every(({ functionIn }) => functionIn.length === 0)) return 'en'
  const counts = LANGUAGES.map((language) => words.filter(({ functionIn }) => functionIn.includes(language)).length)
  return clearLanguage(counts) ?? 'en'
}
