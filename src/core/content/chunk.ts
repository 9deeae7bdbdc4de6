/**
 * Pages -> chunks: one chunk a section, the unit that is indexed, linked, put
 * into the graph and shown. A chunk's id is the section's id everywhere.
 */
import { sectionUrl } from './address.ts'
import type { Page } from './page.ts'
import { type CodeSpan, codeSpans } from './structure/encoding.ts'

/** One section with the fields of its page. */
export interface Chunk {
  /** `<slug>#<anchor>`, or `<slug>` for the intro of a page. */
  readonly id: string
  /** Slug of its page. */
  readonly page: string
  readonly title: string
  readonly heading: string | null
  /** Headings above this one, outermost first, without the page's title. */
  readonly parents: readonly string[]
  readonly group: string | null
  /** Deep link: the page's address and `#<anchor>`. */
  readonly url: string
  readonly anchor: string | null
  readonly text: string
  readonly structure: string
  /** The code in the text, by the structure. */
  readonly code: readonly CodeSpan[]
  /** Texts of the links that lead here from other sections, each once, after the aliases of a page's intro. */
  readonly linkTexts: readonly string[]
  /** What readers would type who want this section, from the graph. Absent: none. */
  readonly queries?: readonly string[]
  readonly lang: string | null
  readonly version: string | null
  /** True if that is the owner's default version. Absent: false. */
  readonly isDefaultVersion?: boolean
  /** Factor of its scores in search, 0.1 to 10. Absent: 1. */
  readonly weight?: number
  /** File and line (from 1) of the start of the section. */
  readonly path: string
  readonly line: number
}

/**
 * The sections of pages as chunks, in page order then position. An intro
 * without text is kept: it is the page's own entry, found by its title.
 *
 * @example
 * const { pages } = readSite([{ path: 'guides/setup.md', text: '# Setup\n\nFirst steps.\n\n## On Linux\n\nUse apt.' }])
 * chunkPages(pages).map(({ id }) => id) // ['guides/setup', 'guides/setup#on-linux']
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
      url: sectionUrl(page, section.anchor),
      anchor: section.anchor,
      text: section.text,
      structure: section.structure,
      code: codeSpans(section.structure),
      linkTexts: section.linkTexts,
      lang: page.lang,
      version: page.version,
      ...(page.isDefaultVersion === true && { isDefaultVersion: true }),
      ...(page.weight === undefined ? {} : { weight: page.weight }),
      path: page.path,
      line: section.line,
    })),
  )
}
