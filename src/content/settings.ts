/** Settings for reading content as pages, complete and in range. */
export interface ContentSettings {
  /** Prefix of every link, starting and ending with `/`. */
  readonly base: string
  /** Whether links to pages end in `/`. */
  readonly trailingSlash: boolean
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
}
