/**
 * Comparison of terms: compatibility forms, case and white space make no
 * difference, accents do.
 */

/**
 * The comparison key of a term. Upper-casing first makes letters equal that
 * only upper-casing unifies (ß and SS, ς and σ); neither step needs a locale.
 */
export function foldTerm(term: string): string {
  return term.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replace(/\s+/g, ' ').trim()
}
