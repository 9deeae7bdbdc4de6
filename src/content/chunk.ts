/**
 * Pages -> chunks: one chunk a section, the unit that is indexed, linked, put
 * into the graph and shown. A chunk's id is the section's id everywhere.
 */
import type { CodeSpan, Page } from './page.ts'

/** One section with all it needs to stand alone. */
export interface Chunk {
  /** `<slug>#<anchor>`, or `<slug>` for the intro of a page. */
  readonly id: string
  /** Slug of the page it belongs to. */
  readonly page: string
  readonly title: string
  readonly heading: string | null
  /** Headings above this one, outermost first, without the page's title. */
  readonly parents: readonly string[]
  readonly group: string | null
  /** Deep link: the page's address with `#<anchor>` behind it. */
  readonly url: string
  readonly anchor: string | null
  readonly text: string
  readonly code: readonly CodeSpan[]
  readonly lang: string | null
  /** Where the section starts: file and line (from 1). */
  readonly path: string
  readonly line: number
}

/**
 * The sections of pages as chunks, in page order then position. An intro
 * without text is kept: it is the page's own entry, found by its title.
 */
export function chunkPages(pages: readonly Page[]): Chunk[] {
  return pages.flatMap((page) =>
    page.sections.map((section) => ({
      id: section.anchor === null ? page.slug : `${page.slug}#${section.anchor}`,
      page: page.slug,
      title: page.title,
      heading: section.heading,
      parents: section.parents,
      group: page.group,
      url: section.anchor === null ? page.url : `${page.url}#${encodeFragment(section.anchor)}`,
      anchor: section.anchor,
      text: section.text,
      code: section.code,
      lang: page.lang,
      path: page.path,
      line: section.line,
    })),
  )
}

/**
 * A fragment as browsers match it: letters of any script stay readable, only
 * what would end or break the link is percent-encoded (URL standard, fragment
 * percent-encode set, with `%`, `(` and `)` so that Markdown links hold it).
 */
function encodeFragment(anchor: string): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  return anchor.toWellFormed().replace(/[\u0000- "<>`%()\u007f\\[\]]/g, hex)
}
