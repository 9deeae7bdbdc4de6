/**
 * A BCP 47 tag -> the language whose stems and function words a text has.
 *
 * A language here is one of those whose words are in Latin letters. Russian and
 * Korean are told by their letters, so a Russian page is an English one: its
 * Latin words are those of code and products.
 */

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of a page's `lang`; English where that is none of ours, or none at all. */
export function languageOf(tag: string | null | undefined): Language {
  const primary = /^[a-z]+/i.exec(tag?.trim() ?? '')?.[0].toLowerCase()
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}
