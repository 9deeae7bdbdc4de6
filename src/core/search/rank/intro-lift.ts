/**
 * The last step of a search: pages whose sections are found get their intros lifted,
 *
 *   S'(intro) = max(S(intro), min(M, S(intro) + (PAGE_LIFT + TITLE_LIFT * t⁸) * min(M, MAX_RATIO * S(intro))))
 *
 * where M is the score of the best other section of its page.
 *
 * A query for a page's subject finds many sections of the page that repeat it, and only after them the intro, which is
 * short and about all of them. The lift treats a page with good sections as a good page, the more so if its title names
 * the subject: t is the share of the query that the title has, 0 to 1, each word by its idf. The lift is bounded by the
 * intro's own score, so an intro that says little about the query stays below its sections; and by M, so it decides
 * between an intro and its sections, not between pages: a page whose title has the query's word among others does not
 * rank above the section whose heading is that word. An intro with the same score as its best section ranks first.
 *
 * Only the first hits count, so that a search looks up a few chunks instead of scoring all sections of many pages. M
 * and S include the scores of heading paths (`clause-scorer.ts`), which the same look-up gives, but no title matches.
 */
import { i32At, u32At } from '../../text/column.ts'
import type { IndexColumns } from '../index/inverted-index.ts'
import { isPageTitle } from '../query/title-match.ts'
import type { Candidate } from './top-list.ts'

/** Hits whose pages are looked at. */
export const LIFTED_HITS = 20
/** Part of the best other section's score that an intro gets, and the part that it gets besides for its title. */
const PAGE_LIFT = 0.3
const TITLE_LIFT = 0.3
/** Most of the other section's score that counts, as a multiple of the intro's own. */
const MAX_RATIO = 3

/** The parts of the score of a chunk that was looked up. */
export interface ScoredChunk {
  readonly ordinal: number
  /** Number of its page. */
  readonly page: number
  /** Score of the query's words in it. */
  readonly words: number
  /** Score of its heading path. */
  readonly path: number
  /** Bonus of a title match, 0 without one. */
  readonly titleMatch: number
  /** Share of the query that its title has, 0 to 1. */
  readonly titleShare: number
}

/**
 * Ordinals of the intros of chunks' pages, by the chunk's: the first chunk of a page if it has no heading; pages
 * without an intro are left out.
 */
export function introsOf(
  { pages, spellings }: Pick<IndexColumns, 'pages' | 'spellings'>,
  ordinals: readonly number[],
): Map<number, number> {
  return new Map(ordinals.flatMap((ordinal) => {
    let first = ordinal
    while (first > 0 && u32At(pages, first - 1) === u32At(pages, ordinal)) first -= 1
    return isPageTitle(i32At(spellings, first)) ? [[ordinal, first] as const] : []
  }))
}

/** The chunks with their final scores, in the same order, given the intros of the first hits among them. */
export function liftIntros(chunks: readonly ScoredChunk[], intros: ReadonlyMap<number, number>): Candidate[] {
  const others = bestOthers(chunks, intros)
  return chunks.map((chunk) => {
    const { ordinal, page, titleMatch } = chunk
    return { ordinal, score: lifted(chunk, others.get(ordinal) ?? 0) + titleMatch, page }
  })
}

/** Score of the best other section of a page, by the ordinal of its intro. */
function bestOthers(chunks: readonly ScoredChunk[], intros: ReadonlyMap<number, number>): Map<number, number> {
  const best = new Map<number, number>()
  for (const chunk of chunks) {
    const intro = intros.get(chunk.ordinal)
    if (intro === undefined || intro === chunk.ordinal) continue
    best.set(intro, Math.max(best.get(intro) ?? 0, ownScore(chunk)))
  }
  return best
}

/** Score of a chunk by itself, without a title match. */
function ownScore({ words, path }: ScoredChunk): number {
  return words + path
}

/** The formula above, S' of a chunk; `best` is M, 0 for a chunk that is no intro or the only section that was found. */
function lifted(chunk: ScoredChunk, best: number): number {
  const own = ownScore(chunk)
  const lift = (PAGE_LIFT + TITLE_LIFT * chunk.titleShare ** 8) * Math.min(best, MAX_RATIO * own)
  return Math.max(own, Math.min(best, own + lift))
}
