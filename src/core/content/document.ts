/** The content of one file of one format (Markdown, HTML), before it is a page with an address in the site. */
import type { PageTarget } from './generators/path-pattern.ts'
import type { Toctree } from './generators/site-rules.ts'
import type { Section, Warning } from './page.ts'

/**
 * The reason why a page is left out of the search: a `draft` is not published, `generated` pages and redirects only
 * repeat others; the others are published, and may be read by whoever has their address.
 */
export type HiddenReason = 'draft' | 'excluded' | 'generated' | 'noindex' | 'redirect'

/** Pages that are hidden. */
export interface HiddenPages extends PageTarget {
  readonly reason: HiddenReason
}

/** The time in which a page is published, in milliseconds since 1970. */
export interface Lifetime {
  readonly from: number
  readonly until: number
}

/** The titles that a file shows. Often one of them is the title of the site, the same on all pages. */
export interface TitleCandidates {
  /** True if the title is that of the frontmatter, which nothing replaces. */
  readonly isFixed: boolean
  /** The first h1, then `og:title` and `<title>` of HTML, each on one line. */
  readonly shown: readonly string[]
  /** The first heading after the h1, or of a page without one; null if there is none. */
  readonly nextHeading: string | null
  /** The name of the site by the head of an HTML page (`og:site_name`). */
  readonly siteName: string | null
}

/** What a page says of its place in the menu of its site; null for nothing. */
export interface MenuFields {
  /** Number by which it is ordered, the lowest first. */
  readonly position: number | null
  readonly label: string | null
  /** Title of the page above it, or its key there; and the title of one further above, if several have that title. */
  readonly parent: string | null
  readonly ancestor: string | null
  /** The name by which others call it their parent; null for its title. */
  readonly key: string | null
  /** Milliseconds since 1970. */
  readonly date: number | null
  /** The pages below it. */
  readonly toctrees: readonly Toctree[]
}

/** The place of a page that says nothing of it. */
export const NO_PLACE: MenuFields = {
  position: null, label: null, parent: null, ancestor: null, key: null, date: null, toctrees: [],
}

/** A parsed file. */
export interface Document {
  /** Frontmatter title, else the first of the titles shown; null if the file has neither. */
  readonly title: string | null
  readonly titles: TitleCandidates
  readonly description: string | null
  /** Slug in the frontmatter, as written. */
  readonly slug: string | null
  /** Address from the root of the site in the frontmatter. */
  readonly permalink: string | null
  /** Markdown only: that of a folder, by a key of Zola or Retype. */
  readonly route?: string | null
  /** Name of the page in the frontmatter. */
  readonly id: string | null
  /** Group in the frontmatter (`group`, else `category`). */
  readonly group: string | null
  readonly lang: string | null
  /** The version of the documented product that the file states. */
  readonly version: string | null
  /** The address of the page that it names as canonical, as written; null for none. */
  readonly canonical: string | null
  /** Other names of the page, as written. */
  readonly aliases: readonly string[]
  /** Markdown only: names that may be part of the address. */
  readonly categories?: readonly string[]
  /** Addresses from the root of the site that lead to the page, too. */
  readonly formerAddresses: readonly string[]
  /** Markdown only: the address to which the site leads readers of this page. Absent or null: none. */
  readonly redirectTo?: string | null
  /** Weight of the page in search (`settings.ts`); null for none. */
  readonly weight: number | null
  /** Null for a page that may be searched. */
  readonly hidden: HiddenReason | null
  /** Markdown only: true for a page that says that it is published. */
  readonly isStated?: true
  /** Null for a page that is published at all times. */
  readonly lifetime: Lifetime | null
  /** Pages of its folder that it hides, as the page of a section can in Hugo. */
  readonly hiddenBelow: readonly HiddenPages[]
  readonly menu: MenuFields
  /** HTML only: whether the author marked the part to index (`data-ask-body`, `data-pagefind-body`). */
  readonly hasBodyMark: boolean
  /** False for HTML without an element that is known to hold the content. */
  readonly hasRoot: boolean
  /** The intro first, even when it is empty. */
  readonly sections: readonly Section[]
  /** Ids to which links can lead, besides the anchors of sections; null if parts of the page are in other files. */
  readonly ids: readonly string[] | null
  readonly warnings: readonly Omit<Warning, 'path'>[]
}
