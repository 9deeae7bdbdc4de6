/**
 * Clause scorers -> the chunks that may be among the best, without scoring most of the others.
 *
 * Upper bounds decide what is read (safe pruning: no chunk is lost that belongs to the best):
 *
 * - The bound of a window of chunks is known before it is read, from the range-max metadata of its posting lists. The
 *   most promising windows are read first: what they have raises the threshold that rules out most others. (Bounds of
 *   ranges: Dimopoulos, Nepomnyachiy and Suel, Optimizing Top-k Document Retrieval Strategies for Block-Max Indexes,
 *   WSDM 2013. Best ranges first: Mallia, Suel and Tonellotto, Faster Learned Sparse Retrieval with Block-Max Pruning,
 *   SIGIR 2024.)
 * - In a window, the last scorers that together stay below the threshold are not scanned. A chunk that has only their
 *   words can't compete; for others they are looked up. (MaxScore: Turtle and Flood, Query Evaluation, 1995.)
 * - They are looked up scorer by scorer, while the bound of those still missing leaves the chunk a chance.
 */
import { f64At, u16At, u32At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import { nextBlock, seek } from '../index/posting-list.ts'
import { type ScorePosting, WINDOW, windowCount } from '../index/score.ts'
import {
  ACCUMULATORS, type Accumulators, addAt, addClause, boundScorers, type ClauseScorer, COVERAGE, HEADING,
  rewindScorers, SCORE, type ScoredSums, type TermScorer, TITLE,
} from './clause-scorer.ts'
import type { IndexReader } from './index-reader.ts'
import type { Competition, Rank } from './rank.ts'

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

function createWindowReader(
  { scorePosting }: IndexReader,
  scorers: readonly ClauseScorer[],
  { rank, threshold, isAllowed, offer }: ScanOptions,
) {
  const bounds = new Float64Array(ACCUMULATORS * (scorers.length + 1))
  const competition: Competition = { threshold: threshold(), bounds, at: 0 }
  const sums = new Float64Array(ACCUMULATORS * WINDOW)
  const scanWindow = createScan(scorePosting, sums)
  const chunk: ScoredSums = { sums, at: 0, scorePosting }

  /** Upper bound of the scores in a window, 0 for one without any of the words. */
  function upperBound(number: number): number {
    boundScorers(scorers, number, bounds)
    return rank.upperBound(bounds, 0)
  }

  /** The scorers that a window is scanned with: all but the last that stay below the threshold together. */
  function countScanned(): number {
    let count = scorers.length
    while (count > 0 && rank.upperBound(bounds, ACCUMULATORS * (count - 1)) < threshold()) count -= 1
    return count
  }

  /** Adds the contributions of the scorers that were not scanned to the chunk; false as soon as it can't compete. */
  function addLookups(ordinal: number, scanned: number): boolean {
    for (let i = scanned; i < scorers.length; i += 1) {
      addClause(scorers[i]!, ordinal, chunk)
      competition.at = ACCUMULATORS * (i + 1)
      if (!rank.canCompete(ordinal, chunk, competition)) return false
    }
    return true
  }

  /** Offers the chunk, unless its other clauses show that it can't compete. */
  function offerChunk(ordinal: number, scanned: number): void {
    if (!isAllowed(ordinal) || !addLookups(ordinal, scanned)) return
    const score = rank.score(ordinal, chunk)
    // A damaged list may have postings without counts.
    if (score <= 0 || score < competition.threshold) return
    offer(ordinal, score)
    competition.threshold = threshold()
  }

  /** Offers the candidates of a window. Windows must ascend from call to call, until the scorers are rewound. */
  function read(number: number): void {
    boundScorers(scorers, number, bounds)
    const scanned = countScanned()
    const touched = scanWindow(number, scorers, scanned)
    for (let i = 0; i < touched.length; i += 1) {
      for (let bits = u32At(touched, i); bits !== 0; bits &= bits - 1) {
        const slot = lowestSlot(i, bits)
        chunk.at = ACCUMULATORS * slot
        competition.at = ACCUMULATORS * scanned
        if (rank.canCompete(number * WINDOW + slot, chunk, competition)) offerChunk(number * WINDOW + slot, scanned)
      }
    }
  }

  return { upperBound, read }
}

/** A set of slots of a window (ordinals less its start): a bit for each, 32 in a number. */
type SlotSet = Uint32Array

/** The lowest slot of a number of a set; `bits & (bits - 1)` are the others. */
function lowestSlot(number: number, bits: number): number {
  return 32 * number + 31 - Math.clz32(bits & -bits)
}

/**
 * A function that scans the window of a number with the first `count` scorers. It adds their contributions to these
 * accumulators (those of slot s are from `ACCUMULATORS * s` on), and gives the slots of the chunks that any of them is
 * in: the same set each time, filled again. Windows must ascend from call to call.
 */
function createScan(scorePosting: ScorePosting, sums: Accumulators) {
  const touched = new Uint32Array(WINDOW / 32)
  /** Maxima over the alternatives of the current clause, and the slots they touched; empty between clauses. */
  const [maxima, touchedByClause] = [new Float64Array(ACCUMULATORS * WINDOW), new Uint32Array(WINDOW / 32)]

  /** Keeps an alternative's contributions that are the highest so far. */
  function raiseTerm({ cursor, weight, coverage }: TermScorer, start: number): void {
    const end = start + WINDOW
    const { chunks, counts } = cursor
    if (!seek(cursor, start)) return
    do {
      let at = cursor.at
      for (; at < cursor.size; at += 1) {
        const chunk = u32At(chunks, at)
        if (chunk >= end) break
        const slot = chunk - start
        const packed = u16At(counts, at)
        const to = ACCUMULATORS * slot
        touchedByClause[slot >>> 5] = u32At(touchedByClause, slot >>> 5) | (1 << (slot & 31))
        raiseAt(maxima, to + SCORE, weight * scorePosting(packed, chunk))
        raiseAt(maxima, to + COVERAGE, coverage)
        if ((packed & HEADING_MASK) !== 0) raiseAt(maxima, to + HEADING, coverage)
        if ((packed & TITLE_MASK) !== 0) raiseAt(maxima, to + TITLE, coverage)
      }
      cursor.at = at
    } while (cursor.at === cursor.size && nextBlock(cursor))
  }

  function addScorer({ terms }: ClauseScorer, number: number): void {
    for (const term of terms) if (u16At(term.windowMax, number) > 0) raiseTerm(term, number * WINDOW)
    for (let i = 0; i < touchedByClause.length; i += 1) {
      const slots = u32At(touchedByClause, i)
      touched[i] = u32At(touched, i) | slots
      for (let bits = slots; bits !== 0; bits &= bits - 1) {
        const start = ACCUMULATORS * lowestSlot(i, bits)
        for (let at = start; at < start + ACCUMULATORS; at += 1) {
          addAt(sums, at, f64At(maxima, at))
          maxima[at] = 0
        }
      }
      touchedByClause[i] = 0
    }
  }

  return function scanWindow(number: number, scorers: readonly ClauseScorer[], count: number): SlotSet {
    clear(sums, touched)
    for (let i = 0; i < count; i += 1) addScorer(scorers[i]!, number)
    return touched
  }
}

function raiseAt(accumulators: Accumulators, at: number, value: number): void {
  if (value > f64At(accumulators, at)) accumulators[at] = value
}

function clear(accumulators: Accumulators, touched: SlotSet): void {
  for (let i = 0; i < touched.length; i += 1) {
    for (let bits = u32At(touched, i); bits !== 0; bits &= bits - 1) {
      const start = ACCUMULATORS * lowestSlot(i, bits)
      for (let at = start; at < start + ACCUMULATORS; at += 1) accumulators[at] = 0
    }
    touched[i] = 0
  }
}
