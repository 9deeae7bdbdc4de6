/**
 * Query -> the best chunks, as if every chunk were scored. They are found in two steps: candidates by their words and
 * titles; then the first of these are ranked again, with additional scores (`clause-scorer.ts`, `intro-lift.ts`).
 */
import { u32At } from '../../text/column.ts'
import { type Filter, admittedScopes } from '../index/filter.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { findTitleMatches } from '../query/title-match.ts'
import { stringAt } from '../strings/front-coded-dictionary.ts'
import { type ClauseScorer, createChunkScorer, openScorers } from './clause-scorer.ts'
import type { ResultVersions } from './copies.ts'
import type { IndexReader } from './index-reader.ts'
import { LIFTED_HITS, type ScoredChunk, introsOf, liftIntros } from './intro-lift.ts'
import { scanCandidates } from './pruned-scan.ts'
import { type Rank, createRank } from './rank.ts'
import type { ResolvedQuery } from './resolved-query.ts'
import { type Candidate, type TopListOptions, best, createTopList } from './top-list.ts'

/** True for chunks that the filter admits, that have all quoted phrases and no excluded one. */
function createChunkFilter(
  index: SearchIndex,
  { required, excluded }: Pick<ResolvedQuery, 'required' | 'excluded'>,
  filter: Filter,
): (ordinal: number) => boolean {
  const admitted = admittedScopes(index.scopes, filter)
  const allowed = required === null ? null : markOrdinals(index, required)
  const ruledOut = excluded.length === 0 ? null : markOrdinals(index, excluded)
  return function isAllowed(ordinal) {
    if (admitted !== null && admitted[u32At(index.scopeOf, ordinal)] !== 1) return false
    return ruledOut?.[ordinal] !== 1 && allowed?.[ordinal] !== 0
  }
}

/** For each chunk, 1 if it is in a list. */
function markOrdinals({ pages }: SearchIndex, ordinals: readonly number[]): Uint8Array {
  const marks = new Uint8Array(pages.length)
  for (const ordinal of ordinals) marks[ordinal] = 1
  return marks
}

/** Most required chunks that are scored one by one; if there are more, all chunks are scanned. */
const MAX_SINGLE = 1_024

/** Limits and filter of a search, as in the searcher's options. */
export interface HitOptions {
  readonly limit?: number
  readonly filter?: Filter
  readonly perPage?: number
}

/** A chunk that matches a query. */
export interface Hit {
  readonly id: string
  /** Above 0; comparable within one query. */
  readonly score: number
  /** Position of the chunk among those the index was built of. */
  readonly ordinal: number
  /** Other versions in which the section is the same. */
  readonly versions: ResultVersions
}

/**
 * The best chunks for a query, best first, equals in the order of their ranks, then of their ordinals. Chunks whose
 * title matches the query come before all others. Of copies only one is a hit (`copies.ts`).
 */
export function search(
  reader: IndexReader,
  resolved: ResolvedQuery,
  { limit = 20, filter = {}, perPage = 3 }: HitOptions,
): Hit[] {
  const { index, copies: { rankOf, shownOf, versionsOf } } = reader
  const isAllowed = createChunkFilter(index, resolved, filter)
  const query = prepare(reader, resolved, shownOf(isAllowed))
  // The second step needs the same first hits for any smaller limit.
  const candidates = findCandidates(query, { limit: limit > 0 ? Math.max(limit, LIFTED_HITS) : 0, perPage, rankOf })
  return best(rerank(query, candidates), { limit, perPage, rankOf }).map(({ ordinal, score }) => {
    return { id: stringAt(index.ids, ordinal), score, ordinal, versions: versionsOf(ordinal, isAllowed) }
  })
}

/** A query with all that its chunks are scored by. */
interface PreparedQuery extends Pick<ResolvedQuery, 'required'> {
  readonly reader: IndexReader
  readonly rank: Rank
  readonly scorers: readonly ClauseScorer[]
  /** Bonus of each chunk with a title match. */
  readonly titleMatches: ReadonlyMap<number, number>
  /** False for chunks that are ruled out, and for copies. */
  readonly isAllowed: (ordinal: number) => boolean
}

function prepare(
  reader: IndexReader,
  resolved: ResolvedQuery,
  isAllowed: PreparedQuery['isAllowed'],
): PreparedQuery {
  const { index } = reader
  const { clauses, required } = resolved
  const rank = createRank(index, clauses)
  return {
    reader,
    rank,
    required,
    scorers: openScorers(reader, clauses),
    titleMatches: findTitleMatches(index, resolved, rank.maxScore),
    isAllowed,
  }
}

/** The best chunks by their words and title matches, best first. */
function findCandidates(query: PreparedQuery, limits: TopListOptions): readonly Candidate[] {
  const { reader, rank, scorers, required, titleMatches, isAllowed } = query
  const top = createTopList(limits)
  const isFew = required !== null && required.length <= MAX_SINGLE
  const single = isFew ? required : [...titleMatches.keys()].sort((a, b) => a - b)
  for (const { ordinal, page, words, titleMatch } of scoreChunks(query, single)) {
    top.offer({ ordinal, score: words + titleMatch, page })
  }
  if (isFew) return top.finish()
  scanCandidates(reader, scorers, {
    rank,
    threshold: top.threshold,
    isAllowed: (ordinal) => isAllowed(ordinal) && !titleMatches.has(ordinal),
    offer: (ordinal, score) => top.offer({ ordinal, score, page: u32At(reader.index.pages, ordinal) }),
  })
  return top.finish()
}

/** The candidates, and intros of the pages of the first, with their final scores, in no order. */
function rerank(query: PreparedQuery, candidates: readonly Candidate[]): Candidate[] {
  const first = candidates.slice(0, LIFTED_HITS).map(({ ordinal }) => ordinal)
  const intros = introsOf(query.reader.index, first)
  const ordinals = new Set([...first, ...intros.values()])
  const chunks = scoreChunks(query, [...ordinals].sort((a, b) => a - b))
  const others = candidates.slice(LIFTED_HITS).filter(({ ordinal }) => !ordinals.has(ordinal))
  return [...liftIntros(chunks, intros), ...others]
}

/** The parts of the scores of chunks, which ascend; those that can't be a hit are left out. */
function scoreChunks(query: PreparedQuery, ordinals: readonly number[]): ScoredChunk[] {
  const { reader: { index, scorePosting }, rank, scorers, titleMatches, isAllowed } = query
  const scoreChunk = createChunkScorer(scorePosting, scorers)
  return ordinals.filter(isAllowed).flatMap((ordinal): ScoredChunk[] => {
    const { contribution, pathCoverage } = scoreChunk(ordinal)
    // Some titles have no words: "=>".
    const words = contribution.coverage === 0 ? 0 : rank.score(ordinal, contribution)
    const titleMatch = titleMatches.get(ordinal) ?? 0
    if (words + titleMatch <= 0) return []
    const path = rank.pathScore(ordinal, pathCoverage)
    const titleShare = rank.titleShare(contribution)
    return [{ ordinal, page: u32At(index.pages, ordinal), words, path, titleMatch, titleShare }]
  })
}
