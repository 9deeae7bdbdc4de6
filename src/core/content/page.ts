/** A page and its sections, the same for Markdown, MDX and HTML. */

/** A content file. `path` is relative to the content folder, with `/` between its segments. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  /** Texts of the files that it includes, by path from the content folder. Absent: nobody looked for them. */
  readonly includes?: ReadonlyMap<string, string>
}

/** The intro of a page (its first section, `heading` null), or a heading with the content up to the next heading. */
export interface Section {
  /** Plain text of the heading, null for the intro. */
  readonly heading: string | null
  /** 1 to 6 as in h1 to h6; 1 for the intro. */
  readonly depth: number
  /** Fragment that opens the section, null for the intro. */
  readonly anchor: string | null
  /** Headings above this one, outermost first, without the page's title. */
  readonly parents: readonly string[]
  /**
   * Plain text: what search, snippets, hashes and facts read. Blocks are separated by a blank line, list items and
   * table rows by a line break, table cells by a tab; code keeps its own line breaks.
   */
  readonly text: string
  /**
   * The elements of the text (lists, tables, code, links …), as `content/structure` encodes them: a form of its own
   * that only its functions read. Empty for plain paragraphs.
   */
  readonly structure: string
  /** Texts of links from other sections of the site, each once, after the aliases of a page's intro. */
  readonly linkTexts: readonly string[]
  /** Line of the source where the section starts, from 1. */
  readonly line: number
}

/** The place of a page in the menu of its site. */
export interface MenuPlace {
  /** Number of pages before it. */
  readonly order: number
  /** Its name there; null for its title. */
  readonly label: string | null
  /** Titles of the groups around it, outermost first. */
  readonly groups: readonly string[]
}

/** One page of the site. */
export interface Page {
  /** `guides/routing`; `index` for the root page. */
  readonly slug: string
  /** Path of its file. */
  readonly path: string
  readonly title: string
  readonly description: string | null
  readonly group: string | null
  /** BCP 47 tag, null if neither page nor site states one. */
  readonly lang: string | null
  /** Version of the documented product, null if none is stated. */
  readonly version: string | null
  /** True if that is the owner's default version, which counts first among copies of a section. Absent: false. */
  readonly isDefaultVersion?: boolean
  /** Factor of its scores in search, 0.1 to 10. Absent: 1. */
  readonly weight?: number
  /** Its place in the menu of the site. Absent: the site has no menu of its own, or is not known. */
  readonly place?: MenuPlace
  /** Address of the page as the site links it: root-relative and percent-encoded. */
  readonly url: string
  /** At least one: the intro comes first even when it has no text. */
  readonly sections: readonly Section[]
}

/** Why a link opens nothing. */
export type LinkCause =
  | 'prefix' // Its address has a start that pages lack.
  | 'folder' // It lacks the folder of the pages.
  | 'case' // It is right but for upper and lower case.
  | 'template' // Only a generator fills it in.
  | 'elsewhere' // It is none of the pages', so that something else may serve it.
  | 'outside' // It is a file outside of the folder.
  | 'unpublished' | 'page' | 'anchor' // The page is not published; it, or its anchor, isn't there.

/** A problem of a file for the owner of the site; the rest of the file was still read. */
export interface Warning {
  /**
   * A `link` to a page or section of the site that isn't there, a line of the `frontmatter`, the `slug` of another page,
   * or a `file` that can't be read. Absent for any other problem.
   */
  readonly type?: 'link' | 'frontmatter' | 'slug' | 'file'
  /** Of a link: why it opens nothing. */
  readonly cause?: LinkCause
  /** Of a link with the cause `prefix` or `folder`: the path that one of link and page lacks. */
  readonly prefix?: string
  readonly path: string
  /** Line of the source, from 1. */
  readonly line: number
  readonly message: string
}
