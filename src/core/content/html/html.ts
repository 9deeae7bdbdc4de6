/**
 * A page of a built site -> its title and sections. A first pass reads the
 * metadata and finds the elements with the content, a second reads these.
 */
import { type Document, NO_PLACE } from '../document.ts'
import { visibleLine } from '../invisible.ts'
import { languageTag } from '../../base/language-tag.ts'
import { createLineCounter } from '../lines.ts'
import { WEIGHT_RULE, isWeight } from '../page-weight.ts'
import type { SourceFile } from '../page.ts'
import { createSectionWriter } from '../section-writer.ts'
import type { HtmlAnchors } from './capture.ts'
import { createContentVisitor } from './content.ts'
import { createHtmlFlow } from './flow.ts'
import { isGeneratedPage } from './generated-pages.ts'
import { readHtmlMetadata } from './metadata.ts'
import { walkHtml } from './tree.ts'

/** Reads a page; any text gives a document. `depth`: that of the deepest heading that starts a section, 2 to 6. */
export function readHtml(file: SourceFile, { depth }: { readonly depth: number }): Document {
  const html = file.text.replace(/\r\n?/g, '\n')
  const metadata = readHtmlMetadata(html)
  const givenTitle = visibleLine(metadata.ownerTitles.fixed)
  const writer = createSectionWriter({ depth, title: givenTitle })
  const lineAt = createLineCounter(html)
  const anchors: HtmlAnchors = { candidates: [], taken: new Set(), warnings: [] }
  const visitor = createContentVisitor(metadata, { anchors, lineAt, flow: createHtmlFlow(writer) })
  for (const root of metadata.roots ?? [{ start: 0, end: html.length }]) walkHtml(html, visitor, root)
  const { title, sections, h1, nextHeading } = writer.finish()
  const { weight, generator, pageClasses: classes } = metadata
  const isGenerated = isGeneratedPage({ path: file.path, generator, classes }, sections)
  const warnings = weight === null || isWeight(weight.value)
    ? []
    : [{ line: lineAt(weight.at), message: `${weight.attribute} ${WEIGHT_RULE}` }]
  const candidates = [metadata.ownerTitles.fallback, ...metadata.titles].map(visibleLine)
  const shown = [givenTitle, h1, ...candidates].filter((text) => text !== null)
  return {
    title: title ?? shown[0] ?? null,
    titles: { isFixed: givenTitle !== null, shown, nextHeading, siteName: visibleLine(metadata.siteName) },
    description: visibleLine(metadata.description),
    slug: null, permalink: null, id: null, group: null,
    lang: languageTag(visibleLine(metadata.lang) ?? ''),
    version: visibleLine(metadata.version),
    canonical: metadata.canonical,
    aliases: metadata.aliases,
    weight: isWeight(weight?.value) ? weight.value : null,
    hidden: metadata.hidden ?? (isGenerated ? 'generated' : null),
    lifetime: null, hiddenBelow: null, menu: NO_PLACE,
    hasBodyMark: metadata.hasBodyMark,
    hasRoot: metadata.roots !== null,
    sections,
    ids: metadata.ids,
    warnings: [...anchors.warnings, ...warnings],
  }
}
