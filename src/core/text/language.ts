/**
 * A BCP 47 tag -> the language whose stemmer and function words are used for a text, and whose compounds have parts.
 *
 * All languages with a stemmer of their own are written in Latin letters. Russian and Korean words are recognized by
 * their letters. So a Russian page counts as English, because its Latin words are names in code and of products.
 */

/** The languages that have a stemmer and a list of function words. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const

/** A language of the list. */
export type Language = (typeof LANGUAGES)[number]

/** Languages that write compounds as one word: German, Dutch, Afrikaans, the Scandinavian languages, Korean. */
const COMPOUNDING: readonly string[] = ['de', 'nl', 'af', 'sv', 'da', 'nb', 'nn', 'no', 'is', 'fo', 'ko']
/** Tags of the languages that are read in ways of their own; others are read like English. */
export const ANALYSIS_TAGS: readonly string[] = [
  'en', 'de', 'es', 'fr', 'pt', 'nl', 'af', 'sv', 'da', 'nb', 'nn', 'no', 'is', 'fo', 'ko',
]

/** The language of a page's `lang`; English if it is absent or not in the list. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = primaryOf(tag)
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}

/** The one of `ANALYSIS_TAGS` by which the words of a page are read. */
export function analysisTagOf(tag: string | null | undefined): string {
  const primary = primaryOf(tag)
  return ANALYSIS_TAGS.find((known) => known === primary) ?? 'en'
}

/** True for one of `ANALYSIS_TAGS` whose language writes compounds as one word. */
export function hasCompounds(tag: string): boolean {
  return COMPOUNDING.includes(tag)
}

function primaryOf(tag: string | null | undefined): string {
  return /^[a-z]+/i.exec(tag?.trim() ?? '')?.[0].toLowerCase() ?? ''
}
