/**
 * Languages. A BCP 47 tag -> the language whose stemmer and function words are used for a text, and whose compounds
 * have parts; a language as people write it -> its tag in one spelling (`pt_br` and `pt-BR` are the same); a word ->
 * whether it is a function word; a short text -> its language.
 *
 * All languages with a stemmer of their own are written in Latin letters. Russian and Korean words are recognized by
 * their letters. So a Russian page counts as English, because its Latin words are names in code and of products.
 */
import { OTHER_FUNCTION_WORDS } from './other-languages.ts'

/** The languages that have a stemmer and a list of function words. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const

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

/** The language of a tag in small letters, `pt` of `pt-BR`; empty for none. */
export function primaryOf(tag: string | null | undefined): string {
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

/** Function words by language, in folded form ("für" is "fur"): they occur in every text, whatever it is about. */
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

/**
 * The BCP 47 tag of a text's language, by its script and, for Latin letters, by its function words; null if nothing
 * shows it. Good enough to choose hints and fixed sentences; a text that consists of names has no language.
 */
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
  // Two languages with equally many, or too few, name none.
  const isClear = most >= MIN_FUNCTION_WORDS && counts.indexOf(most) === counts.lastIndexOf(most)
  return isClear ? (LANGUAGES[counts.indexOf(most)] ?? null) : null
}
