/**
 * French word -> stem, by a light stemmer after Savoy ("Light Stemming Approaches for the French, Portuguese, German
 * and Hungarian Languages", 2006), extended by the verb endings that are frequent in instructions: "installer",
 * "installez", "installé" and "installation" share the stem "instal". A person keeps a different stem from the action:
 * "utilisateur" is not "utiliser".
 *
 * Words must be folded, without accents. A stem is a key, not a word.
 */
import { longestFirst, replaceSuffix, suffixes } from './suffix.ts'

/** Short words that lose their vowel before the next word: "l'application". */
const ELISION = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=.)/

const PLURALS = longestFirst(
  suffixes('eaux', { keep: 1, by: 'eau' }),
  suffixes('aux', { keep: 2, by: 'al' }),
  suffixes('s x', { keep: 3 }),
)

/** Endings that derive nouns, adjectives and adverbs. */
const DERIVED = longestFirst(
  suffixes('isation', { keep: 4, by: 'is' }),
  suffixes('ification', { keep: 2, by: 'ifi' }),
  suffixes('ation ication', { keep: 3 }),
  suffixes('ition', { keep: 4 }),
  suffixes('ivement', { keep: 3, by: 'iv' }),
  suffixes('issement', { keep: 4 }),
  suffixes('ement', { keep: 3 }),
  suffixes('atrice', { keep: 3, by: 'ateur' }),
  suffixes('euse', { keep: 3, by: 'eu' }),
  suffixes('elle', { keep: 3, by: 'el' }),
  suffixes('if ive', { keep: 3, by: 'iv' }),
)

const VERBAL = longestFirst(
  suffixes('er ez ee e era eras erai erez erons eront erait eraient', { keep: 3 }),
  suffixes('ant ante ent ait aient ais ons iez ions', { keep: 4 }),
  // Of nouns rather than verbs: "document", "argument".
  suffixes('ment', { keep: 0, by: 'ment' }),
  suffixes('ir it i ie issez issant issent issait ira iront', { keep: 4 }),
)

const INNER = suffixes('iqu ic i', { keep: 4 })
const DOUBLED = /([bcdfglmnprstz])\1$/

/** The stem of a folded word; words of up to three letters are not changed. */
export function stemFrench(word: string): string {
  const bare = word.replace(ELISION, '')
  if (bare.length <= 3) return bare
  let stem = replaceSuffix(bare, PLURALS)
  stem = replaceSuffix(stem, DERIVED)
  stem = replaceSuffix(stem, VERBAL).replace(/y$/, 'i')
  stem = replaceSuffix(stem, INNER)
  return stem.replace(DOUBLED, '$1')
}
