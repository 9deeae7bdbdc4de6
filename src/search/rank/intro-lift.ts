/**
 * The last step of a search: pages whose sections are found get their intros lifted,
 *
 *   S'(intro) = S(intro) + LIFT * min(max S(other section of its page), MAX_RATIO * S(intro))
 *
 * Who asks for a page's subject finds many sections of the page that repeat it, and the intro, which is short and about
 * all of them, after these. The lift says that a page with good sections is a good page. It is a part of the intro's
 * own score at most, so an intro that says little about the query stays below them.
 *
 * Only the first hits count, so that a search looks up a few intros instead of scoring all sections of many pages.
 */
import { i32At, u32At } from '../../text/column.ts'
import type { IndexColumns } from '../index/inverted-index.ts'
import { isPageTitle } from '../query/title-match.ts'
import type { Candidate } from './top-list.ts'

/** Hits whose pages are looked at. */
export const LIFTED_HITS = 20
/** Part of the best other section's score that an intro gets. */
export const LIFT = 0.3
/** Most of the other section's score that counts, as a multiple of the intro's own. */
const MAX_RATIO = 3

/** The scores that a lift is made of. */
export interface LiftScores {
  /** Score of a hit without its title match. */
  readonly withoutTitleMatch: (hit: Candidate) => number
  /** Candidates for intros, ascending, without those that can't be a hit. */
  readonly lookUp: (intros: readonly number[]) => readonly Candidate[]
}

/** The hits, best first, with the lifted intros of the first ones' pages, in no order. */
export function liftIntros(
  columns: Pick<IndexColumns, 'pages' | 'spellings'>,
  hits: readonly Candidate[],
  { withoutTitleMatch, lookUp }: LiftScores,
): Candidate[] {
  /** Score of the best other section by intro. */
  const others = new Map<number, number>()
  for (const hit of hits.slice(0, LIFTED_HITS)) {
    const intro = introOf(columns, hit.ordinal)
    if (intro < 0 || intro === hit.ordinal) continue
    others.set(intro, Math.max(others.get(intro) ?? 0, withoutTitleMatch(hit)))
  }
  const present = new Set(hits.map(({ ordinal }) => ordinal))
  const absent = [...others.keys()].filter((intro) => !present.has(intro)).sort((a, b) => a - b)
  return [...hits, ...lookUp(absent)].map((hit) => {
    const other = others.get(hit.ordinal)
    if (other === undefined) return hit
    return { ...hit, score: hit.score + LIFT * Math.min(other, MAX_RATIO * withoutTitleMatch(hit)) }
  })
}

/** Ordinal of the intro of a chunk's page, the first of its chunks if it has no heading; -1 for none. */
function introOf({ pages, spellings }: Pick<IndexColumns, 'pages' | 'spellings'>, ordinal: number): number {
  let first = ordinal
  while (first > 0 && u32At(pages, first - 1) === u32At(pages, ordinal)) first -= 1
  return isPageTitle(i32At(spellings, first)) ? first : -1
}
