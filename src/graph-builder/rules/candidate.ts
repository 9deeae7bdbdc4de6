/**
 * A range of a section's text that may become a fact.
 */
import type { FactKind } from '../../graph/graph.ts'

/** A literal in a section's text. */
export interface Candidate {
  readonly kind: FactKind
  /** Half-open UTF-16 offsets of the literal into the section's text. */
  readonly start: number
  readonly end: number
  /** Value for a reader, 0 to 100; below `MIN_WEIGHT` it is noise unless its position increases it. */
  readonly weight: number
}

/** Candidates lighter than this are left out. */
export const MIN_WEIGHT = 30

/** One match of a pattern in a text that starts at `offset` of the section. */
export interface PatternMatch {
  readonly match: RegExpExecArray
  readonly offset: number
}

/** The candidate for a match: its group 1, or the whole match. */
export function candidateOf(kind: FactKind, weight: number, { match, offset }: PatternMatch): Candidate {
  const literal = match[1] ?? match[0]
  const start = offset + match.index + match[0].indexOf(literal)
  return { kind, weight, start, end: start + literal.length }
}
