/**
 * Comparison of terms: compatibility forms, case and white space make no
 * difference, accents do.
 */
import { foldSpace } from '../base/fold-space.ts'

/**
 * The comparison key of a term. Upper-casing first makes letters equal that
 * only upper-casing unifies (ß and SS, ς and σ); neither step needs a locale.
 */
export function foldTerm(term: string): string {
  return foldSpace(term.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC'))
}
