/**
 * A model's answer as it streams in -> the Markdown a reader gets. The model cites sources by number, `[7]` or
 * `[words][7]`, which become links, numbered from 1 in the order of their first citation; a Markdown link to the address
 * of a source stays. No other link, no image and no HTML gets through, in whatever form and wherever the stream is cut.
 * Code stays as it is. Plain text passes at once; a possible link, code span or fence is held back until it is decided,
 * for 300 UTF-16 units at most.
 *
 * The same filter without citations is for clients, which can't know what a server lets through.
 */
import { parseCitation } from './citation.ts'
import type { LinkPolicy } from './inline.ts'
import { createLines, endLines, pushText } from './lines.ts'
import { createProse } from './prose.ts'
import { type Block, createWriter, takeWritten } from './writer.ts'

/** What a filter has shown. */
export interface GroundingReport {
  /** Numbers of the cited sources, in the order of their first citation; those of links that the model wrote, too. */
  readonly cited: readonly number[]
  readonly blocks: readonly Block[]
  /** Code spans by the number of their mark. */
  readonly spans: readonly string[]
}

/** The material that an answer may link to; `Passages` are. */
export interface GroundingSources extends Pick<LinkPolicy, 'linkOf' | 'numberAt' | 'numberWithId'> {
  /** True if the text of the sources contains this address; it is then kept, as code. */
  readonly containsText: (address: string) => boolean
}

/** The filter of one answer. */
export type Grounding = ReturnType<typeof createGrounding>

/** A filter that has read nothing. Sources that are added later count from then on. */
export function createGrounding({ linkOf, numberAt, containsText, numberWithId }: GroundingSources) {
  const writer = createWriter()
  const withId = (label: string) => {
    // The id of a page alone may be any word: `[options]`.
    const number = /[#/]/.test(label) ? numberWithId(label.trim().replace(/^id:\s*/, ''), false) : null
    return number === null ? null : [number]
  }
  const lines = createLines(
    createProse(writer, {
      cite: (label) => parseCitation(label, (number) => linkOf(number) !== null) ?? withId(label),
      linkOf,
      numberAt,
      numberWithId,
      treatmentOf: (address) => (containsText(address) ? 'code' : 'removed'),
    }),
    true,
  )
  return {
    /** Takes the next piece of the model's text, cut anywhere; returns text that may be shown. */
    push(text: string): string {
      pushText(lines, text)
      return takeWritten(writer)
    },
    /** Ends the answer; returns the held text, with the end of an open block of code. */
    end(): string {
      const closing = endLines(lines)
      return writer.parts.splice(0).join('') + closing
    },
    report(): GroundingReport {
      const { cited, blocks, spans } = writer
      return { cited: [...cited], blocks, spans: [...spans.keys()] }
    },
  }
}

/** The policy of clients, which know of no sources. */
const NO_SOURCES: LinkPolicy = {
  cite: () => null,
  linkOf: () => null,
  numberAt: () => null,
  numberWithId: () => null,
  treatmentOf: () => 'code',
}

/** The Markdown with the links of `targets` moved to the addresses that `locate` gives for them, and no others. */
export function moveLinks(markdown: string, targets: readonly string[], locate: (target: string) => string): string {
  const located = targets.map(locate)
  const numberAt = (address: string) => (targets.includes(address) ? targets.indexOf(address) : null)
  return filterLinks(markdown, { ...NO_SOURCES, numberAt, linkOf: (source) => located[source] ?? null })
}

/**
 * The Markdown with links to `allowed` targets only, compared exactly as they are written. A link to elsewhere is
 * reduced to its text, an image to its description, an address that renderers would link to code. Code is left alone.
 */
export function keepLinks(markdown: string, allowed: ReadonlySet<string>): string {
  return filterLinks(markdown, { ...NO_SOURCES, treatmentOf: (address) => (allowed.has(address) ? 'link' : 'code') })
}

function filterLinks(markdown: string, policy: LinkPolicy): string {
  const writer = createWriter()
  const lines = createLines(createProse(writer, policy), false)
  pushText(lines, markdown)
  endLines(lines)
  return writer.parts.join('')
}
