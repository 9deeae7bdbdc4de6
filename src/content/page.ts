/**
 * What content becomes: a page and its sections, the same whether it was
 * written in Markdown, MDX or HTML.
 */

/** A file of content. `path` is relative to the content folder, with `/` between its segments. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/**
 * A run of code inside a section's text, as half-open UTF-16 offsets. Ranges of
 * one section are in order and do not overlap.
 */
export interface CodeSpan {
  readonly start: number
  readonly end: number
  /** A fence, an indented block or `<pre>`; false for code inside a sentence. */
  readonly isBlock: boolean
  /** Language word of a fence, null where none is given. */
  readonly lang: string | null
}

/** The intro of a page (its first section, `heading` null) or one heading with what follows up to the next. */
export interface Section {
  /** Plain text of the heading, null for the intro. */
  readonly heading: string | null
  /** 1 to 6 as in h1 to h6; 1 for the intro. */
  readonly depth: number
  /** Fragment that opens the section, null for the intro. */
  readonly anchor: string | null
  /** Headings this one stands below, outermost first, without the page's title. */
  readonly parents: readonly string[]
  /**
   * Plain text. Blocks are parted by a blank line, list items and table rows by
   * a line break, table cells by a tab; code keeps its own line breaks.
   */
  readonly text: string
  readonly code: readonly CodeSpan[]
  /** Line of the source the section starts at, from 1. */
  readonly line: number
}

/** One readable page of the site. */
export interface Page {
  /** `guides/routing`; `index` for the root page. */
  readonly slug: string
  /** The file it came from. */
  readonly path: string
  readonly title: string
  readonly description: string | null
  readonly group: string | null
  /** BCP 47 tag where the page states one. */
  readonly lang: string | null
  /** Address of the page as the site links it: root-relative and percent-encoded. */
  readonly url: string
  /** At least one: the intro comes first even when it has no text. */
  readonly sections: readonly Section[]
}

/** Something a site's owner should know of a file; the file was still read as well as it could be. */
export interface Warning {
  readonly path: string
  /** Line of the source, from 1. */
  readonly line: number
  readonly message: string
}
