/**
 * A short text -> its language, by its script and, for Latin letters, by its function words. Good enough to choose
 * hints and fixed sentences; a text that consists of names has no language.
 */
import { type Language, LANGUAGES } from './language.ts'
import { isFunctionWord } from './stop-words.ts'

/** UTF-16 units at the start of a text that are read. */
const MAX_READ_LENGTH = 1_000
/** Function words that a text must have before its language is named. */
const MIN_FUNCTION_WORDS = 2
/**
 * A text is in another script if it has more than this number of its letters for each Latin function word; with fewer,
 * these letters are names or examples.
 */
const MIN_LETTERS_PER_WORD = 2

/** Scripts that only one language uses, or nearly so, with its BCP 47 tag; the first match counts. */
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

/** The BCP 47 tag of a text's language; null if nothing shows it. */
export function guessLanguage(text: string): string | null {
  const read = text.slice(0, MAX_READ_LENGTH)
  // Folded, as the lists of function words are.
  const withoutMarks = read.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const folded = withoutMarks.replaceAll('’', "'").replaceAll('ß', 'ss')
  const words = folded.match(/[\p{L}']+/gu) ?? []
  const counts = LANGUAGES.map((language) => words.filter((word) => isFunctionWord(word, [language])).length)
  const most = Math.max(...counts)
  const script = SCRIPTS.find(([letters]) => letters.test(read))
  const others = script === undefined ? 0 : (read.match(NOT_LATIN)?.length ?? 0)
  if (script !== undefined && others > MIN_LETTERS_PER_WORD * most) return script[1]
  return clearLanguage(counts)
}

/**
 * The language with the most function words; null if there are too few of them or two languages have equally many.
 * `counts` are in the order of `LANGUAGES`.
 */
export function clearLanguage(counts: readonly number[]): Language | null {
  const most = Math.max(...counts)
  const isTie = counts.indexOf(most) !== counts.lastIndexOf(most)
  return most < MIN_FUNCTION_WORDS || isTie ? null : (LANGUAGES[counts.indexOf(most)] ?? null)
}
