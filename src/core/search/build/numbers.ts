/**
 * The numbers that a builder gives to languages, words and terms. Each kind counts from 0 and is a position in columns
 * of its own, so one kind must never be used for another.
 */

/** A language of a site, by its dictionary, in the order in which languages are first met. */
export type LanguageId = number

/** A word as written, in the dictionary of its language, in the order in which words are first met. */
export type WordId = number

/** A folded word, in the same dictionary: spellings of a word share it. */
export type FoldedId = number

/** A term, which all languages share, in the order in which terms are first met; it lasts as long as the builder. */
export type TermId = number

/** A term of one index: its position among all of them sorted, which is its number in the index. */
export type TermRank = number
