/** Some chunks of a large collection -> an index of them with the statistics of the collection. */
import type { InvertedIndex, Searchable } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { withLexicon } from '../query/index-lexicon.ts'
import { createBoundedReader, joinBatches } from './batch.ts'
import type { Collection } from './text-columns.ts'

/** Chunks that were read. */
export interface ReadChunks {
  /** The terms whose frequencies an index of them needs: those of their headings and titles. */
  readonly fieldTerms: () => readonly string[]
  /** Their index, for any statistics; the frequencies of other terms are asked for as they are looked up. */
  readonly indexIn: (collection: Collection) => InvertedIndex & SearchIndex
}

/** A reader with its own cache of words. */
export function createReadCollection(): (chunks: readonly Searchable[]) => ReadChunks {
  const readerFor = createBoundedReader()
  return function readChunks(chunks) {
    const { read, dictionaries } = readerFor(chunks.length)
    const { fieldTerms, indexIn } = joinBatches([read(chunks)], dictionaries)
    return {
      fieldTerms,
      indexIn(collection) {
        const index = withLexicon(indexIn(collection))
        const { lexicon } = index
        const docFreq = (term: number) => collection.docFreq(lexicon.textOf(term))
        return { ...index, lexicon: { ...lexicon, size: collection.size, docFreq } }
      },
    }
  }
}
