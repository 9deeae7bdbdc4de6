/**
 * Arabic word, folded -> the word without its article, with what is written before it as one word: "التثبيت",
 * "بالتثبيت" and "للتثبيت" become "تثبيت". (The prefixes of light10: Larkey, Ballesteros and Connell, Light stemming
 * for Arabic information retrieval, 2007.)
 */

/** At least three letters remain. */
const ARTICLE = /^(?:[وبكف]?ال|لل)(?=.{3})/

/** The stem of a word of Arabic letters. */
export function stemArabic(word: string): string {
  return word.replace(ARTICLE, '')
}
