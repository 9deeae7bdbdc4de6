/**
 * The evidence for a section's summary: its text and headings, the headings of
 * its page, and the description in the page's frontmatter.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Chunk } from '../../content/chunk.ts'
import type { Page } from '../../content/page.ts'

/** Texts that a summary may be based on; white space in each is folded. */
export type Evidence = readonly string[]

/** The evidence of these texts. */
export function toEvidence(texts: readonly string[]): Evidence {
  return texts.map(foldSpace)
}

/** True if one of the texts has this one, whatever the white space. */
export function hasEvidence(evidence: Evidence, text: string): boolean {
  const folded = foldSpace(text)
  return evidence.some((source) => source.includes(folded))
}

/**
 * A function that gives the evidence for each chunk of the pages. A page's headings are folded once for all its
 * chunks.
 */
export function createEvidence(pages: readonly Page[]): (chunk: Chunk) => Evidence {
  const pagesBySlug = new Map(pages.map((page) => [page.slug, page]))
  const headingsBySlug = new Map<string, string>()

  function headingsOf({ slug, sections }: Page): string {
    const headings = headingsBySlug.get(slug) ?? foldSpace(sections.flatMap(({ heading }) => heading ?? []).join('\n'))
    headingsBySlug.set(slug, headings)
    return headings
  }

  return function evidenceOf({ page: slug, title, heading, parents, text }) {
    const page = pagesBySlug.get(slug)
    const descriptions = heading === null ? [page?.description ?? ''] : []
    const ownText = foldSpace([text, title, heading ?? '', ...parents, ...descriptions].join('\n'))
    return page === undefined ? [ownText] : [ownText, headingsOf(page)]
  }
}
