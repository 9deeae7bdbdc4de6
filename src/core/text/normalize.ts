/**
 * A word as written -> its folded form, which all spellings of the word share. Folding removes differences of width and
 * compatibility (NFKC), of case, of digits, and of marks and letters that are typed in several ways (`fold-script.ts`).
 * Other marks (Devanagari vowel signs, Thai tones, kana voicing) are kept, because they distinguish words.
 *
 * Words are folded after they are cut from the text, so offsets always refer to the text as written, even if folding
 * changes lengths.
 */

import { firstUnits } from '../base/text.ts'
import { foldScripts } from './fold-script.ts'

/** Longest folded word, in UTF-16 units; longer words are compared by their beginning. */
export const MAX_WORD_LENGTH = 64

const NO_WORDS = /[^\p{L}\p{N}\p{M}]+/gu
const ASCII = /^[\x00-\x7f]*$/
/** Decimal digits other than ASCII. */
const DIGIT = /(?![0-9])\p{Nd}/gu
const IS_DIGIT = /^\p{Nd}$/u
/** Soft hyphens, joiners, variation selectors and the like are invisible, and nobody types them; nor tones of skin. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]+/gu
/** Letters without a decomposition, with the plain letters that people type in their place; й is typed as itself. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't',
    ς: 'σ', ʼ: "'", '’': "'",
  }),
)
const TO_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu')

/**
 * The folded form of a word, at most `MAX_WORD_LENGTH` units without white space; empty if all of its characters are
 * invisible. NFKC makes spaces of some letters: U+FDFA becomes four words.
 */
export function foldWord(word: string): string {
  return firstUnits(foldText(firstUnits(word, MAX_WORD_LENGTH)).replaceAll(' ', ''), MAX_WORD_LENGTH)
}

/** The words of a text, folded, each between two spaces; a single space for none. */
export function spacedWords(text: string): string {
  return ` ${foldText(text)} `.replace(NO_WORDS, ' ')
}

/** Folds a text of any length. A folded text stays the same. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return foldScripts(text.normalize('NFKC').toLowerCase().normalize('NFD').replace(INVISIBLE, ''))
    .normalize('NFKC')
    .replace(DIGIT, asciiDigit)
    .replace(TO_PLAIN, (letter) => PLAIN.get(letter) ?? letter)
}

/** The digits of a script follow each other from 0 to 9 (The Unicode Standard, 4.6), then maybe those of another. */
function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0
  let zero = codePoint
  while (IS_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return `${(codePoint - zero) % 10}`
}
