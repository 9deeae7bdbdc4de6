/** Results of a search, as they are shown. */
import type { Mark } from './show/match.ts'

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
  /** What was searched in place of a word or phrase that no section has. */
  readonly notice?: string
}
