/** A wrong address -> the pages with the most similar paths and titles. */
import { decodeAddress, type Page } from '../../core/content.ts'

/** Pages that are named. */
const MAX_PAGES = 5
/** Minimum share of common trigrams of a similar page. */
const MIN_SIMILARITY = 0.3
/** UTF-16 units of an address that are compared. */
const MAX_LENGTH = 200

/** A path or title of a page, with its number of trigrams. */
interface PageName {
  readonly page: Page
  readonly size: number
}

/** Names by their trigrams. */
type NameIndex = ReadonlyMap<string, readonly PageName[]>

/** A function that finds the pages most similar to the path of an address; it reads the pages with the first one. */
export function createNearestPages(pages: readonly Page[]): (path: string) => readonly Page[] {
  let index: NameIndex | null = null

  return function findNearest(path) {
    index ??= indexNames(pages)
    const scores = new Map<Page, number>()
    for (const name of namesOf(decodeAddress(path).slice(0, MAX_LENGTH))) addScores(name, index, scores)
    const near = [...scores].filter(([, score]) => score >= MIN_SIMILARITY)
    return near.sort(([, a], [, b]) => b - a).slice(0, MAX_PAGES).map(([page]) => page)
  }
}

/** Raises the score of each page to the similarity of its names to this one (Dice's coefficient). */
function addScores(name: string, index: NameIndex, scores: Map<Page, number>): void {
  const trigrams = trigramsOf(name)
  const common = new Map<PageName, number>()
  for (const trigram of trigrams) {
    for (const other of index.get(trigram) ?? []) common.set(other, (common.get(other) ?? 0) + 1)
  }
  for (const [{ page, size }, shared] of common) {
    scores.set(page, Math.max(scores.get(page) ?? 0, (2 * shared) / (trigrams.size + size)))
  }
}

function indexNames(pages: readonly Page[]): NameIndex {
  const index = new Map<string, PageName[]>()
  for (const page of pages) {
    for (const name of new Set([...namesOf(page.slug), ...namesOf(page.title)])) {
      const trigrams = trigramsOf(name)
      const pageName = { page, size: trigrams.size }
      for (const trigram of trigrams) {
        const sharing = index.get(trigram) ?? []
        index.set(trigram, sharing)
        sharing.push(pageName)
      }
    }
  }
  return index
}

/** A path as words, whole and by its last segment. */
function namesOf(path: string): readonly string[] {
  const segments = path.replace(/\.(?:html?|mdx?)$/i, '').split('/').map((segment) => {
    return segment.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  }).filter((segment) => segment !== '')
  return [...new Set([segments.join(' '), segments.at(-1) ?? ''])]
}

function trigramsOf(name: string): ReadonlySet<string> {
  const padded = ` ${name} `
  return new Set(Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3)))
}
