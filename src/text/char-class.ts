/**
 * Code point -> what it does to a word: carries it, joins two words into an
 * identifier, or ends it.
 */

export const CharClass = {
  /** White space, punctuation, symbols: ends a word. */
  BREAK: 1,
  /** A letter without case, or a lower-case one. */
  LOWER: 2,
  UPPER: 3,
  DIGIT: 4,
  /** A combining mark or an invisible character: belongs to what stands before it. */
  MARK: 5,
  /** Holds identifiers, paths and compounds together: `http.createServer`, `no-emit`. */
  CONNECTOR: 6,
  /** Belongs to the word between two letters: "don't". */
  APOSTROPHE: 7,
  /** A letter of a script written without spaces around its words, or, as Hangul, around its particles: "API를". */
  UNSPACED: 8,
} as const

export type CharClass = (typeof CharClass)[keyof typeof CharClass]

/**
 * Classes of the basic plane by code unit, 0 where not looked up yet (64 KiB).
 * Filled by `classAt`, so that each character is classified once.
 */
export type ClassTable = Uint8Array

const CONNECTORS = '._-/:@#$+~\\\u2010\u2011'
const APOSTROPHES = "'\u2019\u02bc"
const BMP_SIZE = 0x10000

const MARK = /[\p{M}\p{Default_Ignorable_Code_Point}]/u
const NUMBER = /\p{N}/u
const UPPER = /[\p{Lu}\p{Lt}]/u
const LETTER = /\p{L}/u
const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`, 'u')

export function createClassTable(): ClassTable {
  return new Uint8Array(BMP_SIZE)
}

/** Class of the character at an offset; BREAK behind the end and for a lone surrogate. */
export function classAt(text: string, offset: number, table: ClassTable): number {
  const known = table[text.charCodeAt(offset)]
  return known === undefined || known === 0 ? lookUp(text, offset, table) : known
}

/** UTF-16 units of the character at an offset, 1 or 2. */
export function widthAt(text: string, offset: number): number {
  const unit = text.charCodeAt(offset)
  if (unit < 0xd800 || unit > 0xdbff) return 1
  const next = text.charCodeAt(offset + 1)
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1
}

/** Whether a word may consist of it: a letter with spaces around its words, or a digit. */
export function isWordLike(kind: number): boolean {
  return kind === CharClass.LOWER || kind === CharClass.UPPER || kind === CharClass.DIGIT
}

export function isLetter(kind: number): boolean {
  return kind === CharClass.LOWER || kind === CharClass.UPPER
}

function lookUp(text: string, offset: number, table: ClassTable): number {
  const codePoint = text.codePointAt(offset)
  if (codePoint === undefined) return CharClass.BREAK
  const found = classify(codePoint)
  if (codePoint < BMP_SIZE && !isSurrogate(codePoint)) table[codePoint] = found
  return found
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

function classify(codePoint: number): CharClass {
  const char = String.fromCodePoint(codePoint)
  if (CONNECTORS.includes(char)) return CharClass.CONNECTOR
  if (APOSTROPHES.includes(char)) return CharClass.APOSTROPHE
  if (MARK.test(char)) return CharClass.MARK
  if (LETTER.test(char)) {
    if (UNSPACED.test(char)) return CharClass.UNSPACED
    return UPPER.test(char) ? CharClass.UPPER : CharClass.LOWER
  }
  return NUMBER.test(char) ? CharClass.DIGIT : CharClass.BREAK
}
