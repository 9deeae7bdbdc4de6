/**
 * The inverted index: the columns that are searched, the chunks they are built of, and the opaque form in which users
 * of the package hold them.
 */
import type { Filterable } from './filter.ts'

/**
 * Version of the columns. It increases with every change to them, to their meaning (`field.ts`), and to the terms that
 * the same text gives (`text/`).
 */
export const INDEX_VERSION = 14

/** The parts of a chunk that `buildIndex` reads; a `Chunk` has them. Absent and null are the same. */
export interface Searchable extends Filterable {
  readonly id: string
  /** Slug of the page it belongs to: results are limited per page. */
  readonly page: string
  readonly title: string
  readonly heading?: string | null
  readonly parents?: readonly string[]
  readonly text: string
  /** Ranges of `text` that are code, as in `content/page`. */
  readonly code?: readonly { readonly start: number; readonly end: number; readonly isBlock: boolean }[]
  /** True if its version is the owner's default one, whose copies of a section are preferred. Absent: false. */
  readonly isDefaultVersion?: boolean
  /** Factor of its scores, 0.1 to 10. Absent: 1. */
  readonly weight?: number
  /** Texts of links from other sections to this one, each once. */
  readonly linkTexts?: readonly string[]
  /** What readers would type who want this section; they count like texts of links. */
  readonly queries?: readonly string[]
  /** BCP 47 tag of the text's language, which decides how its words are stemmed, too. */
  readonly lang?: string | null | undefined
}

/** An index of chunks. It is built once and never changes, so any number of searchers may share it. */
export interface Index {
  /** Version of its format. */
  readonly version: number
  /** Number of chunks. */
  readonly size: number
}

/**
 * Columns of one index. C chunks, T terms, W words, K title keys, L fields with a length (`field.ts`). A chunk is
 * identified by its ordinal, its position in the order given.
 */
export interface IndexColumns {
  /** Ids of the chunks by ordinal. */
  readonly ids: readonly string[]
  /** Length C: number of the page a chunk belongs to. */
  readonly pages: Uint32Array
  /** Scopes of the chunks, sorted (`filter.ts`). */
  readonly scopes: readonly string[]
  /** Length C: number of a chunk's scope. */
  readonly scopeOf: Uint32Array
  /** By scope the rank of its chunks among equals, 0 first: by version (`text/version-order.ts`) and language. */
  readonly scopeRanks: Uint32Array
  /**
   * Length C, or 0 when there are no copies: the distance of a chunk from the first of its copies, 0 for that one
   * (`build/build.ts`).
   */
  readonly copies: Uint32Array
  /** Length C, or 0 when all are the same: the owner's weight of each chunk, as a part of the highest, above 0 to 1. */
  readonly weights: Float32Array
  /** Length L * C: words of each field with a length, all chunks of the first field first, rounded as in `field.ts`. */
  readonly lengths: Uint16Array
  /** Length L: mean of `lengths` over all chunks. */
  readonly averages: Float64Array

  /** Languages of the texts, sorted: tags of `text/language.ts`. */
  readonly languages: readonly string[]
  /** Terms, sorted; a term's number is its position here. */
  readonly terms: readonly string[]
  /** Length T + 1: the list of term t lies in bytes `starts[t]` to before `starts[t + 1]` of `postings`. */
  readonly starts: Uint32Array
  /** The posting lists (`posting-list.ts`). */
  readonly postings: Uint8Array
  /** All packed counts of postings, the most frequent first: occurrences of a term in each field of a chunk. */
  readonly countCodes: Uint16Array
  /** Length C: sum of the idf of the terms of each chunk's heading; 0 for no heading. */
  readonly headingIdf: Float32Array
  /** Length C: the same for its title. */
  readonly titleIdf: Float32Array

  /**
   * Folded words, with the mark of their term (`text/stemmer.ts`), that differ from it: "creating"; and pairs of a
   * compound and its part (`compound-pair.ts`), sorted.
   */
  readonly words: readonly string[]
  /** Length W: term of each word, and of the compound of each pair. */
  readonly wordTerms: Uint32Array

  /** Keys of the chunks' headings, or of the titles for intros of pages, sorted (`title-match.ts`). */
  readonly titleKeys: readonly string[]
  /** Length K + 1: chunks of key k lie in `[titleStarts[k], titleStarts[k + 1])` of `titleChunks`. */
  readonly titleStarts: Uint32Array
  /** Ordinals, ascending within one key. */
  readonly titleChunks: Uint32Array
  /** Length C: how the heading or title is spelled. */
  readonly spellings: Int32Array
}

export interface InvertedIndex extends Index, IndexColumns {}

/** The columns of the posting lists, and all others. */
export type PostingLists = Pick<IndexColumns, 'starts' | 'postings' | 'countCodes'>
export type ListlessColumns = Omit<IndexColumns, keyof PostingLists>

/** The columns of the chunks, without those of their words. */
export type ChunkColumns = Pick<
  IndexColumns,
  | 'ids' | 'pages' | 'scopes' | 'scopeOf' | 'scopeRanks' | 'copies' | 'weights' | 'lengths' | 'averages' | 'languages'
  | 'headingIdf' | 'titleIdf' | 'spellings'
>

/** The index with its columns. Throws a TypeError for an object that is no index. */
export function columnsOf(index: Index): InvertedIndex {
  if (!hasColumns(index)) throw new TypeError('An index must come from buildIndex, createIndexBuilder or decodeIndex')
  return index
}

function hasColumns(index: Index): index is InvertedIndex {
  return 'postings' in index
}
