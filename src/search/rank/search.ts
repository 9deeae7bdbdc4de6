/** Query -> the best chunks, the same as by scoring every chunk, found by scoring only those that can compete. */
import { f64At, u32At } from '../../text/column.ts'
import { type Filter, admittedScopes } from '../index/filter.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { type PhraseBudget, createPhraseBudget, findPhrase } from '../index/phrase.ts'
import { type Clause, toClauses } from '../query/clause.ts'
import { type Phrase, type Query, parseQuery } from '../query/query.ts'
import { findTitleMatches } from '../query/title-match.ts'
import { stringAt } from '../strings/front-coded-dictionary.ts'
import { findString } from '../strings/lower-bound.ts'
import {
  type ChunkSums, type ClauseScorer, addClause, boundScorers, contributionAt, createChunkScorer, openScorers,
  rewindScorers,
} from './clause-scorer.ts'
import type { IndexReader } from './index-reader.ts'
import { headingPathCoverage } from './heading-path.ts'
import { LIFTED_HITS, type ScoredChunk, liftIntros } from './intro-lift.ts'
import { type Competition, type Rank, createRank } from './rank.ts'
import { type Window, createScan } from './scan.ts'
import { type Candidate, best, createTopList } from './top-list.ts'
import { ACCUMULATORS, BOUNDS, lowestSlot } from './workspace.ts'

/** Most required chunks that are scored one by one; more of them are found as any others. */
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
}

/** The meaning of a query in an index. */
export interface ResolvedQuery extends Pick<Query, 'words' | 'titleKeys' | 'pageTitlesOnly'> {
  readonly clauses: readonly Clause[]
  /** True if nothing has a quoted phrase, whose words are searched instead. */
  readonly lacksPhrase: boolean
  /** The chunks that have all quoted phrases that any chunk has, ascending; null without any. */
  readonly required: readonly number[] | null
  /** For each chunk 1 when it is excluded; null when nothing is. */
  readonly excluded: Uint8Array | null
}

/** Parses a query and looks its words up. */
export function resolveQuery({ index, analyze }: IndexReader, text: string): ResolvedQuery {
  const query = parseQuery(text, { ...index, analyze })
  const budget = createPhraseBudget()
  const phrases = query.phrases.map((phrase) => ({ phrase, chunks: chunksWith(index, phrase, budget) }))
  const present = phrases.filter(({ chunks }) => chunks.length > 0)
  const lacksPhrase = present.length < phrases.length
  const isQuoted = (terms: readonly string[]) => {
    return present.some(({ phrase }) => phrase.some((word) => word.some((term) => terms.includes(term))))
  }
  const words = lacksPhrase ? query.words.map((word) => ({ ...word, isExact: isQuoted(word.terms) })) : query.words
  const excluded = query.excluded.map((phrase) => chunksWith(index, phrase, budget))
  return {
    ...query,
    clauses: toClauses(index, { ...query, words }),
    lacksPhrase,
    required: present.length === 0 ? null : present.map(({ chunks }) => chunks).reduce(common),
    excluded: excluded.length === 0 ? null : markOrdinals(index, excluded),
  }
}

function chunksWith(index: InvertedIndex, phrase: Phrase, budget: PhraseBudget): number[] {
  const numbersOf = (terms: readonly string[]) => terms.map((term) => findString(index.terms, term))
  return findPhrase(index, phrase.map((terms) => numbersOf(terms).filter((term) => term >= 0)), budget)
}

/** For each chunk 1 when it is in any of the lists. */
function markOrdinals({ pages }: InvertedIndex, lists: readonly (readonly number[])[]): Uint8Array {
  const marks = new Uint8Array(pages.length)
  for (const ordinals of lists) for (const ordinal of ordinals) marks[ordinal] = 1
  return marks
}

function common(a: readonly number[], b: readonly number[]): number[] {
  const others = new Set(b)
  return a.filter((ordinal) => others.has(ordinal))
}

/**
 * The best chunks for a query, best first, equals in the order of their ordinals. Chunks whose title matches the query
 * come before all others.
 */
export function search(
  reader: IndexReader,
  resolved: ResolvedQuery,
  { limit = 20, filter = {}, perPage = 3 }: HitOptions,
): Hit[] {
  const { index } = reader
  const { clauses, required } = resolved
  const rank = createRank(index, clauses)
  const isAllowed = createFilter(index, resolved, filter)
  // The lift needs the same first hits for any smaller limit.
  const top = createTopList({ limit: limit > 0 ? Math.max(limit, LIFTED_HITS) : 0, perPage })
  const titleMatches = findTitleMatches(index, resolved, rank.maxScore)
  const scorers = openScorers(reader, clauses)

  /** The candidates among single chunks, which ascend, with the scores of their heading paths if these are final. */
  function scoreEach(ordinals: readonly number[], isFinal = false): ScoredChunk[] {
    const scoreChunk = createChunkScorer(reader.scorePosting, scorers)
    return ordinals.filter(isAllowed).flatMap((ordinal) => {
      const contribution = scoreChunk(ordinal)
      // Some titles have no words: "=>".
      const ofWords = contribution.coverage === 0 ? 0 : rank.score(ordinal, contribution)
      const ofPath = isFinal ? rank.pathScore(ordinal, headingPathCoverage(scorers, ordinal)) : 0
      const score = ofWords + ofPath + (titleMatches.get(ordinal) ?? 0)
      const titleShare = rank.titleShare(contribution)
      return score > 0 ? [{ ordinal, score, page: u32At(index.pages, ordinal), titleShare }] : []
    })
  }

  /** All candidates have one form, so that the loops over them are compiled for it. */
  const offer = ({ ordinal, score, page }: ScoredChunk) => top.offer({ ordinal, score, page })
  if (required !== null && required.length <= MAX_SINGLE) {
    scoreEach(required).forEach(offer)
  } else {
    scoreEach([...titleMatches.keys()].sort((a, b) => a - b)).forEach(offer)
    scanCandidates(reader, scorers, {
      rank,
      threshold: top.threshold,
      isAllowed: (ordinal) => isAllowed(ordinal) && !titleMatches.has(ordinal),
      offer: (ordinal, score) => top.offer({ ordinal, score, page: u32At(index.pages, ordinal) }),
    })
  }
  const withoutTitleMatch = ({ ordinal, score }: Candidate) => score - (titleMatches.get(ordinal) ?? 0)
  const lookUp = (ordinals: readonly number[]) => scoreEach(ordinals, true)
  const lifted = liftIntros(index, top.finish(), { withoutTitleMatch, lookUp })
  return best(lifted, { limit, perPage }).map(({ ordinal, score }) => {
    return { id: stringAt(index.ids, ordinal), score, ordinal }
  })
}

/** Tells chunks that a search may find: admitted by the filter, with all quoted phrases, without what is excluded. */
function createFilter(
  index: InvertedIndex,
  { required, excluded }: ResolvedQuery,
  filter: Filter,
): (ordinal: number) => boolean {
  const admitted = admittedScopes(index.scopes, filter)
  const allowed = required === null ? null : markOrdinals(index, [required])
  return (ordinal) => {
    if (admitted !== null && admitted[u32At(index.scopeOf, ordinal)] !== 1) return false
    return excluded?.[ordinal] !== 1 && allowed?.[ordinal] !== 0
  }
}

interface Candidates {
  readonly rank: Rank
  /** Score below which no chunk competes; it only ever rises. */
  readonly threshold: () => number
  /** False for chunks that are not offered; asked before a chunk's other clauses are looked up. */
  readonly isAllowed: (ordinal: number) => boolean
  readonly offer: (ordinal: number, score: number) => void
}

/** Windows with the highest bounds that are read first, at least: what they have rules out most others. */
const FIRST_WINDOWS = 8
/** Steps in which bounds are compared to find these. */
const BOUND_STEPS = 64

/**
 * Offers all chunks that any clause is in, but for those whose score is certainly below the threshold.
 *
 * The upper bound of a window of chunks is known before it is read, from the range-max metadata of the posting lists.
 * The most promising windows are read first, then all others that still compete. In a window, the last scorers that
 * together stay below the threshold are not scanned: a chunk that has only their words can't compete, and for others
 * they are looked up, scorer by scorer, while they may still matter.
 * (MaxScore: Turtle and Flood, Query Evaluation, 1995; with bounds of ranges: Dimopoulos, Nepomnyachiy and Suel,
 * Optimizing Top-k Document Retrieval Strategies for Block-Max Indexes, WSDM 2013.)
 */
function scanCandidates(reader: IndexReader, scorers: readonly ClauseScorer[], candidates: Candidates): void {
  const { rank, threshold, isAllowed, offer } = candidates
  const { scorePosting, workspace: { maxScores, sums } } = reader
  const bounds = new Float64Array(BOUNDS * (scorers.length + 1))
  const competition: Competition = { threshold: threshold(), bounds, at: 0 }
  const chunk: ChunkSums = { sums, at: 0, scorePosting }
  const scanWindow = createScan(reader)

  /** Adds the contributions of the scorers that were not scanned to a chunk; false as soon as it can't compete. */
  function addLookups(window: Window, slot: number, scanned: number): boolean {
    chunk.at = ACCUMULATORS * slot
    for (let i = scanned; i < scorers.length; i += 1) {
      addClause(scorers[i]!, window.start + slot, chunk)
      competition.at = BOUNDS * (i + 1)
      if (!rank.canCompete(window, slot, competition)) return false
    }
    return true
  }

  function readWindow(number: number): void {
    boundScorers(scorers, number, bounds)
    let scanned = scorers.length
    while (scanned > 0 && rank.upperBound(bounds, BOUNDS * (scanned - 1)) < threshold()) scanned -= 1
    const window = scanWindow(number, scorers, scanned)
    const { start, touched } = window
    for (let i = 0; i < touched.length; i += 1) {
      for (let bits = u32At(touched, i); bits !== 0; bits &= bits - 1) {
        const slot = lowestSlot(i, bits)
        competition.at = BOUNDS * scanned
        if (!rank.canCompete(window, slot, competition) || !isAllowed(start + slot)) continue
        if (!addLookups(window, slot, scanned)) continue
        const score = rank.score(start + slot, contributionAt(sums, ACCUMULATORS * slot))
        // A damaged list may have postings without counts.
        if (score <= 0 || score < competition.threshold) continue
        offer(start + slot, score)
        competition.threshold = threshold()
      }
    }
  }

  for (let number = 0; number < maxScores.length; number += 1) {
    boundScorers(scorers, number, bounds)
    maxScores[number] = rank.upperBound(bounds, 0)
  }
  const first = boundOfFirst(maxScores)
  rewindScorers(scorers)
  for (let number = 0; number < maxScores.length; number += 1) {
    if (f64At(maxScores, number) >= first) readWindow(number)
  }
  rewindScorers(scorers)
  for (let number = 0; number < maxScores.length; number += 1) {
    const maxScore = f64At(maxScores, number)
    if (maxScore > 0 && maxScore < first && maxScore >= threshold()) readWindow(number)
  }
}

/** A bound above 0 that the windows to be read first reach. */
function boundOfFirst(maxScores: Float64Array): number {
  let highest = 0
  for (let number = 0; number < maxScores.length; number += 1) highest = Math.max(highest, f64At(maxScores, number))
  const counts = new Uint32Array(BOUND_STEPS + 1)
  const factor = BOUND_STEPS / (highest || 1)
  for (let number = 0; number < maxScores.length; number += 1) {
    const step = Math.floor(f64At(maxScores, number) * factor)
    counts[step] = u32At(counts, step) + 1
  }
  let step = BOUND_STEPS
  for (let count = u32At(counts, step); count < FIRST_WINDOWS && step > 1; count += u32At(counts, step)) step -= 1
  return step / factor
}
