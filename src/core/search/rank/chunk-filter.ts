/** A filter and the operators of a query -> the chunks that its search may find. */
import { u32At } from '../../text/column.ts'
import { type Filter, admittedScopes } from '../index/filter.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { ResolvedQuery } from './resolved-query.ts'

/** True for chunks that the filter admits, that have all quoted phrases and no excluded one. */
export function createChunkFilter(
  index: InvertedIndex,
  { required, excluded }: Pick<ResolvedQuery, 'required' | 'excluded'>,
  filter: Filter,
): (ordinal: number) => boolean {
  const admitted = admittedScopes(index.scopes, filter)
  const allowed = required === null ? null : markOrdinals(index, required)
  const ruledOut = excluded.length === 0 ? null : markOrdinals(index, excluded)
  return function isAllowed(ordinal) {
    if (admitted !== null && admitted[u32At(index.scopeOf, ordinal)] !== 1) return false
    return ruledOut?.[ordinal] !== 1 && allowed?.[ordinal] !== 0
  }
}

/** For each chunk, 1 if it is in a list. */
function markOrdinals({ pages }: InvertedIndex, ordinals: readonly number[]): Uint8Array {
  const marks = new Uint8Array(pages.length)
  for (const ordinal of ordinals) marks[ordinal] = 1
  return marks
}
