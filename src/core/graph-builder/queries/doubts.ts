/**
 * The queries of all sections -> those that other sections fit much better: they may have been written for the wrong
 * section. Each query is searched in an index that lacks it and about half of all other queries, those of the same turn
 * (cross-validation in two folds); its section is then found by its texts and by the rest of its queries.
 */
import type { Chunk } from '../../content/chunk.ts'
import { buildIndex } from '../../search/build/build.ts'
import { columnsOf } from '../../search/index/inverted-index.ts'
import { type IndexReader, openIndex } from '../../search/rank/index-reader.ts'
import { resolveQuery } from '../../search/rank/resolved-query.ts'
import { search } from '../../search/rank/search.ts'
import type { QueriesById } from './rules.ts'

/** Most queries that are searched; those of the first sections. */
const MAX_SEARCHED = 100_000
/** Most results in which the section of a query is looked for. */
const MAX_RESULTS = 1_000
/**
 * The score of a query's section, as a share of the best one, below which the query is doubtful. With a tenth of all
 * queries moved to wrong sections it finds more than four of five of these, and doubts a fifth of the others
 * (`test/bench/queries.mjs`).
 */
const MIN_SHARE = 0.03

/** A query that another section fits better. */
export interface Doubt {
  readonly id: string
  readonly query: string
  /** Id of the section that fits best. */
  readonly fits: string
}

/** The doubtful queries of sections, in their order; `isAsked` leaves some out. */
export function findDoubts(
  chunks: readonly Chunk[],
  queries: QueriesById,
  isAsked: (id: string) => boolean = () => true,
): Doubt[] {
  const asked = chunks.filter(({ id }) => (queries.get(id) ?? []).length > 0 && isAsked(id))
  if (asked.length === 0) return []
  const readers = [0, 1].map((fold) => openFold(chunks, queries, fold))
  let searched = 0
  const ordinals = new Map(chunks.map(({ id }, ordinal) => [id, ordinal]))
  return asked.flatMap((chunk) => {
    return (queries.get(chunk.id) ?? []).flatMap((query, i): Doubt[] => {
      const reader = readers[i % readers.length]
      searched += 1
      if (reader === undefined || searched > MAX_SEARCHED) return []
      const fits = betterFit(reader, query, ordinals.get(chunk.id) ?? -1)
      return fits === null ? [] : [{ id: chunk.id, query, fits: chunks[fits]?.id ?? '' }]
    })
  })
}

/** The index for the queries of one fold, which has those of the other. */
function openFold(chunks: readonly Chunk[], queries: QueriesById, fold: number): IndexReader {
  return openIndex(columnsOf(buildIndex(chunks.map((chunk) => {
    return { ...chunk, queries: (queries.get(chunk.id) ?? []).filter((_, i) => i % 2 !== fold) }
  }))))
}

/** Ordinal of the best section if it is much better than the one with an ordinal; null if not, or if none is found. */
function betterFit(reader: IndexReader, query: string, ordinal: number): number | null {
  // The space ends the last word: it is not completed.
  const hits = search(reader, resolveQuery(reader, `${query} `), { limit: MAX_RESULTS, perPage: Infinity })
  const [best] = hits
  const own = hits.find((hit) => hit.ordinal === ordinal)
  return best === undefined || (own?.score ?? 0) >= MIN_SHARE * best.score ? null : best.ordinal
}
