/** Stemmers and function words of English only, for indexes whose texts are all English. */
import type { OTHER_FUNCTION_WORDS as OF_ALL, Stem } from '../../../core/text.ts'

/** Function words of other languages: none. */
export const OTHER_FUNCTION_WORDS: typeof OF_ALL = { de: '', es: '', fr: '', pt: '', ru: '' }

const leave: Stem = (word) => word
/** The word as it is. */
export const stemFrench = leave
/** The word as it is. */
export const stemGerman = leave
/** The word as it is. */
export const stemKorean = leave
/** The word as it is. */
export const stemPortuguese = leave
/** The word as it is. */
export const stemRussian = leave
/** The word as it is. */
export const stemSpanish = leave
