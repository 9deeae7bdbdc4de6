/**
 * Clause scorers -> the chunks that may be among the best, without scoring most of the others.
 *
 * Upper bounds decide what is read (safe pruning: no chunk is lost that belongs to the best):
 *
 * - The bound of a window of chunks is known before it is read, from the range-max metadata of its posting lists, and
 *   the least idf of its titles, of which a common word is a small part. The most promising windows are read first:
 *   what they have raises the threshold that rules out most others. (Bounds of ranges: Dimopoulos, Nepomnyachiy and
 *   Suel, Optimizing Top-k Document Retrieval Strategies for Block-Max Indexes, WSDM 2013. Best ranges first: Mallia,
 *   Suel and Tonellotto, Faster Learned Sparse Retrieval with Block-Max Pruning, SIGIR 2024.)
 * - In a window, the last scorers that together stay below the threshold are not scanned. A chunk that has only their
 *   words can't compete; for others they are looked up. (MaxScore: Turtle and Flood, Query Evaluation, 1995.)
 * - They are looked up scorer by scorer, while the bound of those still missing leaves the chunk a chance.
 */
import { f32At, f64At, u32At } from '../../text/column.ts'
import { WINDOW, windowCount } from '../index/range-max.ts'
import {
  ACCUMULATORS, type ChunkSums, type ClauseScorer, addClause, boundScorers, contributionAt, rewindScorers,
} from './clause-scorer.ts'
import type { IndexReader } from './index-reader.ts'
import type { Competition, Rank } from './rank.ts'
import { type Window, createScan, lowestSlot } from './window-scan.ts'

/** Windows with the highest bounds that are read first, at least. */
const FIRST_WINDOWS = 8
/** Steps in which bounds are compared to find these. */
const BOUND_STEPS = 64

/** The competition that chunks are scanned for. */
export interface ScanOptions {
  readonly rank: Rank
  /** Score below which no chunk competes; it only increases. */
  readonly threshold: () => number
  /** False for chunks that are not offered; asked before a chunk's other clauses are looked up. */
  readonly isAllowed: (ordinal: number) => boolean
  readonly offer: (ordinal: number, score: number) => void
}

/** Offers all chunks that any scorer matches, except those whose score is certainly below the threshold. */
export function scanCandidates(reader: IndexReader, scorers: readonly ClauseScorer[], options: ScanOptions): void {
  const maxScores = new Float64Array(windowCount(reader.index.pages.length))
  const windows = createWindowReader(reader, scorers, options)
  for (let number = 0; number < maxScores.length; number += 1) maxScores[number] = windows.upperBound(number)
  const promising = boundOfFirst(maxScores)

  rewindScorers(scorers)
  for (let number = 0; number < maxScores.length; number += 1) {
    if (f64At(maxScores, number) >= promising) windows.read(number)
  }
  rewindScorers(scorers)
  for (let number = 0; number < maxScores.length; number += 1) {
    const maxScore = f64At(maxScores, number)
    if (maxScore > 0 && maxScore < promising && maxScore >= options.threshold()) windows.read(number)
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

/** The windows of an index, by number, for one query. */
function createWindowReader(
  reader: IndexReader,
  scorers: readonly ClauseScorer[],
  { rank, threshold, isAllowed, offer }: ScanOptions,
) {
  const bounds = new Float64Array(ACCUMULATORS * (scorers.length + 1))
  const competition: Competition = { threshold: threshold(), bounds, at: 0 }
  const { scorePosting } = reader
  const sums = new Float64Array(ACCUMULATORS * WINDOW)
  const scanWindow = createScan(scorePosting, sums)
  const chunk: ChunkSums = { sums, at: 0, scorePosting }

  /** Upper bound of the scores in a window, 0 for one without any of the words. */
  function upperBound(number: number): number {
    boundScorers(scorers, number, bounds)
    return rank.upperBound(bounds, 0, f32At(reader.leastTitleIdf, number))
  }

  /** The scorers that a window is scanned with: all but the last that stay below the threshold together. */
  function countScanned(number: number): number {
    const titleIdf = f32At(reader.leastTitleIdf, number)
    let count = scorers.length
    while (count > 0 && rank.upperBound(bounds, ACCUMULATORS * (count - 1), titleIdf) < threshold()) count -= 1
    return count
  }

  /** Adds the contributions of the scorers that were not scanned to a chunk; false as soon as it can't compete. */
  function addLookups(window: Window, slot: number, scanned: number): boolean {
    chunk.at = ACCUMULATORS * slot
    for (let i = scanned; i < scorers.length; i += 1) {
      addClause(scorers[i]!, window.start + slot, chunk)
      competition.at = ACCUMULATORS * (i + 1)
      if (!rank.canCompete(window, slot, competition)) return false
    }
    return true
  }

  /** Offers the chunk in a slot, unless its other clauses show that it can't compete. */
  function offerSlot(window: Window, slot: number, scanned: number): void {
    const ordinal = window.start + slot
    if (!isAllowed(ordinal) || !addLookups(window, slot, scanned)) return
    const score = rank.score(ordinal, contributionAt(sums, ACCUMULATORS * slot))
    // A damaged list may have postings without counts.
    if (score <= 0 || score < competition.threshold) return
    offer(ordinal, score)
    competition.threshold = threshold()
  }

  /** Offers the candidates of a window. Windows must ascend from call to call, until the scorers are rewound. */
  function read(number: number): void {
    boundScorers(scorers, number, bounds)
    const scanned = countScanned(number)
    const window = scanWindow(number, scorers, scanned)
    const { touched } = window
    for (let i = 0; i < touched.length; i += 1) {
      for (let bits = u32At(touched, i); bits !== 0; bits &= bits - 1) {
        const slot = lowestSlot(i, bits)
        competition.at = ACCUMULATORS * scanned
        if (rank.canCompete(window, slot, competition)) offerSlot(window, slot, scanned)
      }
    }
  }

  return { upperBound, read }
}
