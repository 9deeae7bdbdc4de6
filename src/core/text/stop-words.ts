/** Function words by language, in folded form ("für" is "fur"): they occur in every text, whatever it is about. */
import type { Language } from './language.ts'
import { OTHER_FUNCTION_WORDS } from './stop-words-other.ts'

const FUNCTION_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(`a about all am an and any are as at be been but by can can't could did do does doesn't don't for from get
    had has have how e.g i i'd i'm i.e if in into is isn't it its it's let me my no not of on or our should so some than
    that the their them then there these they this those to us use was we were what what's when where which while who
    why will with won't would you your`),
  de: wordSet(OTHER_FUNCTION_WORDS.de),
  es: wordSet(OTHER_FUNCTION_WORDS.es),
  fr: wordSet(OTHER_FUNCTION_WORDS.fr),
  pt: wordSet(OTHER_FUNCTION_WORDS.pt),
}

/** Recognized by their letters, so they count in every language. */
const RUSSIAN_FUNCTION_WORDS = wordSet(OTHER_FUNCTION_WORDS.ru)

/** True for a folded word that is a function word of one of these languages. */
export function isFunctionWord(word: string, languages: readonly Language[]): boolean {
  return RUSSIAN_FUNCTION_WORDS.has(word) || languages.some((language) => FUNCTION_WORDS[language].has(word))
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
