/** Results of a search, as they are shown. */
import type { Mark } from './match.ts'

/** One matching section. Absent fields are absent, not null, as on the wire. */
export interface SearchResult {
  readonly id: string
  readonly title: string
  readonly heading?: string
  /** Deep link. */
  readonly url: string
  readonly group?: string
  /** Plain text around the best match. */
  readonly snippet: string
  /** The section's query (`Searchable`) that matches, if nothing that is shown does; only if a search asked for it. */
  readonly phrase?: string
  /** The version of the section; absent for none, and where the docs have one version. */
  readonly version?: string
  /** Other versions in which the section is the same, the oldest first; absent for none. */
  readonly alsoIn?: readonly string[]
  /** The parts of its texts that match the query; present when a search asked for them. */
  readonly marks?: ResultMarks
}

/** One found section, without an id where the caller asked for none. */
export type ResultWithoutId = Omit<SearchResult, 'id'> & { readonly id?: string }

/** Matches in the texts of a result: half-open UTF-16 ranges, ascending and disjoint. */
export type ResultMarks = Readonly<Record<'title' | 'heading' | 'snippet', readonly Mark[]>>

/** The results of one query. */
export interface SearchResults {
  /** The query as asked. */
  readonly query: string
  /** Best first. */
  readonly results: readonly SearchResult[]
  /** A sentence on what was searched in place of a word or phrase that no section has. */
  readonly notice?: string
  /** Queries of readers that complete the query; only if a search asked for them and there are some. */
  readonly completions?: readonly string[]
}

/** A result with the evidence that it answers the query. */
export interface WeighedResult extends Omit<SearchResult, 'snippet'> {
  /** Plain text around the best match. Computed on demand: few results need it. */
  readonly snippet: () => string
  /** Share of the query's words that the section has, each by its idf, 0 to 1. */
  readonly coverage: number
  /**
   * The offset in the section's text, in UTF-16 units, of the passage that has most of the query; 0 for a short text.
   * Computed on demand: few results need it.
   */
  readonly matchAt: () => number
}

/** The results of a search, with the evidence for and against them. */
export interface WeighedResults {
  /** Best first. */
  readonly results: readonly WeighedResult[]
  /** Number of the query's words; function words count less. */
  readonly words: number
  /** Words of the query, folded, that no section has in any form; no function words. */
  readonly missing: readonly string[]
  /** Words of them, folded, for which a word of the docs was searched: `firering` was read as `firing`. */
  readonly corrections: readonly { readonly word: string; readonly readAs: string }[]
}
