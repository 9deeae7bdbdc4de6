/** Symbols that are words: runs of them that stand alone (`=>`), and pictographs (emoji, keys) wherever they stand. */
import { matchEnd } from './inner-sign.ts'

/** ASCII symbols and connectors of `char-class.ts`. */
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
const LETTER = '[ぁ-ヺ一-鿿가-힣ก-ฮ]'
/**
 * A flag, or a pictograph with its modifiers and those joined to it: 👩‍👩‍👧; or a run with white space, brackets or
 * quotes around it, or nothing.
 */
const SYMBOL = new RegExp(
  `\\p{RI}{2}|\\p{So}${DECORATION}(?:(?<=\\u200d)\\p{So}${DECORATION})*`
    + `|(?<=^|[\\s${classOf(OPENING)}]|${SIGN})${RUN}(?=$|[\\s${classOf(CLOSING)}]|${SIGN}|${LETTER})`
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
  if (end === start || before > '\x7f' || after > '\x7f') return matchEnd(SYMBOL, text, start)
  if (end - start > MAX_SIGNS) return 0
  const isQuoted = before !== '' && before === after && QUOTES.includes(before)
  const isApart = BEFORE.includes(before) && AFTER.includes(after)
  return isQuoted || isApart ? end : 0
}

/** Characters as part of a class of a pattern. */
function classOf(chars: string): string {
  return chars.replace(/[\\\]^[-]/g, '\\$&')
}

/** Punctuation after an operator, which may belong to the sentence. */
const SENTENCE_END = /(?<=.)[.:!?]$/u

/** The readings of symbols as written: all of them, and without the punctuation that may not be part of them. */
export function readingsOf(symbols: string): string[] {
  return [...new Set([symbols, symbols.replace(SENTENCE_END, '')])]
}
