/**
 * A page written in Markdown or MDX -> its title, its sections and what its
 * frontmatter says. Files that end in `.mdx` are MDX, all others Markdown as
 * CommonMark and GFM have it, with what site generators add.
 */
import type { Document } from '../document.ts'
import { type Frontmatter, readFrontmatter } from '../frontmatter/frontmatter.ts'
import { readPageFields } from '../frontmatter/page-fields.ts'
import { createHeadingIds, GITHUB_RULE, type HeadingRule, type KnownHeading } from '../heading-ids.ts'
import { parseBlocks } from './blocks/blocks.ts'
import { createFuel } from './syntax/scan-budget.ts'
import { createMarkdownText, type MarkdownHeading } from './text.ts'
import type { SourceFile } from '../page.ts'
import { createSectionWriter } from '../section-writer.ts'

export interface MarkdownOptions {
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
  /** How ids are made of headings. Default: as GitHub does. */
  readonly rule?: HeadingRule
  /** The headings that the site's own generator found on the page, in order. Default: none are known. */
  readonly headings?: readonly KnownHeading[]
}

/** Reads a page; any text gives a document. */
export function readMarkdown(file: SourceFile, options: MarkdownOptions): Document {
  return readMarkdownBody(file.path, readFrontmatter(file.text), options)
}

/** Reads a page whose frontmatter is read. */
export function readMarkdownBody(
  path: string,
  { data, body, bodyLine, warnings: found }: Frontmatter,
  { depth: maxDepth, rule = GITHUB_RULE, headings = [] }: MarkdownOptions,
): Document {
  const fields = readPageFields(data)
  const isMdx = /\.mdx$/i.test(path)
  const fuel = createFuel(body.length)
  const { blocks, references, footnotes } = parseBlocks(body, { isMdx, firstLine: bodyLine, fuel })

  const warnings = [...found]
  const writer = createSectionWriter({ depth: maxDepth, title: fields.title })
  const depths = blocks.flatMap((block) => (block.type === 'heading' ? block.depth : []))
  const idOf = createHeadingIds(depths, rule, headings)
  const anchors = new Set<string>()

  function onHeading(heading: MarkdownHeading): void {
    const { depth, text, line } = heading
    const wanted = idOf(heading)
    const isTaken = anchors.has(wanted)
    const anchor = wanted === '' || isTaken ? null : wanted
    const isSection = writer.heading({ depth, text, anchor, line })
    if (isSection && anchor !== null) anchors.add(anchor)
    if (!isTaken || depth > maxDepth) return
    const message = `The id "${wanted}" is there twice: what follows this heading is part of the section above`
    warnings.push({ line, message })
  }

  const write = createMarkdownText({
    writer,
    context: { isMdx, references, footnotes, fuel },
    frontmatter: data,
    dashes: rule.dashes,
    onHeading,
  })
  for (const block of blocks) write(block)
  const { title, sections } = writer.finish()
  return { ...fields, title, hasBodyMark: false, sections, warnings }
}
