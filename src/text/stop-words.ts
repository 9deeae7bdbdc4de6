/**
 * Words that hold a question together without saying what it is about, by
 * language, in folded form ("für" is "fur").
 */
import type { Language } from './language.ts'
import { OTHER_FUNCTION_WORDS } from './stop-words-other.ts'

const FUNCTION_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: listed(`a about all am an and any are as at be been but by can can't could did do does doesn't don't for from get had has have how
    e.g i i'd i'm i.e if in into is isn't it its it's let me my no not of on or our should so some than that the their them then there
    these they this those to us use was we were what what's when where which while who why will with won't would you your`),
  de: listed(OTHER_FUNCTION_WORDS.de),
  es: listed(OTHER_FUNCTION_WORDS.es),
  fr: listed(OTHER_FUNCTION_WORDS.fr),
  pt: listed(OTHER_FUNCTION_WORDS.pt),
}

/** Recognised by their letters, so they are part of every language. */
const RUSSIAN_FUNCTION_WORDS = listed(OTHER_FUNCTION_WORDS.ru)

/** True for a folded word that texts of one of these languages have whatever they are about. */
export function isFunctionWord(word: string, languages: readonly Language[]): boolean {
  return RUSSIAN_FUNCTION_WORDS.has(word) || languages.some((language) => FUNCTION_WORDS[language].has(word))
}

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
