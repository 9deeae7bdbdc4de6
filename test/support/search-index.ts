/** Indexes with their columns, and hits in them. */
import { buildIndex } from '../../src/core/search/build/build.ts'
import { type Index, type InvertedIndex, type Searchable, columnsOf } from '../../src/core/search/index/inverted-index.ts'
import { type IndexReader, openIndex } from '../../src/core/search/rank/index-reader.ts'
import { type ResolvedQuery, resolveQuery } from '../../src/core/search/rank/resolved-query.ts'
import { type Hit, type HitOptions, search as searchResolved } from '../../src/core/search/rank/search.ts'

const readers = new WeakMap<Index, IndexReader>()

/** The index of chunks, with its columns. */
export function buildColumns(chunks: Iterable<Searchable>): InvertedIndex {
  return columnsOf(buildIndex(chunks))
}

/** One reader for each index. */
export function readerOf(index: Index): IndexReader {
  const reader = readers.get(index) ?? openIndex(columnsOf(index))
  readers.set(index, reader)
  return reader
}

export function resolve(index: Index, query: string): ResolvedQuery {
  return resolveQuery(readerOf(index), query)
}

export function search(index: Index, query: string, options: HitOptions = {}): Hit[] {
  return searchResolved(readerOf(index), resolve(index, query), options)
}
