/**
 * What a reader of one format (Markdown, HTML) finds in one file, before the
 * file has its place in the site.
 */
import type { Section } from './page.ts'

/** Why a file is no page of the search. */
export type HiddenReason = 'draft' | 'excluded' | 'noindex' | 'redirect'

export interface Document {
  /** Frontmatter title, else the first h1; null where the file has neither. */
  readonly title: string | null
  readonly description: string | null
  /** Slug the file asks for, as written. */
  readonly slug: string | null
  /** Group the file asks for (`group`, else `category`). */
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
