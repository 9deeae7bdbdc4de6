/**
 * Comparison of terms: compatibility forms, case and white space make no
 * difference, accents do.
 */
import { foldSpace } from '../base/fold-space.ts'

/**
 * The comparison key of a term. Lower-casing, then upper-casing makes letters equal that
 * only these unify (ẞ, ß and SS; ς and σ); no step needs a locale.
 */
export function foldTerm(term: string): string {
  return foldSpace(term.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC'))
}
