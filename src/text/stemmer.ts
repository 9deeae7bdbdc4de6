/**
 * Folded word -> term, the form that is compared: the word's stem in the language of its text. Russian and Korean words
 * are recognised by their letters; Latin ones are stemmed in the page's language.
 *
 * A term belongs to its language, since stems of different languages are alike
 * by accident: a German "Server" is "serv" and so is an English "serve". Terms
 * of other languages than English therefore end in a mark that no word can hold.
 * A query, which is of no language, has a term in each that the index speaks.
 */
import { u8At } from './column.ts'
import type { Language } from './language.ts'
import { stemEnglish } from './stem/english.ts'
import { stemFrench } from './stem/french.ts'
import { stemGerman } from './stem/german.ts'
import { stemKorean } from './stem/korean.ts'
import { stemPortuguese } from './stem/portuguese.ts'
import { stemRussian } from './stem/russian.ts'
import { stemSpanish } from './stem/spanish.ts'
import { isFunctionWord } from './stop-words.ts'

/** Gives the term of a folded word. */
export type Stem = (word: string) => string

/** Only words are stemmed; names with digits, dots and sigils are compared as they are. */
const LATIN = /^[a-z']+$/
const RUSSIAN = /^[а-я]+$/
const HANGUL = /^[가-힣]+$/

/** Control characters, which end any word. */
const MARKS: Readonly<Record<Language, string>> = { en: '', de: '\u0001', es: '\u0002', fr: '\u0003', pt: '\u0004' }
const MARK = /[\u0001-\u0004]$/
const LAST_MARK = 4

const LATIN_STEMS: Readonly<Record<Language, Stem>> = {
  en: stemEnglish,
  de: marked('de', stemGerman),
  es: marked('es', stemSpanish),
  fr: marked('fr', stemFrench),
  pt: marked('pt', stemPortuguese),
}

/** The stemmer for texts of a language. */
export function stemmerFor(language: Language): Stem {
  const stemLatin = LATIN_STEMS[language]
  return function stem(word) {
    if (LATIN.test(word)) return stemLatin(word)
    if (RUSSIAN.test(word)) return stemRussian(word)
    return HANGUL.test(word) ? stemKorean(word) : word
  }
}

/** Number of the first bytes of a term that are its word's, without the marks of its language. */
export function unmarkedLength(bytes: Uint8Array, length: number): number {
  let end = length
  while (end > 0 && u8At(bytes, end - 1) <= LAST_MARK) end -= 1
  return end
}

/** A folded word with the mark that its term has, so that words of one spelling in two languages are two. */
export function markLike(word: string, term: string): string {
  return word + (MARK.exec(term)?.[0] ?? '')
}

/**
 * Keeps function words out of the way of others: they stay whole, and a stem
 * that is one by accident ("seit" of "Seite", "sich" of "sicher") is marked twice.
 */
function marked(language: Language, stem: Stem): Stem {
  const mark = MARKS[language]
  return function stemMarked(word) {
    if (isFunctionWord(word, [language])) return word + mark
    const stemmed = stem(word)
    return stemmed + (isFunctionWord(stemmed, [language]) ? mark + mark : mark)
  }
}
