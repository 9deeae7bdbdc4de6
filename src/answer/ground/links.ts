/**
 * Markdown of an answer -> the same without links to anywhere but its sources, for
 * clients, which can't know what a server lets through. A link to elsewhere is
 * reduced to its text, an image to its description, an address that renderers would
 * link to code. Code is left alone. A link counts as one to a source only if its
 * target is exactly that of the source.
 */
import { createAddressFilter } from './addresses.ts'
import { createBlockLexer, endBlocks, pushBlocks } from './blocks.ts'
import { createInlineLexer } from './inline.ts'
import { createMarkdownWriter } from './markdown-writer.ts'
import type { LinkPolicy } from './policy.ts'

/** The Markdown with the links of `targets` moved to the addresses that `locate` gives for them, and no others. */
export function moveLinks(markdown: string, targets: readonly string[], locate: (target: string) => string): string {
  return filterLinks(markdown, {
    cite: () => null,
    urlOf: (source) => locate(targets[source] ?? ''),
    sourceAt: (address) => (targets.includes(address) ? targets.indexOf(address) : null),
    treatmentOf: () => 'code',
  })
}

/** The Markdown with links to `allowed` targets only, compared exactly as they are written. */
export function keepLinks(markdown: string, allowed: ReadonlySet<string>): string {
  return filterLinks(markdown, {
    cite: () => null,
    urlOf: () => null,
    sourceAt: () => null,
    treatmentOf: (address) => (allowed.has(address) ? 'link' : 'code'),
  })
}

function filterLinks(markdown: string, policy: LinkPolicy): string {
  const writer = createMarkdownWriter()
  const counts = { citations: 0, unknownCitations: 0, removedLinks: 0, cited: new Set<number>() }
  const blocks = createBlockLexer(createInlineLexer(createAddressFilter(writer, policy, counts)), false)
  pushBlocks(blocks, markdown)
  endBlocks(blocks)
  return writer.parts.join('')
}
