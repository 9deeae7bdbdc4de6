/**
 * Compounds in the languages that write them as one word: a part -> the compounds of the site that have it, or those
 * that end in it; and a compound that the site doesn't have -> two parts that it has. A file of its own, because the
 * search module for English pages has another in its place (`addons/static/page/english.ts`).
 */
import { hasCompounds } from '../../text/language.ts'
import { unmarkedTerm } from '../../text/stemmer.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { linkingForms, mayBeCompound, minPartOf } from '../index/compound-pair.ts'

/** Gives the term of a word in each language of an index, each once. */
export type TermsOf = (word: string) => readonly string[]
/** Two words that form one. */
export type Parts = readonly [string, string]

/** Most compounds of a word: those that most chunks have. */
const MAX_COMPOUNDS = 16

/**
 * The most frequent terms of compounds that a word is a part of. If no section has the word alone, they are those of
 * the shortest words that end in it.
 */
export function findCompounds(
  index: SearchIndex,
  { terms, word }: { readonly terms: readonly string[]; readonly word: string },
): number[] {
  if (!writesCompounds(index)) return []
  const { compoundsOf, docFreq, endingIn, find } = index.lexicon
  const pairs = terms.flatMap(compoundsOf)
  const isPart = pairs.length > 0 || terms.some((term) => find(term) >= 0)
  // The stem of a compound may be cut in another place than that of its last part alone.
  const endings = isPart ? [] : [...new Set([word, ...terms.map(unmarkedTerm)])].filter((end) => {
    return end.length >= minPartOf(end).last
  })
  return [...new Set([...pairs, ...(endings.length === 0 ? [] : endingIn(endings))])]
    .sort((a, b) => docFreq(b) - docFreq(a) || a - b)
    .slice(0, MAX_COMPOUNDS)
}

function writesCompounds({ languages }: SearchIndex): boolean {
  return languages.some(hasCompounds)
}

/** The longest last part that the index has, after a first part that it has, too. */
export function splitLinked(index: SearchIndex, word: string, termsOf: TermsOf): Parts | null {
  if (!writesCompounds(index) || !mayBeCompound(word)) return null
  const isKnown = (part: string) => termsOf(part).some((term) => index.lexicon.find(term) >= 0)
  const least = minPartOf(word)
  for (let at = least.first; at <= word.length - least.last; at += 1) {
    if (!isKnown(word.slice(at))) continue
    const first = linkingForms(word.slice(0, at)).find(isKnown)
    if (first !== undefined) return [first, word.slice(at)]
  }
  return null
}
