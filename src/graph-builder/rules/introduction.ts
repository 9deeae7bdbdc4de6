/**
 * Pages -> two sentences that introduce the site, from its introductory page.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Page, Section } from '../../content/page.ts'
import { codeSpans } from '../../content/structure/code-spans.ts'
import { firstSentences, type Sentence } from './sentence.ts'

/** UTF-16 units of the introduction. */
const MAX_LENGTH = 400
/** Sentences of the introduction. */
const MAX_SENTENCES = 2
/** Sentences of a page that are read. */
const MAX_READ = 20
/** Last segments of the slugs of introductory pages, the surest first. */
const INTRODUCTIONS =
  'index introduction intro overview about what-is why welcome getting-started quickstart quick-start'.split(' ')
/** Pages that are tried. */
const MAX_PAGES = 20

/** Description and first sentences of the root page, else of the introduction nearest to the root; else empty. */
export function introduceSite(pages: readonly Page[]): string {
  const ranked = pages.map((page, order) => ({ page, order, rank: rankOf(page.slug) }))
  ranked.sort((a, b) => a.rank - b.rank || a.order - b.order)
  for (const { page } of ranked.slice(0, MAX_PAGES)) {
    const sentences = sentencesOf(page)
    if (sentences.length > 0) return sentences.join(' ')
  }
  return ''
}

/** Rank by the depth of the page, then by the list above; the lowest is best. */
function rankOf(slug: string): number {
  if (slug === 'index') return -1
  const segments = slug.split('/')
  const name = segments.at(-1)?.toLowerCase() ?? ''
  const position = INTRODUCTIONS.findIndex((word) => name === word || name.startsWith(`${word}-`))
  return segments.length * 100 + (position === -1 ? INTRODUCTIONS.length : position)
}

function sentencesOf({ description, sections }: Page): string[] {
  const intro = sections[0] === undefined ? [] : sentencesIn(sections[0])
  const statements = intro.filter(({ text, isListed }) => !isListed && !/[:：?？]$/.test(text))
  const candidates = [...(description === null ? [] : [description]), ...statements.map(({ text }) => text)]
  const sentences: string[] = []
  for (const text of candidates.map(withFullStop)) {
    const isLong = [...sentences, text].join(' ').length > MAX_LENGTH
    if (sentences.length < MAX_SENTENCES && !sentences.includes(text) && !isLong) sentences.push(text)
  }
  return sentences
}

function sentencesIn({ text, structure }: Section): Sentence[] {
  return firstSentences({ text, code: codeSpans(structure) }, MAX_READ)
}

function withFullStop(text: string): string {
  const line = foldSpace(text)
  return /[\p{L}\p{N})]$/u.test(line) ? `${line}.` : line
}
