/** The Markdown of all pages of a large site: it holds their text, and its links lead to its pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressMarkdown, type Chunk, chunkPages, formatPage } from '../../../src/core/content/chunk.ts'
import { readFolder } from '../../../src/core/node/content/content-folder.ts'
import { needsShared, sharedPath } from '../../support/shared.ts'

const CORPUS = 'corpora/astro-docs'
/** Files of the real site that the corpus doesn't have. */
const FILES = /\.(?:png|jpg)$/

/** Letters and digits alone: line breaks, marks and escapes differ. */
function compact(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The first line of a section that its page's Markdown lacks after the lines above it. */
function lostLine(chunks: readonly Chunk[], markdown: string): string | null {
  const whole = compact(markdown.replace(/\]\(<?[^)>\s]*>?\)/g, ''))
  let at = 0
  for (const line of chunks.flatMap(({ heading, text }) => `${heading ?? ''}\n${text}`.split('\n'))) {
    const letters = compact(line.replace(/\]\(<?[^)>\s]*>?\)/g, ''))
    const start = whole.indexOf(letters, at)
    if (start < 0) return line
    at = start + letters.length
  }
  return null
}

test('the Markdown of 420 pages has all of their text, and links that lead to pages and sections', needsShared(CORPUS), async () => {
  const { pages } = await readFolder(sharedPath(CORPUS), { base: '/en/' })
  const chunks = chunkPages(pages)
  const urls = new Set(chunks.map(({ url }) => url))
  assert.equal(pages.length, 420)
  assert.equal(addressMarkdown(pages).length, 420)
  const lost: string[] = []
  const broken = new Set<string>()
  for (const page of pages) {
    const sections = chunkPages([page])
    const markdown = formatPage(sections)
    const line = lostLine(sections, markdown)
    if (line !== null) lost.push(`${page.slug}: ${line}`)
    for (const [, url = ''] of markdown.matchAll(/(?<!!)\]\(<?(\/[^)>\s]*)>?\)/g)) if (!urls.has(url) && !FILES.test(url)) broken.add(`${page.slug}: ${url}`)
  }
  assert.deepEqual([lost, [...broken]], [[], []])
})
