/**
 * A BCP 47 tag -> the language whose stemmer and function words are used for a text.
 *
 * All of these languages are written in Latin letters. Russian and Korean words are recognized by their letters. So a
 * Russian page counts as English, because its Latin words are names in code and of products.
 */

/** The languages that have a stemmer and a list of function words. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const

/** A language of the list. */
export type Language = (typeof LANGUAGES)[number]

/** The language of a page's `lang`; English if it is absent or not in the list. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = /^[a-z]+/i.exec(tag?.trim() ?? '')?.[0].toLowerCase()
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}
