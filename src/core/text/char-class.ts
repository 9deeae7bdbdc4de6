/** Code point -> its role in a word: a part of the word, a connector inside an identifier, or the end of the word. */

/** White space, brackets, quotes and other punctuation: the end of a word. */
export const BREAK = 1
/** A letter without case, or a lower-case one. */
export const LOWER = 2
/** An upper-case or title-case letter. */
export const UPPER = 3
/** A number of any script. */
export const DIGIT = 4
/** A combining mark or an invisible character: part of the character before it. */
export const MARK = 5
/** Connector of the words of identifiers, paths and compounds: `http.createServer`, `no-emit`. */
export const CONNECTOR = 6
/** Part of a word between two letters: "don't". */
export const APOSTROPHE = 7
/** A letter of a script without spaces between words, or, as in Hangul, between a word and its particle: "API를". */
export const UNSPACED = 8
/** A symbol, which may be a word by itself or part of an operator: `=>`. Some connectors may be, too. */
export const SYMBOL = 9

/**
 * Classes of the characters of the basic plane, by code unit (64 KiB). 0 means not looked up yet: `classAt` fills the
 * table, so each character is classified once.
 */
export type ClassTable = Uint8Array

const CONNECTORS = '._-/:@#$+~\\\u2010\u2011'
const APOSTROPHES = "'\u2019\u02bc"
const BMP_SIZE = 0x10000

const MARKS = /[\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u
/** No accents, since a grave one is a quote, and no lines and blocks of drawings. */
const SYMBOLS = /(?![\u2500-\u259f])[!%&*?^\p{Sm}\p{Sc}\p{So}]/u
const NUMBER = /\p{N}/u
const UPPERS = /[\p{Lu}\p{Lt}]/u
const LETTER = /\p{L}/u
const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const UNSPACED_LETTER = new RegExp(`[${UNSPACED_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`, 'u')

/** An empty table. */
export function createClassTable(): ClassTable {
  return new Uint8Array(BMP_SIZE)
}

/** Class of the character at an offset; BREAK beyond the end and for a lone surrogate. */
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

/** True for the characters that words consist of: digits, and letters of scripts with spaces between words. */
export function isWordLike(kind: number): boolean {
  return kind === LOWER || kind === UPPER || kind === DIGIT
}

/** True for letters of scripts with spaces between words. */
export function isLetter(kind: number): boolean {
  return kind === LOWER || kind === UPPER
}

function lookUp(text: string, offset: number, table: ClassTable): number {
  const codePoint = text.codePointAt(offset)
  if (codePoint === undefined) return BREAK
  const kind = classify(codePoint)
  if (codePoint < BMP_SIZE && !isSurrogate(codePoint)) table[codePoint] = kind
  return kind
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

function classify(codePoint: number): number {
  const char = String.fromCodePoint(codePoint)
  if (CONNECTORS.includes(char)) return CONNECTOR
  if (APOSTROPHES.includes(char)) return APOSTROPHE
  if (MARKS.test(char)) return MARK
  if (LETTER.test(char)) {
    if (UNSPACED_LETTER.test(char)) return UNSPACED
    return UPPERS.test(char) ? UPPER : LOWER
  }
  if (NUMBER.test(char)) return DIGIT
  return SYMBOLS.test(char) ? SYMBOL : BREAK
}
