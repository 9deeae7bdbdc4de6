/**
 * The heading path of a section: the title of its page and its own heading, as a breadcrumb shows them. "Suspense ›
 * Events" has all of "suspense events", which neither of the two has.
 */
import { u16At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import { currentChunk } from '../index/posting-list.ts'
import type { ClauseScorer } from './clause-scorer.ts'

const PATH_MASK = HEADING_MASK | TITLE_MASK

/** Coverage of a query by the heading path of a chunk. Its contribution must be the last that these scorers gave. */
export function headingPathCoverage(scorers: readonly ClauseScorer[], ordinal: number): number {
  let sum = 0
  for (const { terms } of scorers) {
    let most = 0
    for (const { cursor, coverage } of terms) {
      const isHere = coverage > most && currentChunk(cursor) === ordinal
      if (isHere && (u16At(cursor.counts, cursor.at) & PATH_MASK) !== 0) most = coverage
    }
    sum += most
  }
  return sum
}
