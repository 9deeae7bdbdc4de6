/**
 * How terms are compared: compatibility forms, case and white space are one,
 * accents are not.
 */
import { foldSpace } from '../base/fold-space.ts'

/**
 * The comparison key of a term. Upper-casing first makes letters equal that
 * only upper-casing joins (ß and SS, ς and σ); neither step asks for a locale.
 */
export function foldTerm(term: string): string {
  return foldSpace(term.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC'))
}
