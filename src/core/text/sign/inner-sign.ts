/** Signs inside of words: the apostrophe of an elision, and the signs between groups of digits. */
import { matchEnd } from './match-end.ts'

/**
 * Short words that lose their vowel before the next word, in French, Italian and Catalan: "l'application". These
 * languages share most of them, and no English word starts with one, so they are elided whatever the language is. After
 * Lucene's lists of articles for these languages, with the Italian demonstratives and adverbs that are elided as well.
 */
const ELIDED: ReadonlySet<string> = new Set(
  `c d j l m n s t v qu jusqu lorsqu puisqu quoiqu un gl all dall dell nell sull coll pell agl dagl degl negl sugl quest
  quell com cos dov`.split(/\s+/),
)
/** UTF-16 units of the longest. */
export const MAX_ELIDED = 6

/** True for a word that is elided before an apostrophe. */
export function isElided(word: string): boolean {
  return ELIDED.has(word.toLowerCase())
}

/** Signs between groups of digits (CLDR): comma, its Arabic form, apostrophes, and spaces of all widths. */
const GROUP_SIGNS = ",\u066c'\u2019 \u00a0\u2009\u202f"
/**
 * The other groups of a number whose first group belongs to no other number: three digits each, or, in India, two digits
 * up to the last three.
 */
const GROUPS = new RegExp(
  `(?<=(?<!\\p{Nd}|\\p{Nd}[., ])\\p{Nd}{1,3})`
    + `(?:([${GROUP_SIGNS}])\\p{Nd}{3}(?:\\1\\p{Nd}{3})*(?!\\1?\\p{Nd})|,(?:\\p{Nd}{2},)+\\p{Nd}{3}(?!,?\\p{Nd}))`,
  'uy',
)

/** The end of the number whose first group of digits ends at a sign; 0 if none of its groups follows. */
export function groupedEnd(text: string, sign: number): number {
  return matchEnd(GROUPS, text, sign)
}

const GROUPED = new RegExp(`\\p{Nd}{1,3}(?:[${GROUP_SIGNS}]\\p{Nd}{2,3})+`, 'gu')
/** A number whose groups have dots between them; it may as well be a version. */
const DOTTED = /^\p{Nd}{1,3}(?:\.\p{Nd}{3})+$/u
const SIGNS = /\P{Nd}+/gu

/** A name without the signs between its groups of digits. */
export function joinGroups(name: string): string {
  if (DOTTED.test(name)) return name.replace(SIGNS, '')
  return name.replace(GROUPED, (groups) => groups.replace(SIGNS, ''))
}
