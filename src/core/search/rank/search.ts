/**
 * Query -> the best chunks, as if every chunk were scored. A query as typed is first given its meaning in the index:
 * the clauses, and the chunks that its operators require or exclude. The chunks are found in two steps: candidates by
 * their words and titles; then the first of these are ranked again, with the scores of heading paths
 * (`clause-scorer.ts`) and with intros lifted.
 */
import { f64At, i32At, u32At } from '../../text/column.ts'
import { admittedScopes, type Filter } from '../index/filter.ts'
import type { Budget, Lexicon, SearchIndex } from '../index/lexicon.ts'
import { findPhrase } from '../index/phrase.ts'
import { type Clause, toClauses } from '../query/clause.ts'
import { parseQuery, type Phrase, type Query } from '../query/query.ts'
import { findTitleMatches, isPageTitle } from '../query/title-match.ts'
import { type ClauseScorer, COVERAGE, createChunkScorer, openScorers } from './clause-scorer.ts'
import type { IndexReader, ResultVersions } from './index-reader.ts'
import { scanCandidates } from './pruned-scan.ts'
import { createRank, type Rank } from './rank.ts'

/** Chunks with all words of a phrase whose positions are compared, of all phrases of a query: very many. */
const MAX_COMPARED = 16_384

/** The meaning of a query in an index. */
export interface ResolvedQuery extends Pick<Query, 'words' | 'titleKeys' | 'mustBeSpelled' | 'pageTitlesOnly'> {
  readonly clauses: readonly Clause[]
  /** True if no chunk has a quoted phrase, or all that there are: words are searched instead. */
  readonly lacksPhrase: boolean
  /** The chunks that have all quoted phrases that any chunk has, ascending; null if there are none. */
  readonly required: readonly number[] | null
  /** The chunks that have an excluded phrase, unsorted; one that has several may occur several times. */
  readonly excluded: readonly number[]
}

/** Parses a query and looks its words up. */
export function resolveQuery({ index, analyze }: IndexReader, text: string): ResolvedQuery {
  const query = parseQuery(text, { ...index, analyze })
  const budget: Budget = { remaining: MAX_COMPARED }
  const phrases = query.phrases.map((phrase) => ({ phrase, chunks: chunksWith(index.lexicon, phrase, budget) }))
  const present = phrases.filter(({ chunks }) => chunks.length > 0)
  const inAll = present.map(({ chunks }) => chunks).reduce<readonly number[] | null>(common, null)
  const required = inAll?.length === 0 ? null : inAll
  const lacksPhrase = present.length < phrases.length || required !== inAll
  const isQuoted = (terms: readonly string[]) => {
    return present.some(({ phrase }) => phrase.some((word) => word.some((term) => terms.includes(term))))
  }
  const words = lacksPhrase ? query.words.map((word) => ({ ...word, isExact: isQuoted(word.terms) })) : query.words
  const excluded = query.excluded.flatMap((phrase) => chunksWith(index.lexicon, phrase, budget))
  return {
    ...query,
    clauses: toClauses(index, { ...query, words }),
    lacksPhrase,
    required,
    excluded,
  }
}

function chunksWith(lexicon: Lexicon, phrase: Phrase, budget: Budget): number[] {
  return findPhrase(lexicon, phrase.map((terms) => terms.map(lexicon.find).filter((term) => term >= 0)), budget)
}

function common(a: readonly number[] | null, b: readonly number[]): readonly number[] {
  if (a === null) return b
  const others = new Set(b)
  return a.filter((ordinal) => others.has(ordinal))
}

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
 * title matches the query come before all others. Of copies only one is a hit (`index-reader.ts`).
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
    return { id: index.ids[ordinal] ?? '', score, ordinal, versions: versionsOf(ordinal, isAllowed) }
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

function prepare(reader: IndexReader, resolved: ResolvedQuery, isAllowed: PreparedQuery['isAllowed']): PreparedQuery {
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
    const chunk = scoreChunk(ordinal)
    // Some titles have no words: "=>".
    const words = f64At(chunk.sums, COVERAGE) === 0 ? 0 : rank.score(ordinal, chunk)
    const titleMatch = titleMatches.get(ordinal) ?? 0
    if (words + titleMatch <= 0) return []
    const own = words + rank.pathScore(ordinal, chunk.pathCoverage)
    return [{ ordinal, page: u32At(index.pages, ordinal), words, own, titleMatch, titleShare: rank.titleShare(chunk) }]
  })
}

/**
 * The last step: pages whose sections are found get their intros lifted,
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
 * and S include the scores of heading paths, which the same look-up gives, but no title matches.
 */
const LIFTED_HITS = 20
/** Part of the best other section's score that an intro gets, and the part that it gets besides for its title. */
const PAGE_LIFT = 0.3
const TITLE_LIFT = 0.3
/** Most of the other section's score that counts, as a multiple of the intro's own. */
const MAX_RATIO = 3

interface ScoredChunk {
  readonly ordinal: number
  /** Number of its page. */
  readonly page: number
  /** Score of the query's words in it. */
  readonly words: number
  /** S: the same with the score of its heading path. */
  readonly own: number
  /** Bonus of a title match, 0 without one. */
  readonly titleMatch: number
  /** Share of the query that its title has, 0 to 1. */
  readonly titleShare: number
}

/**
 * Ordinals of the intros of chunks' pages, by the chunk's: the first chunk of a page if it has no heading; pages
 * without an intro are left out.
 */
function introsOf({ pages, spellings }: SearchIndex, ordinals: readonly number[]): Map<number, number> {
  return new Map(ordinals.flatMap((ordinal) => {
    let first = ordinal
    while (first > 0 && u32At(pages, first - 1) === u32At(pages, ordinal)) first -= 1
    return isPageTitle(i32At(spellings, first)) ? [[ordinal, first] as const] : []
  }))
}

/** The chunks with their final scores, in the same order, given the intros of the first hits among them. */
function liftIntros(chunks: readonly ScoredChunk[], intros: ReadonlyMap<number, number>): Candidate[] {
  /** M by the ordinal of an intro: absent for a chunk that is no intro or the only section that was found. */
  const bestOther = new Map<number, number>()
  for (const { ordinal, own } of chunks) {
    const intro = intros.get(ordinal)
    if (intro !== undefined && intro !== ordinal) bestOther.set(intro, Math.max(bestOther.get(intro) ?? 0, own))
  }
  return chunks.map(({ ordinal, page, own, titleMatch, titleShare }) => {
    const most = bestOther.get(ordinal) ?? 0
    const lift = (PAGE_LIFT + TITLE_LIFT * titleShare ** 8) * Math.min(most, MAX_RATIO * own)
    return { ordinal, page, score: Math.max(own, Math.min(most, own + lift)) + titleMatch }
  })
}

/** Candidates that are gathered, besides the best ones, before the list is cut. */
const SLACK = 16

/** A chunk that may be among the best. */
export interface Candidate {
  readonly ordinal: number
  readonly score: number
  /** Number of its page. */
  readonly page: number
}

interface TopListOptions {
  /** Most candidates kept. */
  readonly limit: number
  /** Most of one page. */
  readonly perPage: number
  /** Rank of a candidate among equals: of equal scores the lower rank is better. */
  readonly rankOf: (ordinal: number) => number
}

/**
 * The best of the candidates that are offered; an empty list at first.
 *
 * Candidates gather in a buffer. When it is full it is sorted and cut to the best, which are exact at each cut: a
 * candidate that is cut, for its page or for the limit, is beaten by others that only better ones can replace, so it
 * never has to come back. This costs the same as a heap and needs no search for the worst of a page.
 */
export function createTopList(options: TopListOptions) {
  let buffer: Candidate[] = []
  let capacity = Math.max(options.limit, SLACK)
  let threshold = options.limit > 0 && options.perPage > 0 ? -Infinity : Infinity

  function offer(candidate: Candidate): void {
    if (candidate.score < threshold) return
    buffer.push(candidate)
    if (buffer.length < capacity) return
    buffer = best(buffer, options)
    capacity = buffer.length + Math.max(buffer.length / 2, SLACK)
    if (buffer.length >= options.limit) threshold = buffer.at(-1)?.score ?? threshold
  }

  return {
    /** Least score of a candidate that can enter the list; it only increases. */
    threshold: () => threshold,
    offer,
    /** Best first, equals in the order of their ranks, then of their ordinals. */
    finish: (): readonly Candidate[] => best(buffer, options),
  }
}

/** The candidates within the limits, best first; sorts them in place. */
export function best(candidates: Candidate[], { limit, perPage, rankOf }: TopListOptions): Candidate[] {
  candidates.sort((a, b) => b.score - a.score || rankOf(a.ordinal) - rankOf(b.ordinal) || a.ordinal - b.ordinal)
  if (perPage >= limit) return candidates.slice(0, Math.ceil(limit))
  const counts = new Map<number, number>()
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length >= limit) break
    const count = counts.get(candidate.page) ?? 0
    if (count >= perPage) continue
    counts.set(candidate.page, count + 1)
    chosen.push(candidate)
  }
  return chosen
}
