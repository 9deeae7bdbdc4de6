/**
 * A BCP 47 tag -> the language whose stems and function words a text has.
 *
 * All of them are written in Latin letters. Russian and Korean words are recognised by their letters, so a Russian page
 * counts as English: its Latin words are those of code and products.
 */

/** The languages with stems and function words. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const

/** One of them. */
export type Language = (typeof LANGUAGES)[number]

/** The language of a page's `lang`; English when it is absent or another. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = /^[a-z]+/i.exec(tag?.trim() ?? '')?.[0].toLowerCase()
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}
