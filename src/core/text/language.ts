/**
 * BCP 47 tags: a tag -> the language whose stemmer and function words are used for a text, and whose compounds have
 * parts; a language as people write it -> its tag in one spelling (`pt_br` and `pt-BR` are the same).
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
export const ANALYSIS_TAGS: readonly string[] = [...new Set([...LANGUAGES, ...COMPOUNDING])]

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

/** A language with up to four subtags: `en`, `pt-BR`, `zh_Hans`. */
const TAG = /^[a-z]{2,3}(?:[-_][a-z\d]{1,8}){0,4}$/i

/** The tag with the usual case of its parts (RFC 5646, 2.1.1), null for text that is none. */
export function languageTag(text: string): string | null {
  if (!TAG.test(text)) return null
  const [language = '', ...subtags] = text.toLowerCase().split(/[-_]/)
  return [language, ...subtags.map(spellSubtag)].join('-')
}

/** Regions have two letters, scripts four. */
function spellSubtag(subtag: string): string {
  if (/^[a-z]{2}$/.test(subtag)) return subtag.toUpperCase()
  return /^[a-z]{4}$/.test(subtag) ? subtag.charAt(0).toUpperCase() + subtag.slice(1) : subtag
}

/** Languages that docs are translated into; other names of two letters are rather those of tools. */
const TRANSLATED =
  ' ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo' +
  ' lt lv mk ml mn mr ms my nb ne nl nn no pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi yo zh zu '

/** Countries whose names folders of translations have in place of a language's: the guides of Fumadocs have `cn`. */
const BY_COUNTRY: ReadonlyMap<string, string> = new Map([['cn', 'zh-CN'], ['jp', 'ja'], ['kr', 'ko']])

/** The language that a folder has the name of, null for none. */
export function folderLanguage(folder: string): string | null {
  const ofCountry = BY_COUNTRY.get(folder.toLowerCase())
  if (ofCountry !== undefined) return ofCountry
  const isName = TRANSLATED.includes(` ${folder.slice(0, 2).toLowerCase()} `) && /^..(?:[-_]|$)/.test(folder)
  return isName ? languageTag(folder) : null
}
