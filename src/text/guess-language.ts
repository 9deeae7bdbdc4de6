/**
 * A short text -> the language that it is written in, by its letters and, in Latin letters, by its function words. For
 * hints and fixed sentences: a text of names alone has no language.
 */
import { type Language, LANGUAGES } from './language.ts'
import { isFunctionWord } from './stop-words.ts'

/** UTF-16 units of a text that are read. */
const MAX_READ_LENGTH = 1_000
/** Function words that show a language. */
const MIN_FUNCTION_WORDS = 2
/** Letters of another script for each function word in Latin letters: with fewer of them they are names or examples. */
const MIN_LETTERS_PER_WORD = 2

/** Letters that one language has, or nearly so, with its BCP 47 tag; the first match counts. */
const SCRIPTS: readonly (readonly [letters: RegExp, tag: string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Cyrillic}/u, 'ru'],
  [/\p{sc=Arabic}/u, 'ar'],
  [/\p{sc=Devanagari}/u, 'hi'],
  [/\p{sc=Hebrew}/u, 'he'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Thai}/u, 'th'],
]

const NOT_LATIN = /(?!\p{sc=Latin})\p{L}/gu

/** The BCP 47 tag of a text's language; null where nothing shows it. */
export function guessLanguage(text: string): string | null {
  const read = text.slice(0, MAX_READ_LENGTH)
  // Folded, as the lists of function words are.
  const folded = read.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").replaceAll('ß', 'ss')
  const words = folded.match(/[\p{L}']+/gu) ?? []
  const counts = LANGUAGES.map((language) => words.filter((word) => isFunctionWord(word, [language])).length)
  const most = Math.max(...counts)
  const script = SCRIPTS.find(([letters]) => letters.test(read))
  const others = script === undefined ? 0 : (read.match(NOT_LATIN)?.length ?? 0)
  if (script !== undefined && others > MIN_LETTERS_PER_WORD * most) return script[1]
  return clearLanguage(counts)
}

/** The language with the most function words, given their numbers in the order of `LANGUAGES`; null for too few and for a tie. */
export function clearLanguage(counts: readonly number[]): Language | null {
  const most = Math.max(...counts)
  const isTie = counts.indexOf(most) !== counts.lastIndexOf(most)
  return most < MIN_FUNCTION_WORDS || isTie ? null : (LANGUAGES[counts.indexOf(most)] ?? null)
}
