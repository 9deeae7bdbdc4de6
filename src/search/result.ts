/** What a search shows of a section. */

/** One found section. Absent fields are absent, not null, as on the wire. */
export interface SearchResult {
  readonly id: string
  readonly title: string
  readonly heading?: string
  /** Deep link. */
  readonly url: string
  readonly group?: string
  /** Plain text around the best match. */
  readonly snippet: string
}

/** One found section, without an id where the caller asked for none. */
export type ResultWithoutId = Omit<SearchResult, 'id'> & { readonly id?: string }

export interface SearchResults {
  /** As it was asked. */
  readonly query: string
  /** Best first. */
  readonly results: readonly SearchResult[]
}
