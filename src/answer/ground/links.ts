/**
 * Markdown of an answer -> the same without links to anywhere but its sources, for
 * clients, which can't know what a server lets through. A link to elsewhere is
 * reduced to its text, an image to its description, an address that would become a
 * link of itself to code. Code is left alone. What is no exact link to a source
 * counts as one to elsewhere.
 */
import { createAddresses } from './addresses.ts'
import { createBlocks, endBlocks, pushBlocks } from './blocks.ts'
import { createInline } from './inline.ts'
import type { LinkPolicy } from './policy.ts'
import { createWriter } from './writer.ts'

/** `allowed` holds the targets that links may have, exactly as they are written. */
export function keepLinks(markdown: string, allowed: ReadonlySet<string>): string {
  const writer = createWriter()
  const policy: LinkPolicy = {
    cite: () => null,
    urlOf: () => null,
    fateOf: (address) => (allowed.has(address) ? 'link' : 'code'),
  }
  const tally = { citations: 0, unknownCitations: 0, removedLinks: 0 }
  const blocks = createBlocks(createInline(createAddresses(writer, policy, tally)), false)
  pushBlocks(blocks, markdown)
  endBlocks(blocks)
  return writer.parts.join('')
}
