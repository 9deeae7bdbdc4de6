/**
 * Compounds in languages that write them as one word: the key of a pair of a compound and its part among the words of an
 * index (the part's term, a mark, the compound's), and the forms that a first part may have as a word.
 */

/** A control character after the marks of languages (`text/stemmer.ts`), so that the pairs of a term follow its words. */
const PAIR_MARK = '\u0006'

/** The beginning of the keys of all compounds with a part. */
export function pairPrefix(part: string): string {
  return part + PAIR_MARK
}

/** The key of a pair. */
export function pairKey(part: string, compound: string): string {
  return pairPrefix(part) + compound
}

/** True for a pair, which is no word. */
export function isPair(word: string): boolean {
  return word.includes(PAIR_MARK)
}

/**
 * Linking elements of German, Dutch and the Scandinavian languages: "Verbindung-s-aufbau", "Daten-bank". Source: Krott,
 * Schreuder, Baayen and Dressler, Analogical effects on linking elements in German compound words, 2007, and the
 * grammars of the other languages; Korean has none.
 */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e', 'ns', 'ens', 'a', 'o', 'u']

const HANGUL = /^[가-힣]/
/** Least letters of the first part and of the last; a syllable of Hangul has two or three. */
const LETTERS = { first: 3, last: 4 }
const SYLLABLES = { first: 2, last: 2 }

/** Least UTF-16 units of the parts of a word. */
export function minPartOf(word: string): { readonly first: number; readonly last: number } {
  return HANGUL.test(word) ? SYLLABLES : LETTERS
}

/** Most words that are given for an ending. */
const MAX_ENDINGS = 16

/** The shortest of some words that end in a last part, each once. */
export function shortestEndingIn(words: Iterable<string>, ending: string): string[] {
  const { first } = minPartOf(ending)
  const longer = [...new Set(words)].filter((word) => word.length >= first + ending.length && word.endsWith(ending))
  return longer.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, MAX_ENDINGS)
}

/** The forms of a first part, itself first. */
export function linkingForms(first: string): string[] {
  return LINKS.filter((link) => first.endsWith(link) && first.length - link.length >= minPartOf(first).first)
    .map((link) => first.slice(0, first.length - link.length))
}
