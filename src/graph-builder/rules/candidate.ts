/**
 * A stretch of a section's text that may be worth keeping as a fact.
 */
import type { FactKind } from '../../graph/graph.ts'

export interface Candidate {
  readonly kind: FactKind
  /** Half-open UTF-16 offsets into the section's text: the literal is what stands there. */
  readonly start: number
  readonly end: number
  /** How much a reader gains by it, 0 to 100; below `LEAST_WEIGHT` it is noise unless its place lifts it. */
  readonly weight: number
}

/** Candidates lighter than this are left out. */
export const LEAST_WEIGHT = 30

/** One match of a pattern in a text that starts at `offset` of the section. */
export interface Place {
  readonly match: RegExpExecArray
  readonly offset: number
}

/** The candidate for a match: its group 1, or all of it. */
export function candidateOf(kind: FactKind, weight: number, { match, offset }: Place): Candidate {
  const literal = match[1] ?? match[0]
  const start = offset + match.index + match[0].indexOf(literal)
  return { kind, weight, start, end: start + literal.length }
}
