/** Some chunks of a large collection -> an index of them with the statistics of the collection. */
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { withLexicon } from '../query/index-lexicon.ts'
import type { Searchable } from '../index/inverted-index.ts'
import { createBatchReader, joinBatches } from './batch.ts'
import type { Collection } from './text-columns.ts'

/** Most terms and chunks in a reader's cache, about 300 bytes each; a full cache is cleared. */
const MAX_CACHED = 32_768

/** The index of chunks that were read, for any statistics. */
export type IndexIn = (collection: Collection) => InvertedIndex & SearchIndex

/** A reader with its own cache of words. */
export function createReadCollection(): (chunks: readonly Searchable[]) => IndexIn {
  let reader = createBatchReader()
  let count = 0
  return function readChunks(chunks) {
    count += chunks.length
    if (count > MAX_CACHED || reader.dictionaries.terms.strings.length > MAX_CACHED) {
      reader = createBatchReader()
      count = chunks.length
    }
    const { read, dictionaries } = reader
    const batch = read(chunks)
    return function indexIn(collection) {
      const index = withLexicon(joinBatches([batch], dictionaries, collection).index)
      const { lexicon } = index
      const docFreq = (term: number) => collection.docFreq(lexicon.textOf(term))
      return { ...index, lexicon: { ...lexicon, size: collection.size, docFreq } }
    }
  }
}
