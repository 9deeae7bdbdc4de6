/**
 * The last step of a search: pages whose sections are found get their intros lifted,
 *
 *   S'(intro) = max(S(intro), min(M, S(intro) + (PAGE_LIFT + TITLE_LIFT * t⁸) * min(M, MAX_RATIO * S(intro))))
 *
 * where M is the score of the best other section of its page.
 *
 * Who asks for a page's subject finds many sections of the page that repeat it, and the intro, which is short and about
 * all of them, after these. The lift says that a page with good sections is a good page, the more so when its title
 * names what is asked for: t is the share of the query that the title has, 0 to 1, each word by its idf. It is bounded by
 * the intro's own score, so an intro that says little about the query stays below; and by M, so it decides between an
 * intro and its sections, not between pages: a page whose title has the query's word among others does not come before
 * the section whose heading is that word. As good as its best section, an intro comes first.
 *
 * Only the first hits count, so that a search looks up a few chunks instead of scoring all sections of many pages. Their
 * heading paths are looked up at the same time (`heading-path.ts`), before anything is lifted.
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

/** A chunk that was looked up. */
export interface ScoredChunk extends Candidate {
  /** Share of the query that its title has, 0 to 1. */
  readonly titleShare: number
}

/** The scores that a lift is made of. */
export interface LiftScores {
  /** Score of a chunk without its title match. */
  readonly withoutTitleMatch: (chunk: Candidate) => number
  /** Looks up the final scores of chunks, but for the lift, ascending; leaves out those that can't be a hit. */
  readonly lookUp: (ordinals: readonly number[]) => readonly ScoredChunk[]
}

/** The hits, best first, with the final scores of the first ones and the lifted intros of their pages, in no order. */
export function liftIntros(
  columns: Pick<IndexColumns, 'pages' | 'spellings'>,
  hits: readonly Candidate[],
  { withoutTitleMatch, lookUp }: LiftScores,
): Candidate[] {
  const first = hits.slice(0, LIFTED_HITS).map(({ ordinal }) => ordinal)
  const introByHit = new Map(first.map((ordinal) => [ordinal, introOf(columns, ordinal)]))
  /** Intros of which another section is among the first hits. */
  const otherIntros = [...introByHit].flatMap(([ordinal, intro]) => (intro < 0 || intro === ordinal ? [] : [intro]))
  const ordinals = new Set([...first, ...otherIntros])
  const chunks = lookUp([...ordinals].sort((a, b) => a - b))
  /** Score of the best other section by intro. */
  const others = new Map<number, number>()
  for (const chunk of chunks) {
    const intro = introByHit.get(chunk.ordinal) ?? -1
    if (intro < 0 || intro === chunk.ordinal) continue
    others.set(intro, Math.max(others.get(intro) ?? 0, withoutTitleMatch(chunk)))
  }
  const lifted = chunks.map((chunk): Candidate => {
    const { ordinal, page, titleShare } = chunk
    const best = others.get(ordinal)
    if (best === undefined) return { ordinal, score: chunk.score, page }
    const own = withoutTitleMatch(chunk)
    const sum = own + (PAGE_LIFT + TITLE_LIFT * titleShare ** 8) * Math.min(best, MAX_RATIO * own)
    return { ordinal, score: chunk.score - own + Math.max(own, Math.min(best, sum)), page }
  })
  return [...lifted, ...hits.slice(LIFTED_HITS).filter(({ ordinal }) => !ordinals.has(ordinal))]
}

/** Ordinal of the intro of a chunk's page, the first of its chunks if it has no heading; -1 for none. */
function introOf({ pages, spellings }: Pick<IndexColumns, 'pages' | 'spellings'>, ordinal: number): number {
  let first = ordinal
  while (first > 0 && u32At(pages, first - 1) === u32At(pages, ordinal)) first -= 1
  return isPageTitle(i32At(spellings, first)) ? first : -1
}
