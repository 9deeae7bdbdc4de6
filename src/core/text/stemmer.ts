/**
 * Folded word -> term, the form that is compared: the word's stem in the language of its text. Russian, Korean
 * and Arabic words are recognized by their letters; Latin ones are stemmed in the page's language.
 *
 * Stems of different languages can be equal by accident: the German "Server" and the English "serve" are both "serv".
 * So a term of a language other than English ends in a mark of its language, which no word can contain. The language of
 * a query is unknown: each of its words gets one term for each language of the index.
 */
import { stemEnglish } from './english-stemmer.ts'
import { isFunctionWord, type Language } from './language.ts'
import { stemFrench, stemGerman, stemKorean, stemPortuguese, stemRussian, stemSpanish } from './other-languages.ts'

/** Returns the term of a folded word. */
export type Stem = (word: string) => string

/** Only words are stemmed; names with digits, dots and sigils are compared as they are. */
const LATIN = /^[a-z']+$/
const RUSSIAN = /^[а-я]+$/
const HANGUL = /^[가-힣]+$/
const ARABIC = /^[ء-ي]+$/
/**
 * The Arabic article, with what is written before it as one word: "التثبيت", "بالتثبيت" and "للتثبيت" become "تثبيت".
 * At least three letters remain. (The prefixes of light10: Larkey, Ballesteros and Connell, Light stemming for Arabic
 * information retrieval, 2007.)
 */
const ARTICLE = /^(?:[وبكف]?ال|لل)(?=.{3})/

/** Control characters, which end any word. */
const MARKS: Readonly<Record<Language, string>> = { en: '', de: '\u0001', es: '\u0002', fr: '\u0003', pt: '\u0004' }
const STEM_END = /[\u0001-\u0004]$/
const MARKS_AT_END = /[\u0001-\u0004]+$/

const LATIN_STEMS: Readonly<Record<Language, Stem>> = {
  en: stemEnglish,
  de: marked('de', stemGerman),
  es: marked('es', stemSpanish),
  fr: marked('fr', stemFrench),
  pt: marked('pt', stemPortuguese),
}

export function stemmerFor(language: Language): Stem {
  const stemLatin = LATIN_STEMS[language]
  return function stem(word) {
    if (LATIN.test(word)) return stemLatin(word)
    if (RUSSIAN.test(word)) return stemRussian(word)
    if (ARABIC.test(word)) return word.replace(ARTICLE, '')
    return HANGUL.test(word) ? stemKorean(word) : word
  }
}

/** A term without the marks of its language. */
export function unmarkedTerm(term: string): string {
  return term.replace(MARKS_AT_END, '')
}

/** A folded word with the mark of its term, so that one spelling in two languages gives two different words. */
export function markLike(word: string, term: string): string {
  return word + (STEM_END.exec(term)?.[0] ?? '')
}

/**
 * A stemmer whose terms end in the language's mark. Function words are not stemmed. A stem that equals a function word
 * by accident ("seit" of "Seite", "sich" of "sicher") gets the mark twice, so that the two don't match.
 */
function marked(language: Language, stem: Stem): Stem {
  const mark = MARKS[language]
  return function stemMarked(word) {
    if (isFunctionWord(word, [language])) return word + mark
    const stemmed = stem(word)
    return stemmed + (isFunctionWord(stemmed, [language]) ? mark + mark : mark)
  }
}
