/**
 * A page of a built site -> its title and sections. A first look finds what
 * the head says and which part is the content (`html-survey`), a second reads
 * that part (`html-content`).
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Document } from '../document.ts'
import { createHtmlAnchors } from './anchors.ts'
import { createContentReader } from './content.ts'
import { createHtmlFlow } from './flow.ts'
import { surveyHtml } from './metadata.ts'
import { walkHtml } from './tree.ts'
import { stripInvisible } from '../invisible.ts'
import type { SourceFile } from '../page.ts'
import { createSectionWriter } from '../section-writer.ts'

export interface HtmlOptions {
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
}

/** Reads a page; any text gives a document. */
export function readHtml(file: SourceFile, { depth }: HtmlOptions): Document {
  const html = file.text.replace(/\r\n?/g, '\n')
  const survey = surveyHtml(html)
  const writer = createSectionWriter({ depth, title: null })
  const anchors = createHtmlAnchors(html)
  const reader = createContentReader({ survey, anchors, flow: createHtmlFlow(writer) })
  for (const root of survey.roots ?? [{ start: 0, end: html.length }]) walkHtml(html, reader, root)
  const { title, sections } = writer.finish()
  return {
    title: title ?? words(survey.title),
    description: words(survey.description),
    slug: null,
    group: null,
    lang: words(survey.lang),
    hidden: survey.hidden,
    hasBodyMark: survey.hasBodyMark,
    sections,
    warnings: anchors.warnings,
  }
}

/** Text on one line, null when there is none. */
function words(text: string | null): string | null {
  const line = foldSpace(stripInvisible(text ?? ''))
  return line === '' ? null : line
}
