/** Some chunks of a large collection -> an index of them with the statistics of the collection. */
import type { InvertedIndex, Searchable } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { withLexicon } from '../query/index-lexicon.ts'
import { createBoundedReader, joinBatches } from './batch.ts'
import type { Collection } from './text-columns.ts'

/** The index of chunks that were read, for any statistics. */
export type IndexIn = (collection: Collection) => InvertedIndex & SearchIndex

/** A reader with its own cache of words. */
export function createReadCollection(): (chunks: readonly Searchable[]) => IndexIn {
  const readerFor = createBoundedReader()
  return function readChunks(chunks) {
    const { read, dictionaries } = readerFor(chunks.length)
    const invertIn = joinBatches([read(chunks)], dictionaries)
    return function indexIn(collection) {
      const index = withLexicon(invertIn(collection))
      const { lexicon } = index
      const docFreq = (term: number) => collection.docFreq(lexicon.textOf(term))
      return { ...index, lexicon: { ...lexicon, size: collection.size, docFreq } }
    }
  }
}
