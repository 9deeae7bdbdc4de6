/**
 * Pages -> two sentences on what the site is, from the page that introduces it.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Page } from '../../content/page.ts'
import { firstSentences } from './sentence.ts'

/** UTF-16 units. */
const MAX_LENGTH = 400
const MAX_SENTENCES = 2
/** Sentences of an introduction that are looked at. */
const MAX_READ = 20
/** Last segments of slugs that introduce a site, surest first. */
const INTRODUCTIONS =
  'index introduction intro overview about what-is why welcome getting-started quickstart quick-start'.split(' ')
/** Pages that are tried. */
const MAX_PAGES = 20

/** Description and first sentences of the root page, else of the introduction nearest to the root; empty without a word. */
export function introduceSite(pages: readonly Page[]): string {
  const ranked = pages.map((page, order) => ({ page, order, rank: rankOf(page.slug) }))
  ranked.sort((a, b) => a.rank - b.rank || a.order - b.order)
  for (const { page } of ranked.slice(0, MAX_PAGES)) {
    const sentences = sentencesOf(page)
    if (sentences.length > 0) return sentences.join(' ')
  }
  return ''
}

/** The nearer to the root, the lower; among neighbours by the list above. */
function rankOf(slug: string): number {
  const segments = slug.split('/')
  const name = segments.at(-1)!.toLowerCase()
  const known = INTRODUCTIONS.findIndex((word) => name === word || name.startsWith(`${word}-`))
  if (slug === 'index') return -1
  return segments.length * 100 + (known === -1 ? INTRODUCTIONS.length : known)
}

function sentencesOf({ description, sections }: Page): string[] {
  const intro = sections[0] === undefined ? [] : firstSentences(sections[0], MAX_READ)
  const told = intro.filter(({ text, isListed }) => !isListed && !/[:：?？]$/.test(text)).map(({ text }) => closed(text))
  const kept: string[] = []
  for (const text of description === null ? told : [closed(description), ...told]) {
    const isLong = [...kept, text].join(' ').length > MAX_LENGTH
    if (kept.length < MAX_SENTENCES && !kept.includes(text) && !isLong) kept.push(text)
  }
  return kept
}

function closed(text: string): string {
  const line = foldSpace(text)
  return /[\p{L}\p{N})]$/u.test(line) ? `${line}.` : line
}
