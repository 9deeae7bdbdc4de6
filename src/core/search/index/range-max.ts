/**
 * Range-max metadata: bounds of the postings of one term in ranges of ordinals, so that a search knows, before it reads
 * a posting, how much the term can add to the scores of the chunks in a range.
 *
 * Ranges begin at the same ordinals in every list. The bounds of a query's terms can therefore be added up range by
 * range, while blocks of postings begin anywhere. (Dimopoulos, Nepomnyachiy and Suel, Optimizing Top-k Document
 * Retrieval Strategies for Block-Max Indexes, WSDM 2013.)
 *
 * A bound has the highest score, and whether the term is in a heading, and in a title.
 */
import { f64At, u16At, u32At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from './field.ts'
import { MAX_TERM_SCORE, type ScorePosting } from './score.ts'

/** Bits of an ordinal in the smallest range, a window: searches read the chunks of one at once. */
export const WINDOW_BITS = 8
/** Chunks of a window. */
export const WINDOW = 1 << WINDOW_BITS
/** Postings that a range has at least on average, if it is not one of the smallest. */
const MIN_POSTINGS = 8

/** A bound: bits 0 to 7 the step of the score, 8 to 11 set for a heading, 12 to 15 for a title; 0: no postings. */
export type RangeMax = number

/** Bytes of a bound. */
export const RANGE_BYTES = 2
const STEP_MASK = 0xff
const IN_HEADING = 0x0f00
const IN_TITLE = 0xf000
/** Ratio of neighboring steps of scores: a bound may be too high by it. The lowest step is 1/153 of the highest. */
const STEP_RATIO = 1.02

/** Score of each step. */
const STEP_SCORES = new Float64Array(STEP_MASK + 1)
STEP_SCORES[STEP_MASK] = MAX_TERM_SCORE
for (let step = STEP_MASK - 1; step > 0; step -= 1) STEP_SCORES[step] = f64At(STEP_SCORES, step + 1) / STEP_RATIO

/** Number of windows of an index of a number of chunks. */
export function windowCount(size: number): number {
  return Math.ceil(size / WINDOW)
}

/** Bits of an ordinal in a range of a list: the smallest ranges that have enough postings on average. */
export function rangeBits(size: number, docFreq: number): number {
  let bits = WINDOW_BITS
  while (size >>> bits > docFreq / MIN_POSTINGS) bits += 1
  return bits
}

/** Postings of one term: those of the columns from `from` to before `to`. */
interface TermPostings {
  readonly chunks: Uint32Array
  readonly counts: Uint16Array
  readonly from: number
  readonly to: number
}

/** Raises the bounds in a column by postings; a range has the ordinals that share all but their lowest `bits`. */
export type RaiseRanges = (ranges: Uint16Array, bits: number, postings: TermPostings) => void

/** A function that bounds postings. */
export function createRaiseRanges(scorePosting: ScorePosting): RaiseRanges {
  return function raiseRanges(ranges, bits, { chunks, counts, from, to }) {
    for (let at = from; at < to; at += 1) {
      const chunk = u32At(chunks, at)
      const packed = u16At(counts, at)
      let bound = u16At(ranges, chunk >>> bits)
      const score = scorePosting(packed, chunk)
      if (score > maxScoreOf(bound)) bound = (bound & ~STEP_MASK) | stepOf(score)
      if ((packed & HEADING_MASK) !== 0) bound |= IN_HEADING
      if ((packed & TITLE_MASK) !== 0) bound |= IN_TITLE
      ranges[chunk >>> bits] = bound
    }
  }
}

/** The first step of a score or above. */
function stepOf(score: number): number {
  let step = 1
  for (let width = (STEP_MASK + 1) >> 1; width > 0; width >>= 1) {
    if (step + width <= STEP_MASK && f64At(STEP_SCORES, step + width - 1) < score) step += width
  }
  return step
}

/** Upper bound of the scores, as a multiple of the term's weight. */
export function maxScoreOf(rangeMax: RangeMax): number {
  return f64At(STEP_SCORES, rangeMax & STEP_MASK)
}

/** True if a posting may be of a heading. */
export function mayBeInHeading(rangeMax: RangeMax): boolean {
  return (rangeMax & IN_HEADING) !== 0
}

/** True if a posting may be of a title. */
export function mayBeInTitle(rangeMax: RangeMax): boolean {
  return (rangeMax & IN_TITLE) !== 0
}
