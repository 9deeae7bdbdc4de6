/**
 * Pages -> chunks: one chunk a section, the unit that is indexed, linked, put
 * into the graph and shown. A chunk's id is the section's id everywhere.
 */
import { sectionUrl } from './address.ts'
import type { Page, Section } from './page.ts'
import { type CodeSpan, codeSpans } from './structure/encoding.ts'

/** One section with the fields of its page; `line`: that of its file, `path`. */
export interface Chunk
  extends Pick<Page, 'title' | 'group' | 'lang' | 'version' | 'isDefaultVersion' | 'weight' | 'path'>,
    Omit<Section, 'depth'> {
  /** `<slug>#<anchor>`, or `<slug>` for the intro of a page. */
  readonly id: string
  /** Slug of its page. */
  readonly page: string
  /** Deep link: the page's address and `#<anchor>`. */
  readonly url: string
  /** The code in the text, by the structure. */
  readonly code: readonly CodeSpan[]
  /** What readers would type who want this section, from the graph. Absent: none. */
  readonly queries?: readonly string[]
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
