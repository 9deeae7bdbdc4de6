/**
 * The words of a site in a language that writes compounds as one word -> pairs of a compound and a part of it that is
 * also a word of the site. They are kept among the words of the index, so that a look-up of the part finds the terms of
 * its compounds: "netzgerat", a mark, "hochspannungsnetzgerat".
 */
import { linkingForms, minPartOf, pairKey } from '../index/compound-pair.ts'

/** Most UTF-16 units of a compound. */
const MAX_LENGTH = 48
const LETTERS = /^\p{L}+$/u
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
    if (!LETTERS.test(word) || word.length > MAX_LENGTH) continue
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
