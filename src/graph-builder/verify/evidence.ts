/**
 * What the prose about a section may rest on: its own text and headings, those
 * of its page's sections, and what the page's author says of the page.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { Page } from '../../content/page.ts'

/** The text behind a section's prose, for each chunk of the pages. */
export function createGrounds(pages: readonly Page[]): (chunk: Chunk) => string {
  const known = new Map(pages.map((page) => [page.slug, page]))
  return function groundsOf({ page: slug, title, heading, parents, text }) {
    const page = known.get(slug)
    const headings = page?.sections.flatMap((section) => section.heading ?? []) ?? []
    return [text, title, heading ?? '', ...parents, ...(heading === null ? [page?.description ?? ''] : []), ...headings].join('\n')
  }
}
