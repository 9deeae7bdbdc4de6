/**
 * The content of one file of one format (Markdown, HTML), before it is a page
 * with an address in the site.
 */
import type { Section } from './page.ts'

/** The reason why a page is left out of the search. */
export type HiddenReason = 'draft' | 'excluded' | 'noindex' | 'redirect'

/** A parsed file. */
export interface Document {
  /** Frontmatter title, else the first h1; null where the file has neither. */
  readonly title: string | null
  readonly description: string | null
  /** Slug in the frontmatter, as written. */
  readonly slug: string | null
  /** Group in the frontmatter (`group`, else `category`). */
  readonly group: string | null
  readonly lang: string | null
  /** Null for a page that may be searched. */
  readonly hidden: HiddenReason | null
  /** HTML only: whether the author marked the part to index (`data-pagefind-body`). */
  readonly hasBodyMark: boolean
  /** The intro first, even when it is empty. */
  readonly sections: readonly Section[]
  readonly warnings: readonly { readonly line: number; readonly message: string }[]
}
