/** A page as `readHtml()` sees it, in a notation that tests can compare at a glance. */
import { readHtml } from '../../src/core/content/html/html.ts'
import type { Document } from '../../src/core/content/document.ts'

export function readPage(html: string, depth = 6): Document {
  return readHtml({ path: 'page.html', text: html }, { depth })
}

/** The text of a page without headings. */
export function textOf(html: string): string {
  return readPage(html).sections[0]!.text
}

/** Sections as `## heading #anchor`, each followed by its text; the intro without a line of its own. */
export function outlineOf(html: string, depth = 6): string {
  const parts = readPage(html, depth).sections.map(({ heading, depth, anchor, text }) =>
    (heading === null ? text : `${'#'.repeat(depth)} ${heading} #${anchor}\n${text}`).trim(),
  )
  return parts.filter((part) => part !== '').join('\n')
}
