/** A section -> the text that a model reads to describe it: Markdown of bounded length. */
import type { Chunk } from '../../content/chunk.ts'
import { mapAddresses } from '../../content/structure/encoding.ts'
import { createMarkdownRenderer } from '../../content/structure/markdown.ts'

/** UTF-16 units of one section in a request: the subject of a longer one is clear by then. */
const MAX_SECTION_LENGTH = 12_000
/** The mark of a text that was cut. */
const CUT = ' …'

/** The section's Markdown; of a long section the beginning. */
export function sectionText(chunk: Pick<Chunk, 'text' | 'structure'>): string {
  const markdown = createMarkdownRenderer(chunk)({ to: MAX_SECTION_LENGTH })
  const isWhole = chunk.text.length <= MAX_SECTION_LENGTH && markdown.length <= MAX_SECTION_LENGTH
  return isWhole ? markdown : markdown.slice(0, MAX_SECTION_LENGTH).toWellFormed() + CUT
}

/**
 * The parts of a section that its description depends on. Addresses are not among them: a description holds none that
 * the plain text lacks, and they change with the site's base.
 */
export function describedParts({ text, structure }: Pick<Chunk, 'text' | 'structure'>): readonly [string, string] {
  return [text, mapAddresses(structure, () => '')]
}
