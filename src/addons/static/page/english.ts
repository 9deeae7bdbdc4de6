/**
 * In the place of modules of `core/`, by their names in `bin/build-overlay.js`: what indexes need whose texts are all
 * English, without stemmers, function words, scripts and compounds of other languages.
 */
import type { OTHER_FUNCTION_WORDS as OF_ALL, Stem } from '../../../core/text.ts'

/** Function words of other languages: none. */
export const OTHER_FUNCTION_WORDS: typeof OF_ALL = { de: '', es: '', fr: '', pt: '', ru: '' }

/** A letter with its marks, in the scripts that words of such texts may have. */
const MARKED = /([\p{sc=Latin}\p{sc=Greek}])\p{Mn}+/gu

/** The text without marks. */
export function foldScripts(text: string): string {
  return text.replace(MARKED, '$1')
}

/** English has no compounds. */
export const findCompounds = (): number[] => []
/** No parts. */
export const splitLinked = (): null => null

const leave: Stem = (word) => word
export const stemFrench = leave
export const stemGerman = leave
export const stemKorean = leave
export const stemPortuguese = leave
export const stemRussian = leave
export const stemSpanish = leave
