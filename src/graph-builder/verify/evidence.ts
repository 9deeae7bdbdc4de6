/**
 * The evidence for a section's summary: its text and headings, the headings of
 * its page, and the description in the page's frontmatter.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { Page } from '../../content/page.ts'

/** A function that gives the evidence for each chunk of the pages, as one text. */
export function createEvidence(pages: readonly Page[]): (chunk: Chunk) => string {
  const pagesBySlug = new Map(pages.map((page) => [page.slug, page]))
  return function evidenceOf({ page: slug, title, heading, parents, text }) {
    const page = pagesBySlug.get(slug)
    const headings = page?.sections.flatMap((section) => section.heading ?? []) ?? []
    const descriptions = heading === null ? [page?.description ?? ''] : []
    return [text, title, heading ?? '', ...parents, ...descriptions, ...headings].join('\n')
  }
}
