/**
 * What a reader types -> the words to look for. The last word may still be in
 * the making, so it also stands for the words it begins.
 */
import type { Token } from '../../text/analyze.ts'
import { languageOf } from '../../text/language.ts'
import { stemmerFor } from '../../text/stemmer.ts'
import { isFunctionWord } from '../../text/stop-words.ts'
import { mayBeJoined } from './compound.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { findString } from '../strings/lower-bound.ts'
import { toNames } from './title-match.ts'
import type { Name } from './title-match.ts'
import { splitOperators } from './operators.ts'
import { stringsOf } from '../strings/front-coded-dictionary.ts'

/** Most UTF-16 units of a query that are read. */
const MAX_QUERY_LENGTH = 2_000

/** What a function word counts beside a word of substance: enough to tell "log in" from "log". */
const FUNCTION_WORD_WEIGHT = 0.3

/** Plain words up to so many are a subject, and the heading of many sections about it: "Installation". More of them, or an identifier, are a name. */
const MAX_SUBJECT_WORDS = 3
/** Characters of plain words and of the sentences that people make of them. */
const PLAIN_TEXT = /^[\p{L}\p{M}\p{N}\s'’?!.,:]*$/u

/** One distinct word of a query. */
export interface QueryWord {
  /** Its term in each language of the index, each once: a query has no language of its own. */
  readonly terms: readonly string[]
  /** The folded word as typed; of several with the same terms the last. */
  readonly word: string
  /** How often it was typed, function words for less. */
  readonly weight: number
  /** Terms of the words that it would be together with a neighbour: "setup" for the words of "set up". */
  readonly joined: readonly string[]
  /** Ends the query, with nothing behind it: may be the beginning of a longer word. */
  readonly isPrefix: boolean
  /** Quoted: means nothing but itself. */
  readonly isExact: boolean
}

/** Words next to each other, each by its term in each language of the index. */
export type Phrase = readonly (readonly string[])[]

export interface Query {
  /** In the order in which they were first typed. */
  readonly words: readonly QueryWord[]
  /** The whole query, but for what it rules out, as the name of a section in each language of the index. */
  readonly names: readonly Name[]
  /** Asks for a subject, so that only a page is called just so, and not each section with such a heading. */
  readonly isSubject: boolean
  /** Phrases that must occur, and those that must not; a single word is a phrase, too. */
  readonly phrases: readonly Phrase[]
  readonly excluded: readonly Phrase[]
}

/** What of an index decides how a query is read. */
export type Vocabulary = Pick<InvertedIndex, 'analyze' | 'languages' | 'terms'>

/** Reads any string; without words and name where there is nothing to look for. */
export function parseQuery(text: string, { analyze, languages: table, terms: known }: Vocabulary): Query {
  const languages = stringsOf(table).map(languageOf)
  const termsOf = createTermsOf({ languages: table })
  const toPhrase = (part: string): Phrase => {
    const tokens = analyze(part)
    // One identifier is looked up as it is: its words stand side by side in more texts, and take longer to compare.
    const whole = tokens.find(({ kind, term }) => kind === 'whole' && findString(known, term) >= 0)
    if (whole !== undefined && tokens.every(({ start, end }) => start >= whole.start && end <= whole.end)) return [termsOf(whole.word)]
    return tokens.filter(({ kind }) => kind !== 'whole').map(({ word }) => termsOf(word))
  }
  const isName = (word: string) => analyze(word).some(({ term, kind }) => kind === 'whole' && findString(known, term) >= 0)

  const read = text.slice(0, MAX_QUERY_LENGTH)
  const { plain, phrases, excluded } = splitOperators(read, isName)
  const tokens = analyze(plain)
  const quoted = new Set(phrases.flatMap((phrase) => analyze(phrase).map(({ word }) => word)))
  const joined = joinedTerms(tokens, termsOf)
  const words = new Map<string, QueryWord>()
  for (const { word, end } of tokens) {
    const terms = termsOf(word)
    const key = terms.join(' ')
    const before = words.get(key)
    const weight = (before?.weight ?? 0) + (isFunctionWord(word, languages) ? FUNCTION_WORD_WEIGHT : 1)
    const isPrefix = end === plain.length && read.length === text.length && !quoted.has(word)
    words.set(key, { terms, word, weight, joined: joined.get(word) ?? [], isPrefix, isExact: quoted.has(word) })
  }
  return {
    words: [...words.values()],
    names: toNames(plain, tokens, languages),
    isSubject: isSubject(plain, tokens),
    phrases: phrases.map(toPhrase).filter(({ length }) => length > 0),
    excluded: excluded.map(toPhrase).filter(({ length }) => length > 0),
  }
}

function isSubject(text: string, tokens: readonly Token[]): boolean {
  return tokens.length > 0 && tokens.length <= MAX_SUBJECT_WORDS && tokens.every(({ kind }) => kind === 'word') && PLAIN_TEXT.test(text)
}

/** Gives the term of a word in each language of an index, each term once. */
export function createTermsOf({ languages }: Pick<InvertedIndex, 'languages'>): (word: string) => string[] {
  const stems = stringsOf(languages).map(languageOf).map(stemmerFor)
  return (word) => [...new Set(stems.map((stem) => stem(word)))]
}

/** For each word that stands next to another the terms of both together. */
function joinedTerms(tokens: readonly Token[], termsOf: (word: string) => string[]): Map<string, string[]> {
  const joined = new Map<string, string[]>()
  const words = tokens.filter(({ kind }) => kind !== 'whole')
  words.slice(1).forEach(({ word: next }, i) => {
    const { word } = words[i]!
    if (!mayBeJoined(word, next)) return
    for (const one of [word, next]) joined.set(one, [...(joined.get(one) ?? []), ...termsOf(word + next)])
  })
  return joined
}
