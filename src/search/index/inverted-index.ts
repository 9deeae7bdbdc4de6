/**
 * The inverted index: what is searched, and what it is made from.
 */
import type { Analyze } from '../../text/analyze.ts'
import type { StringTable } from '../strings/front-coded-dictionary.ts'
import type { Workspace } from './workspace.ts'

/** What `buildIndex` reads of a chunk; a `Chunk` is one. Absent and null are the same. */
export interface Searchable {
  readonly id: string
  /** Id of the page it belongs to: results are limited per page. */
  readonly page: string
  readonly title: string
  readonly heading?: string | null
  readonly parents?: readonly string[]
  readonly group?: string | null
  readonly text: string
  /** Ranges of `text` that are code, as in `content/page`. */
  readonly code?: readonly { readonly start: number; readonly end: number; readonly isBlock: boolean }[]
  /** BCP 47 tag of the text's language, which decides how its words are stemmed. */
  readonly lang?: string | null
}

/**
 * Columns of one index. Built once, never changed. C chunks, T terms, W
 * words, N names, F fields (`field.ts`). Chunks go by their ordinal,
 * the order in which they were given.
 */
export interface InvertedIndex {
  /** Ids of the chunks by ordinal. */
  readonly ids: StringTable
  /** Length C: number of the page a chunk belongs to. */
  readonly pages: Uint32Array
  /** Names of groups, sorted. */
  readonly groups: StringTable
  /** Length C: number of a chunk's group, `groups`' size where it has none. */
  readonly groupOf: Uint32Array
  /** Length F * C: words of each field, all chunks of the first field first; at most 65,535. */
  readonly lengths: Uint16Array
  /** Length F: mean of `lengths` over all chunks. */
  readonly averages: Float64Array

  /** Languages of the texts, sorted (`text/language.ts`). */
  readonly languages: StringTable
  /** Terms, sorted; their numbers are their places here. */
  readonly terms: StringTable
  /** Length T + 1: the list of term t lies in bytes `starts[t]` to before `starts[t + 1]` of `postings`. */
  readonly starts: Uint32Array
  /** The lists of postings (`posting-list.ts`). */
  readonly postings: Uint8Array
  /** The most frequent packed counts of postings: how often a term stands in each field of a chunk. */
  readonly countCodes: Uint16Array
  /** Length C: sum of the rareness of the terms of each chunk's heading; 0 where it has none. */
  readonly headingRareness: Float32Array
  /** Length C: the same for its title. */
  readonly titleRareness: Float32Array

  /** Folded words, with the mark of their term (`text/stem/stemmer.ts`), that differ from it, sorted: "creating". */
  readonly words: StringTable
  /** Length W: term of each word. */
  readonly wordTerms: Uint32Array
  /** Tells which terms and words there are, without the marks of their languages (`word-filter.ts`). */
  readonly wordFilter: Uint32Array

  /** What chunks are called, as words parted by spaces, sorted: see `name.ts`. */
  readonly names: StringTable
  /** Length N + 1: chunks of name n lie in `[nameStarts[n], nameStarts[n + 1])` of `nameChunks`. */
  readonly nameStarts: Uint32Array
  /** Ordinals, ascending within one name. */
  readonly nameChunks: Uint32Array
  /** Length C: how the name is spelled. */
  readonly spellings: Int32Array

  /** Cuts queries into words, as the texts were. */
  readonly analyze: Analyze
  /** What searches work with. */
  readonly workspace: Workspace
}

/** What of an index a file holds. */
export type IndexColumns = Omit<InvertedIndex, 'analyze' | 'workspace'>
