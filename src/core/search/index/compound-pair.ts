/**
 * Compounds in languages that write them as one word. The words of a site in such a language give pairs of a compound
 * and a part of it that is also a word of the site. They are kept among the words of the index by a key (the part's
 * term, a mark, the compound's), so that a look-up of the part finds its compounds: "netzgerat",
 * "hochspannungsnetzgerat".
 */

/** After the marks of languages (`text/stemmer.ts`), so that the pairs of a term follow its words. */
const PAIR_MARK = '\u0006'

/** The beginning of the keys of all compounds with a part. */
export function pairPrefix(part: string): string {
  return part + PAIR_MARK
}

function pairKey(part: string, compound: string): string {
  return pairPrefix(part) + compound
}

export function isPair(word: string): boolean {
  return word.includes(PAIR_MARK)
}

/** The part in the key of a pair. */
export function partOf(pair: string): string {
  return pair.slice(0, pair.indexOf(PAIR_MARK))
}

/**
 * Linking elements of German, Dutch and the Scandinavian languages: "Verbindung-s-aufbau", "Daten-bank". Source: Krott,
 * Schreuder, Baayen and Dressler, Analogical effects on linking elements in German compound words, 2007, and the
 * grammars of the other languages; Korean has none.
 */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e', 'ns', 'ens', 'a', 'o', 'u']

const HANGUL = /^[가-힣]/
/** Least letters of the first part and of the last; a syllable of Hangul has two or three. */
const LEAST_LETTERS = { first: 3, last: 4 }
const LEAST_SYLLABLES = { first: 2, last: 2 }

/** Least UTF-16 units of the parts of a word. */
export function minPartOf(word: string): { readonly first: number; readonly last: number } {
  return HANGUL.test(word) ? LEAST_SYLLABLES : LEAST_LETTERS
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

/** Most UTF-16 units of a compound. */
const MAX_LENGTH = 48
const LETTERS = /^\p{L}+$/u

/** True for letters alone: nothing else is a part of a word. */
export function isLetters(text: string): boolean {
  return LETTERS.test(text)
}

/** True for a word that may be a compound: it has letters only, and is not too long. */
export function mayBeCompound(word: string): boolean {
  return word.length <= MAX_LENGTH && isLetters(word)
}

/** A term: the stem, and the mark of its language. */
const STEM = /^(.*?)([\u0001-\u0004]*)$/u

/** A word of texts and its term. */
export interface WordOfTerm {
  readonly word: string
  readonly term: string
}

/** The pairs: as a word its key, and the term of the compound. */
export function compoundPairs(words: readonly WordOfTerm[]): WordOfTerm[] {
  const termOf = new Map(words.map(({ word, term }) => [word, term]))
  const terms = new Set(termOf.values())
  const pairs = new Map<string, string>()
  for (const { word, term } of words) {
    if (!mayBeCompound(word)) continue
    const [, stem = '', mark = ''] = STEM.exec(term) ?? []
    const least = minPartOf(word)
    for (let at = least.first; at <= word.length - least.last; at += 1) {
      // The last part as it is written, or another form of it.
      const inflected = stem.length - at < least.last ? '' : stem.slice(at) + mark
      const last = termOf.get(word.slice(at)) ?? (terms.has(inflected) ? inflected : undefined)
      if (last === undefined) continue
      pairs.set(pairKey(last, term), term)
      const first = linkingForms(word.slice(0, at)).find((form) => termOf.has(form))
      if (first !== undefined) pairs.set(pairKey(termOf.get(first) ?? first, term), term)
    }
  }
  return Array.from(pairs, ([word, term]) => ({ word, term }))
}
