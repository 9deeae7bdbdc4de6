/** Query -> the best chunks: those that scoring every chunk would give, found by scoring the ones that can be among them. */
import { toClauses } from '../query/clause.ts'
import type { Clause } from '../query/clause.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { findString } from '../strings/lower-bound.ts'
import { fitness, isTitle } from '../query/title-match.ts'
import type { Name } from '../query/title-match.ts'
import { createPhraseBudget, findPhrase } from '../index/phrase.ts'
import type { PhraseBudget, Slot } from '../index/phrase.ts'
import { parseQuery } from '../query/query.ts'
import type { Phrase } from '../query/query.ts'
import { createRank } from './rank.ts'
import type { Rank } from './rank.ts'
import { NOTHING, addRow, boundRows, createSumUp, openRows, partsAt } from './term-scorer.ts'
import { createScan } from './scan.ts'
import type { Window } from './scan.ts'
import { createScorePosting } from '../index/score.ts'
import { stringAt } from '../strings/front-coded-dictionary.ts'
import { createTopList } from './top-list.ts'
import { PARTS, WINDOW, placeOf } from '../index/workspace.ts'

/** Most required chunks that are scored one by one; more of them are found as any others. */
const MAX_SINGLE = 1_024

/** How many hits, and of what. */
export interface SearchOptions {
  /** Most hits. Default 20. */
  readonly limit?: number
  /** Only chunks of the group of this very name. Default all. */
  readonly group?: string | null
  /** Most hits of one page; `Infinity` for any number. Default 3. */
  readonly perPage?: number
}

/** A found chunk. */
export interface Hit {
  readonly id: string
  /** Above 0; comparable within one query. */
  readonly score: number
  /** Place of the chunk among those the index was built from. */
  readonly ordinal: number
}

/**
 * The best chunks for a query, best first, equals in the order of their
 * ordinals. Any string is a query; a blank one finds nothing. Chunks that the query
 * is the name of come before all others. What is quoted must occur, what follows a
 * dash must not (`operators.ts`).
 */
export function search(index: InvertedIndex, text: string, options: SearchOptions = {}): Hit[] {
  return searchFor(index, resolveQuery(index, text), options)
}

/** What a query means in an index. */
export interface ResolvedQuery {
  readonly clauses: readonly Clause[]
  readonly names: readonly Name[]
  readonly isSubject: boolean
  /** The chunks that have all quoted phrases, ascending; null without any. */
  readonly required: readonly number[] | null
  /** For each chunk 1 where it has what is ruled out; null where nothing is. */
  readonly excluded: Uint8Array | null
}

/** Reads a query and looks its words up. */
export function resolveQuery(index: InvertedIndex, text: string): ResolvedQuery {
  const query = parseQuery(text, index)
  const budget = createPhraseBudget()
  const phrases = query.phrases.map((phrase) => findPhrase(index, slotsOf(index, phrase), budget))
  return {
    clauses: toClauses(index, query),
    names: query.names,
    isSubject: query.isSubject,
    required: phrases.length === 0 ? null : phrases.reduce(common),
    excluded: query.excluded.length === 0 ? null : findExcluded(index, query.excluded, budget),
  }
}

function findExcluded(index: InvertedIndex, phrases: readonly Phrase[], budget: PhraseBudget): Uint8Array {
  return markOrdinals(index, phrases.map((phrase) => findPhrase(index, slotsOf(index, phrase), budget)))
}

/** For each chunk 1 where it is among any of the ordinals. */
function markOrdinals({ pages }: InvertedIndex, lists: readonly (readonly number[])[]): Uint8Array {
  const marks = new Uint8Array(pages.length)
  for (const ordinals of lists) for (let i = 0; i < ordinals.length; i += 1) marks[ordinals[i]!] = 1
  return marks
}

function slotsOf({ terms }: InvertedIndex, phrase: Phrase): Slot[] {
  return phrase.map((strings) => strings.map((string) => findString(terms, string)).filter((term) => term >= 0))
}

function common(a: readonly number[], b: readonly number[]): number[] {
  const others = new Set(b)
  return a.filter((ordinal) => others.has(ordinal))
}

/** `search` for a query that is resolved already. */
export function searchFor(
  index: InvertedIndex,
  resolved: ResolvedQuery,
  { limit = 20, group = null, perPage = 3 }: SearchOptions,
): Hit[] {
  const { clauses, required, excluded } = resolved
  const rank = createRank(index, clauses)
  const top = createTopList({ limit, perPage })
  const named = findNamed(index, resolved, rank.greatest)
  const groupNumber = group === null ? null : findString(index.groups, group)
  const isFew = required !== null && required.length <= MAX_SINGLE
  const allowed = required === null || isFew ? null : markOrdinals(index, [required])

  function offer(ordinal: number, score: number): void {
    if (groupNumber !== null && index.groupOf[ordinal] !== groupNumber) return
    if (excluded?.[ordinal] === 1 || allowed?.[ordinal] === 0) return
    top.offer({ ordinal, score, page: index.pages[ordinal]! })
  }

  /** Offers chunks, ascending, whatever they have. */
  function offerAll(ordinals: Iterable<number>): void {
    const sumUp = createSumUp(index, openRows(index, clauses))
    for (const ordinal of ordinals) {
      const parts = sumUp(ordinal)
      // Some names have no words: "=>".
      const score = (parts.credit === 0 ? 0 : rank.score(ordinal, parts)) + (named.get(ordinal) ?? 0)
      if (score > 0) offer(ordinal, score)
    }
  }

  if (isFew) {
    offerAll(required)
  } else {
    if (named.size > 0) offerAll(named.keys())
    scanCandidates(index, clauses, {
      rank,
      threshold: top.threshold,
      offer: (ordinal, score) => {
        if (!named.has(ordinal)) offer(ordinal, score)
      },
    })
  }
  return top.finish().map(({ ordinal, score }) => ({ id: stringAt(index.ids, ordinal), score, ordinal }))
}

interface Candidates {
  readonly rank: Rank
  /** Score below which no chunk is of interest; it only ever rises. */
  readonly threshold: () => number
  readonly offer: (ordinal: number, score: number) => void
}

/**
 * Offers all chunks that any clause is in, but for those whose score is below the
 * threshold for sure.
 *
 * Windows of chunks are bounded before they are read, by the blocks of postings
 * that reach into them. In a window, rows at the end that together stay below the
 * threshold need not be passed over: a chunk that has nothing but these is of no
 * interest, and for others they are looked up, row by row, while they may still
 * matter. (MaxScore: Turtle and Flood, Query Evaluation, 1995; with bounds of
 * blocks: Ding and Suel, Faster Top-k Document Retrieval Using Block-Max Indexes,
 * SIGIR 2011.)
 */
function scanCandidates(index: InvertedIndex, clauses: readonly Clause[], { rank, threshold, offer }: Candidates): void {
  const rows = openRows(index, clauses)
  const restOf = (row: number) => rows[row]?.rest ?? NOTHING
  const scorePosting = createScorePosting(index)
  const scanWindow = createScan(index, rows)

  /** Adds what the rows from `next` on give a chunk, one after the other; false as soon as it can't reach `least`. */
  function addOthers(window: Window, place: number, { next, least }: { next: number; least: number }): boolean {
    for (let row = next; row < rows.length; row += 1) {
      addRow(rows[row]!, window.start + place, { sums: window.sums, at: PARTS * place, scorePosting })
      if (!rank.mayReach(window, place, { least, rest: restOf(row + 1) })) return false
    }
    return true
  }

  for (let start = 0; start < index.pages.length; start += WINDOW) {
    boundRows(rows, { start, end: start + WINDOW })
    let next = rows.length
    while (next > 0 && rank.boundOfAny(restOf(next - 1)) < threshold()) next -= 1
    if (next === 0) continue
    const rest = restOf(next)
    const window = scanWindow(start, next)
    const { sums, touched } = window
    let least = threshold()
    for (let i = 0; i < touched.length; i += 1) {
      for (let bits = touched[i]!; bits !== 0; bits &= bits - 1) {
        const place = placeOf(i, bits)
        if (!rank.mayReach(window, place, { least, rest }) || !addOthers(window, place, { next, least })) continue
        const score = rank.score(start + place, partsAt(sums, PARTS * place))
        if (score < least) continue
        offer(start + place, score)
        least = threshold()
      }
    }
  }
}

/**
 * Chunks that the query is the name of, with a bonus that puts them above all
 * others, whose score is at most `greatest`, and the more above the better they
 * fit it. A subject names pages alone: of the many sections called "Installation"
 * or "Deploy", the ranking knows better which one is meant.
 */
export function findNamed(index: InvertedIndex, { names, isSubject }: Pick<ResolvedQuery, 'names' | 'isSubject'>, greatest: number): Map<number, number> {
  const named = new Map<number, number>()
  for (const { key, spelling: asked } of names) {
    const number = key === '' ? -1 : findString(index.names, key)
    if (number < 0) continue
    for (let i = index.nameStarts[number]!; i < index.nameStarts[number + 1]!; i += 1) {
      const ordinal = index.nameChunks[i]!
      const spelling = index.spellings[ordinal]!
      if (!isSubject || isTitle(spelling)) named.set(ordinal, (1 + greatest) * fitness(spelling, asked))
    }
  }
  return named
}
