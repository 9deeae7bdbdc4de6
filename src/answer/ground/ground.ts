/**
 * A model's answer as it streams in -> the Markdown a reader gets. The model cites
 * sources by number, `[1]` or `[words][1]`, which become links; a Markdown link to
 * the address of a source stays. No other link, no image and no HTML gets through,
 * in whatever form and wherever the stream is cut.
 * Code stays as it is. Plain text passes at once; a possible link, code span or
 * fence is held back until it is decided, for 300 UTF-16 units at most.
 */
import { createAddressFilter } from './addresses.ts'
import { createBlockLexer, endBlocks, pushBlocks } from './blocks.ts'
import { parseCitation } from './citation.ts'
import { createInlineLexer } from './inline.ts'
import { createMarkdownWriter, takeWritten } from './markdown-writer.ts'
import type { LinkPolicy } from './policy.ts'

/** The counts of the filter. */
export interface GroundingReport {
  /** Links to sources: citations, and links that the model wrote. */
  readonly citations: number
  /** Numbers without a source, which were dropped. */
  readonly unknownCitations: number
  /** Other links, images and addresses that were reduced to text or dropped. */
  readonly removedLinks: number
  /** Numbers of the cited sources, in the order of their first citation. */
  readonly cited: readonly number[]
  readonly sentences: number
  readonly citedSentences: number
}

/** The filter of one answer. */
export interface Grounding {
  /** Takes the next piece of the model's text, cut anywhere; returns text that may be shown. */
  readonly push: (text: string) => string
  /** Ends the answer; returns the held text, with the end of an open block of code. */
  readonly end: () => string
  readonly report: () => GroundingReport
}

/** The material that an answer may link to; `Passages` are. */
export interface GroundingSources {
  /** Address of a source as links have it, null for an unknown number. */
  readonly linkOf: (source: number) => string | null
  /** Number of the source with exactly this address; null if there is none. */
  readonly numberAt: (address: string) => number | null
  /** True if the text of the sources contains this address; it is then kept, as code. */
  readonly containsText: (address: string) => boolean
}

/** A filter that has read nothing. Sources that are added later count from then on. */
export function createGrounding({ linkOf, numberAt, containsText }: GroundingSources): Grounding {
  const counts = { citations: 0, unknownCitations: 0, removedLinks: 0, cited: new Set<number>() }
  const writer = createMarkdownWriter()
  const policy: LinkPolicy = {
    cite: parseCitation,
    urlOf: linkOf,
    sourceAt: numberAt,
    treatmentOf: (address) => (containsText(address) ? 'code' : 'removed'),
  }
  const blocks = createBlockLexer(createInlineLexer(createAddressFilter(writer, policy, counts)), true)
  return {
    push(text) {
      pushBlocks(blocks, text)
      return takeWritten(writer)
    },
    end() {
      const closing = endBlocks(blocks)
      return writer.parts.splice(0).join('') + closing
    },
    report: () => {
      const { total: sentences, cited: citedSentences } = writer.sentences
      return { ...counts, cited: [...counts.cited], sentences, citedSentences }
    },
  }
}
