/**
 * Code point -> its role in a word: a part of the word, a connector inside an identifier, or the end of the word. Some
 * signs have theirs from the text around them: the apostrophe of an elision, the signs inside of Hebrew words and between
 * groups of digits, and symbols that are words: runs of them that stand alone (`=>`), and pictographs (emoji, keys)
 * wherever they stand.
 */

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
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff
  if (codePoint < BMP_SIZE && !isSurrogate) table[codePoint] = kind
  return kind
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

/**
 * Short words that lose their vowel before the next word, in French, Italian and Catalan: "l'application". These
 * languages share most of them, so they are elided whatever the language is, except before an English ending. After
 * Lucene's lists of articles for these languages, with the Italian demonstratives and adverbs that are elided as well.
 */
const ELIDED: ReadonlySet<string> = new Set(
  `c d j l m n s t v qu jusqu lorsqu puisqu quoiqu un gl all dall dell nell sull coll pell agl dagl degl negl sugl quest
  quell com cos dov`.split(/\s+/),
)
/** UTF-16 units of the longest. */
export const MAX_ELIDED = 6

/**
 * What English has after an apostrophe at the end of a word: "C's", "all'd". A word is elided before a vowel or a mute
 * h, so never before one of these.
 */
const ENGLISH_ENDING = /(?:[sdtm]|ll|re|ve)(?![\p{L}\p{M}\p{N}]|['\u2019]\p{L})/iuy

/** True for a word of a text that is elided before the apostrophe at its end. */
export function isElided(text: string, from: number, apostrophe: number): boolean {
  return ELIDED.has(text.slice(from, apostrophe).toLowerCase()) && matchEnd(ENGLISH_ENDING, text, apostrophe + 1) === 0
}

/**
 * Geresh and gershayim, the signs of abbreviations inside of Hebrew words (UAX #29, WB7a to WB7c), and the quotes that
 * are typed in their place.
 */
const HEBREW_SIGNS = '"\u05f3\u05f4\u201d'
/** Letters, points and signs of Hebrew. */
const HEBREW = '[\u0591-\u05f4\ufb1d-\ufb4f]'
/** The same signs, and apostrophes, which are part of any word. */
const HEBREW_SIGN = new RegExp(`(?<=${HEBREW})['\u2019${HEBREW_SIGNS}](?=${HEBREW})`, 'g')
const FIRST_HEBREW = 0x05d0
const LAST_HEBREW = 0x05f2

export function isHebrewLetter(unit: number): boolean {
  return unit >= FIRST_HEBREW && unit <= LAST_HEBREW
}

/** True for a sign after which a Hebrew word goes on; a letter or its mark is before it. */
export function isHebrewSign(text: string, at: number): boolean {
  return HEBREW_SIGNS.includes(text.charAt(at)) && isHebrewLetter(text.charCodeAt(at + 1))
}

/** A text without the signs inside of Hebrew words. */
export function dropHebrewSigns(text: string): string {
  return text.replace(HEBREW_SIGN, '')
}

/** Signs between groups of digits (CLDR): comma, its Arabic form, apostrophes, and spaces but the ordinary one. */
const CLEAR_SIGNS = ",\u066c'\u2019\u00a0\u2009\u202f"
const GROUP_SIGNS = `${CLEAR_SIGNS} `
/**
 * The other groups of a number: three digits each, or, in India, two digits up to the last three. An ordinary space
 * needs two of them, since numbers follow each other, too: "ports 80 443". The first group belongs to no other number,
 * not even one of more groups, so that a long run of groups is read once. After an opening bracket, or in a call, it is
 * the first number of a list: "[1,200,300]".
 */
const GROUPS = new RegExp(
  `(?<=(?<!\\p{Nd}|\\p{Nd}[.${GROUP_SIGNS}]|[[{]|[\\p{L}\\p{Nd}_]\\()\\p{Nd}{1,3})`
    + `(?:([${CLEAR_SIGNS}])\\p{Nd}{3}(?:\\1\\p{Nd}{3})*(?!\\1?\\p{Nd})|(?: \\p{Nd}{3}){2,}(?! ?\\p{Nd})`
    + '|,(?:\\p{Nd}{2},)+\\p{Nd}{3}(?!,?\\p{Nd}))',
  'uy',
)

/** The end of the number whose first group of digits ends at a sign; 0 if none of its groups follows. */
export function groupedEnd(text: string, sign: number): number {
  return matchEnd(GROUPS, text, sign)
}

/** What any number with groups has. Patterns of all scripts' digits take a page a millisecond to compile. */
const MAY_BE_GROUPED = /\d\W\d\d|[^\x00-\x7f]/
const GROUPED = new RegExp(`\\p{Nd}{1,3}(?:[${GROUP_SIGNS}]\\p{Nd}{2,3})+`, 'gu')
/**
 * A number with dots between its groups. One dot, or a 0 at the start, may be a version's or a fraction's, and three
 * dots are an address's (IPv4).
 */
const DOTTED = /^(?!0)\p{Nd}{1,3}(?:\.\p{Nd}{3}){2}(?:(?:\.\p{Nd}{3}){2,})?$/u
const NO_DIGITS = /\P{Nd}+/gu

/** A name without the signs between its groups of digits; a version still has its v. */
export function joinGroups(name: string): string {
  if (!MAY_BE_GROUPED.test(name)) return name
  if (DOTTED.test(name)) return name.replace(NO_DIGITS, '')
  return name.replace(GROUPED, (groups) => groups.replace(NO_DIGITS, ''))
}

/** ASCII symbols and connectors. */
const SIGNS = '!#$%&*+-./:<=>?@\\^_|~'
/** Longer runs are rules and drawings. */
const MAX_SIGNS = 8
const SPACES = ' \n\t\r\f\v'
const OPENING = '([{'
const CLOSING = ')]},;'
/** ASCII characters beside a symbol. */
const BEFORE = SPACES + OPENING
const AFTER = SPACES + CLOSING
/** A run in quotes is a symbol by itself. */
const QUOTES = '"\'`'

const DECORATION = '[\\p{M}\\p{Default_Ignorable_Code_Point}\\p{Emoji_Modifier}]*'
const RUN = `(?:[${classOf(SIGNS)}\\p{Sm}\\p{Sc}]${DECORATION}){1,${MAX_SIGNS}}`
/** Punctuation and pictographs outside ASCII, and letters of scripts without spaces, beside which no spaces stand. */
const SIGN = '(?![\\p{L}\\p{M}\\p{N}])[^\\x00-\\x7f]'
const UNSPACED_RANGES = '[ぁ-ヺ一-鿿가-힣ก-ฮ]'
/**
 * A flag, or a pictograph with its modifiers and those joined to it: 👩‍👩‍👧; or a run with white space, brackets or
 * quotes around it, or nothing.
 */
const SYMBOL_WORD = new RegExp(
  `\\p{RI}{2}|\\p{So}${DECORATION}(?:(?<=\\u200d)\\p{So}${DECORATION})*`
    + `|(?<=^|[\\s${classOf(OPENING)}]|${SIGN})${RUN}(?=$|[\\s${classOf(CLOSING)}]|${SIGN}|${UNSPACED_RANGES})`
    + `|(?<=([${QUOTES}]))${RUN}(?=\\1)`,
  'uy',
)

/** The end of the symbol that begins at an offset; 0 if there is none that is a word. */
export function symbolEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && end - start <= MAX_SIGNS && SIGNS.includes(text.charAt(end))) end += 1
  const before = text.charAt(start - 1)
  const after = text.charAt(end)
  // Among ASCII the pattern, which takes a browser milliseconds to compile, is not needed.
  if (end === start || before > '\x7f' || after > '\x7f') return matchEnd(SYMBOL_WORD, text, start)
  if (end - start > MAX_SIGNS) return 0
  const isQuoted = before !== '' && before === after && QUOTES.includes(before)
  const isApart = BEFORE.includes(before) && AFTER.includes(after)
  return isQuoted || isApart ? end : 0
}

/** Characters as part of a class of a pattern. */
function classOf(chars: string): string {
  return chars.replace(/[\\\]^[-]/g, '\\$&')
}

/** Punctuation after an operator, which may belong to the sentence; `...` and `::` are operators themselves. */
const SENTENCE_END = /(?<=(.))(?!\1)[.:!?]$/u

/** The readings of symbols as written: all of them, and without the punctuation that may not be part of them. */
export function readingsOf(symbols: string): string[] {
  return [...new Set([symbols, symbols.replace(SENTENCE_END, '')])]
}

/** The end of a sticky pattern's match at an offset; 0 if it does not match there. */
function matchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  pattern.test(text)
  return pattern.lastIndex
}
