/**
 * A page written in Markdown or MDX -> its title, its sections and what its
 * frontmatter says. Files that end in `.mdx` are MDX, all others Markdown as
 * CommonMark and GFM have it, with what site generators add.
 */
import type { Document } from './document.ts'
import { readFrontmatter } from './frontmatter.ts'
import { readPageFields } from './frontmatter/page-fields.ts'
import { parseBlocks } from './markdown/blocks.ts'
import { createFuel } from './markdown/fuel.ts'
import { createMarkdownText, type MarkdownHeading } from './markdown/text.ts'
import type { SourceFile } from './page.ts'
import { createSectionWriter } from './section-writer.ts'
import { createSlugger } from './slug.ts'

export interface MarkdownOptions {
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
}

/** Reads a page; any text gives a document. */
export function readMarkdown(file: SourceFile, { depth: maxDepth }: MarkdownOptions): Document {
  const { data, body, bodyLine, warnings: found } = readFrontmatter(file.text)
  const fields = readPageFields(data)
  const isMdx = /\.mdx$/i.test(file.path)
  const fuel = createFuel(body.length)
  const { blocks, references, footnotes } = parseBlocks(body, { isMdx, firstLine: bodyLine, fuel })

  const warnings = [...found]
  const writer = createSectionWriter({ depth: maxDepth, title: fields.title })
  const uniqueSlug = createSlugger()
  const anchors = new Set<string>()

  function onHeading({ depth, text, slugText, id, line }: MarkdownHeading): void {
    const wanted = id ?? (slugText === null ? '' : uniqueSlug(slugText))
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
    onHeading,
  })
  for (const block of blocks) write(block)
  const { title, sections } = writer.finish()
  return { ...fields, title, hasBodyMark: false, sections, warnings }
}
