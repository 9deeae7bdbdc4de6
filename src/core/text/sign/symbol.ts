/** Symbols that are words: runs of them that stand alone (`=>`), and pictographs (emoji, keys) wherever they stand. */
import { matchEnd } from './inner-sign.ts'

const DECORATION = '[\\p{M}\\p{Default_Ignorable_Code_Point}\\p{Emoji_Modifier}]*'
/** The symbols and connectors of `char-class.ts`, without hyphens; longer runs are rules and drawings. */
const RUN = `(?:[!#-&*+\\--/:<-@\\\\^_|~\\p{Sm}\\p{Sc}]${DECORATION}){1,8}`
/** Punctuation and pictographs outside ASCII, and letters of scripts without spaces: writers put no spaces beside these. */
const SIGN = '(?![\\p{L}\\p{M}\\p{N}])[^\\x00-\\x7f]'
const LETTER = '[ぁ-ヺ一-鿿가-힣ก-ฮ]'
/**
 * A flag, or a pictograph with its modifiers and those joined to it: 👩‍👩‍👧; or a run with white space, brackets or quotes
 * around it, or nothing.
 */
const SYMBOL = new RegExp(
  `\\p{RI}{2}|\\p{So}${DECORATION}(?:(?<=\\u200d)\\p{So}${DECORATION})*`
    + `|(?<=^|[\\s([{]|${SIGN})${RUN}(?=$|[\\s)\\]},;]|${SIGN}|${LETTER})|(?<=(["'\`]))${RUN}(?=\\1)`,
  'uy',
)

/** ASCII of `RUN`, and what may be before and after it; in quotes it is a symbol by itself. */
const ASCII_SIGNS = '!#$%&*+-./:<=>?@\\^_|~'
const ASCII_BEFORE = ' \n\t\r\f\v([{'
const ASCII_AFTER = ' \n\t\r\f\v)]},;'
const QUOTES = '"\'`'
const MAX_SIGNS = 8

/** The end of the symbol that begins at an offset; 0 if there is none that is a word. */
export function symbolEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && ASCII_SIGNS.includes(text.charAt(end))) end += 1
  const before = text.charAt(start - 1)
  const after = text.charAt(end)
  // The pattern takes a page several milliseconds to compile: most texts do without it.
  if (end === start || before > '\x7f' || after > '\x7f') return matchEnd(SYMBOL, text, start)
  if (end - start > MAX_SIGNS) return 0
  const isQuoted = before !== '' && before === after && QUOTES.includes(before)
  return isQuoted || (ASCII_BEFORE.includes(before) && ASCII_AFTER.includes(after)) ? end : 0
}

/** Punctuation after an operator, which may belong to the sentence. */
const SENTENCE_END = /(?<=.)[.:!?]$/u

/** The readings of symbols as written: all of them, and without the punctuation that may not be part of them. */
export function readingsOf(symbols: string): string[] {
  return [...new Set([symbols, symbols.replace(SENTENCE_END, '')])]
}
