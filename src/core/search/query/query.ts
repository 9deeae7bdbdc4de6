/**
 * A query as typed -> the words to look for, quoted phrases and exclusions:
 *
 *   deploy "edge functions" -vercel -"server islands"
 *
 * The last word may be incomplete, so it also stands for the words that begin with it. A quote without its partner is
 * punctuation, and so is a dash that isn't directly before a word: `--host` and `no-emit` are words. In a long
 * question, which is prose, all of them are.
 */
import type { Analyze, Token } from '../../text/analyze.ts'
import { dropHebrewSigns } from '../../text/character.ts'
import { isFunctionWord, type Language, languageOf } from '../../text/language.ts'
import { stemmerFor } from '../../text/stemmer.ts'
import type { Lexicon, SearchIndex } from '../index/lexicon.ts'
import { mayBeJoined } from './compound.ts'
import type { TermsOf } from './linked-words.ts'
import { titleKeysOf, type TitleQuery } from './title-match.ts'

/** Most UTF-16 units of a query that are read. */
const MAX_QUERY_LENGTH = 2_000

/** Weight of a function word, where other words have 1: enough to distinguish "log in" from "log". */
const FUNCTION_WORD_WEIGHT = 0.3

/** A sign at the end of a query, which is punctuation. */
const SENTENCE_END = /\s[.:!?]\s*$/
/** A sign between words, which hardly is a word of its own. */
const SEPARATOR = /^[-&/:]$/

/** Most tokens of a query in which the weight of a compound is reduced; a longer one has enough other words. */
const MAX_COMPOUND_TOKENS = 16

/**
 * Most plain words of a topic that many sections have as their heading: "Installation". A longer query, or an
 * identifier, is specific enough to match any heading.
 */
const MAX_TOPIC_WORDS = 3
/** Characters of plain words and of sentences of them. */
const PLAIN_TEXT = /^[\p{L}\p{M}\p{N}\s'’?!.,:]*$/u

/** The member of an object: `.send` of `reply.send`. A name with more dots is a path. */
const MEMBER = /^[^.]+(\.[^.]+)$/u

/** A whole that is one word as it is written: the neighbor of "api" in "win32 api". */
const LETTERS_AND_DIGITS = /^\p{L}+\p{N}+$/u

/** One distinct word of a query. */
export interface QueryWord {
  /** Its term in each language of the index, each once: a query has no language of its own. */
  readonly terms: readonly string[]
  /** The folded word as typed; the last one, if several have the same terms. */
  readonly word: string
  /** Number of times it was typed, less for function words, signs between words, and the words of a compound. */
  readonly weight: number
  /**
   * Terms of other spellings: the word that it forms with a neighbor, as "setup" for the words of "set up", and the
   * member of an object without the object, as ".send" for "reply.send".
   */
  readonly joined: readonly string[]
  /** True at the very end of the query: it may be the beginning of a longer word. */
  readonly isPrefix: boolean
  /** True for a quoted word and for symbols: they have no other alternatives. */
  readonly isExact: boolean
}

/** Words next to each other, each as its term in each language of the index. */
export type Phrase = readonly (readonly string[])[]

/** A query, parsed. Its title keys are those of all but exclusions, in each language of the index. */
export interface Query extends TitleQuery {
  /** In the order in which they were first typed. */
  readonly words: readonly QueryWord[]
  /** Phrases that must occur, and phrases that must not; a single word is a phrase, too. */
  readonly phrases: readonly Phrase[]
  readonly excluded: readonly Phrase[]
}

/** The data that queries are parsed with: an analyzer, and languages and words of an index. */
export interface Vocabulary extends Pick<SearchIndex, 'languages'> {
  readonly lexicon: Pick<Lexicon, 'find'>
  readonly analyze: Analyze
}

/** Parses any string; a blank one has no words and an empty title key. */
export function parseQuery(text: string, vocabulary: Vocabulary): Query {
  const { analyze, lexicon } = vocabulary
  const languages = vocabulary.languages.map(languageOf)
  const termsOf = createTermsOf(vocabulary)
  const isKnown = ({ term }: Token) => lexicon.find(term) >= 0
  const isWholeName = (token: Token) => token.kind === 'whole' && isKnown(token)
  const toPhrase = (part: string): Phrase => {
    const tokens = searchedTokens(part, analyze(part), isKnown)
    if (tokens.every(isSymbol)) return tokens.map(({ word }) => termsOf(word))
    // One identifier is looked up as a whole: its words are neighbors in more texts, and take longer to compare.
    const whole = tokens.find(isWholeName)
    if (whole !== undefined && tokens.every(({ start, end }) => start >= whole.start && end <= whole.end)) {
      return [termsOf(whole.word)]
    }
    return tokens.filter(({ kind }) => kind === 'word' || kind === 'part').map(({ word }) => termsOf(word))
  }
  const toPhrases = (parts: readonly string[]) => parts.map(toPhrase).filter(({ length }) => length > 0)

  const read = text.slice(0, MAX_QUERY_LENGTH)
  const { plain, phrases, excluded } = splitOperators(read, (word) => analyze(word).some(isWholeName))
  const tokens = searchedTokens(plain, analyze(plain), isKnown)
  const quoted = new Set(phrases.flatMap((phrase) => analyze(phrase).map(({ word }) => word)))
  const lastEnd = read.length === text.length ? plain.length : Infinity
  return {
    words: toWords(tokens, { languages, termsOf, isWholeName, quoted, lastEnd }),
    titleKeys: titleKeysOf(plain, tokens, languages),
    mustBeSpelled: isOfWordsAndSymbols(tokens),
    pageTitlesOnly: isTopic(plain, tokens),
    phrases: toPhrases(phrases),
    excluded: toPhrases(excluded),
  }
}

interface WordContext {
  readonly languages: readonly Language[]
  readonly termsOf: TermsOf
  /** True for a compound that the index has as a whole. */
  readonly isWholeName: (token: Token) => boolean
  readonly quoted: ReadonlySet<string>
  /** End of a token that may be the beginning of a longer word. */
  readonly lastEnd: number
}

function isSymbol({ kind }: Token): boolean {
  return kind === 'symbol'
}

function isSeparator(token: Token): boolean {
  return isSymbol(token) && SEPARATOR.test(token.word)
}

/** True for words with symbols that don't only separate them. */
function isOfWordsAndSymbols(tokens: readonly Token[]): boolean {
  return !tokens.every(isSymbol) && tokens.some((token) => isSymbol(token) && !isSeparator(token))
}

/**
 * The tokens of a query that are searched: of symbols only those that the index has, by their longest reading, and
 * beside words no sign at the end.
 */
function searchedTokens(text: string, tokens: readonly Token[], isKnown: (token: Token) => boolean): Token[] {
  const known = tokens.filter((token) => !isSymbol(token) || isKnown(token))
  const end = tokens.every(isSymbol) ? -1 : text.search(SENTENCE_END)
  return known.filter((token) => {
    if (!isSymbol(token)) return true
    const isLonger = (other: Token) => other.start === token.start && other.end > token.end
    return (end < 0 || token.start <= end) && !known.some(isLonger)
  })
}

function toWords(tokens: readonly Token[], context: WordContext): QueryWord[] {
  const { languages, termsOf, isWholeName, quoted, lastEnd } = context
  const joined = joinedTerms(tokens, termsOf)
  const words = new Map<string, QueryWord>()
  // The parts of "e.g." are single letters, which no list of function words has.
  const phrases = tokens.filter(({ kind, word }) => kind === 'whole' && isFunctionWord(word, languages))
  const hasWords = !tokens.every(isSymbol)
  const compounds = tokens.length > MAX_COMPOUND_TOKENS ? [] : compoundsOf(tokens).filter((inside) => {
    return inside.length < tokens.length && inside.some(isWholeName)
  })
  for (const token of tokens) {
    const { word, start, end } = token
    const terms = termsOf(word)
    const key = terms.join(' ')
    const isFunction = isFunctionWord(word, languages) || phrases.some((one) => one.start <= start && end <= one.end)
    const isMinor = isFunction || (hasWords && isSeparator(token))
    const ownWeight = (isMinor ? FUNCTION_WORD_WEIGHT : 1) * shareInCompound(token, compounds)
    const weight = (words.get(key)?.weight ?? 0) + ownWeight
    const isExact = quoted.has(word) || isSymbol(token)
    // The last part of a name that the index has is not the beginning of a longer word.
    const isPartOfName = () => token.kind !== 'whole' && tokens.some((one) => isInside(token, one) && isWholeName(one))
    const isPrefix = end === lastEnd && !isExact && !isPartOfName()
    words.set(key, { terms, word, weight, joined: joined.get(word) ?? [], isPrefix, isExact })
  }
  return [...words.values()]
}

/** The tokens of each compound: its parts and the wholes that they form. */
function compoundsOf(tokens: readonly Token[]): Token[][] {
  const wholes = tokens.filter(({ kind }) => kind === 'whole')
  const outermost = wholes.filter((one) => !wholes.some((other) => other !== one && isInside(one, other)))
  return outermost.map((whole) => tokens.filter((token) => isInside(token, whole)))
}

function isInside(token: Token, { start, end }: Token): boolean {
  return token.start >= start && token.end <= end
}

/**
 * Weight of a token as a part of a compound. A name of n parts should not count as n words: if the query has other
 * words, each part weighs 1 / √n, and so do the wholes that the parts form, so that the other words still matter.
 */
function shareInCompound(token: Token, compounds: readonly (readonly Token[])[]): number {
  const inside = compounds.find((tokens) => tokens.includes(token)) ?? [token]
  const alike = inside.filter(({ kind }) => (kind === 'whole') === (token.kind === 'whole'))
  return 1 / Math.sqrt(alike.length)
}

function isTopic(text: string, tokens: readonly Token[]): boolean {
  if (tokens.length === 0 || tokens.length > MAX_TOPIC_WORDS) return false
  return tokens.every(({ kind }) => kind === 'word') && PLAIN_TEXT.test(text)
}

export function createTermsOf({ languages }: Pick<SearchIndex, 'languages'>): TermsOf {
  const stems = languages.map(languageOf).map(stemmerFor)
  return (word) => [...new Set(stems.map((stem) => stem(word)))]
}

/** For each word, the terms of its other spellings. */
function joinedTerms(tokens: readonly Token[], termsOf: TermsOf): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, readonly string[]>()
  let before: string | null = null
  for (const { word, kind } of tokens) {
    if (kind === 'symbol') continue
    if (kind === 'whole') {
      const [, member] = MEMBER.exec(word) ?? []
      if (member !== undefined) joined.set(word, termsOf(member))
      if (LETTERS_AND_DIGITS.test(word)) before = word
      continue
    }
    if (before !== null && mayBeJoined(before, word)) {
      const terms = termsOf(before + word)
      for (const one of [before, word]) joined.set(one, [...(joined.get(one) ?? []), ...terms])
    }
    before = word
  }
  return joined
}

/** Most words for quotes and dashes to be more than punctuation. */
const MAX_OPERATOR_WORDS = 12

interface QueryParts {
  /** The query without its exclusions: phrases are in their place, without their quotes. */
  readonly plain: string
  /** Quoted phrases that must occur. */
  readonly phrases: readonly string[]
  /** Words and phrases that must not. */
  readonly excluded: readonly string[]
}

/** A quoted phrase, or a dash before a phrase or a word of two letters or more, after white space. */
const OPERATOR = /(^|\s)-(?:"([^"]*)"|(\p{L}[^\s"]+))|"([^"]*)"/gu
/** Curly quotes and those of other languages, as keyboards on phones set them. */
const QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\uff02]/g

/** Splits a query; `isName` is true for a word with a dash that is a name: `-help`. */
export function splitOperators(text: string, isName: (word: string) => boolean): QueryParts {
  const prose: QueryParts = { plain: text, phrases: [], excluded: [] }
  const even = dropHebrewSigns(text).replace(QUOTES, '"')
  if (!/["-]/.test(even)) return prose
  if (even.trim().split(/\s+/).length > MAX_OPERATOR_WORDS) return prose
  const phrases: string[] = []
  const excluded: string[] = []
  const plain = even.replace(OPERATOR, (all, before = '', excludedPhrase, word, phrase) => {
    if (phrase !== undefined) {
      phrases.push(phrase)
      return ` ${phrase} `
    }
    if (word !== undefined && isName(`-${word}`)) return all
    excluded.push(excludedPhrase ?? word)
    return `${before} `
  })
  // When nothing else is left to search for, a dash is just a dash.
  return plain.trim() === '' ? prose : { plain, phrases, excluded }
}
