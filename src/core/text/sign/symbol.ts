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

/** The end of the symbol that begins at an offset; 0 if there is none that is a word. */
export function symbolEnd(text: string, start: number): number {
  return matchEnd(SYMBOL, text, start)
}

/** Punctuation after an operator, which may belong to the sentence. */
const SENTENCE_END = /(?<=.)[.:!?]$/u

/** The readings of symbols as written: all of them, and without the punctuation that may not be part of them. */
export function readingsOf(symbols: string): string[] {
  return [...new Set([symbols, symbols.replace(SENTENCE_END, '')])]
}
