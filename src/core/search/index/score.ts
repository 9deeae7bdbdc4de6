/**
 * The score of a posting, and bounds of the scores of many. In a section d, an alternative a of a query word gets BM25
 * of each field by itself, summed:
 *
 *   s(a, d) = weight(a) * sum over fields f of  w_f * tf / (tf + k1_f * (1 - b_f + b_f * len_f(d) / avg_f))
 *
 * where tf are the term's occurrences in the field, and weight(a) includes its idf (`clause.ts`). Each field is
 * saturated separately: a word in the title and the text is more evidence than twice in the text. (Robertson and
 * Zaragoza, The Probabilistic Relevance Framework, 2009, call the form that saturates after summing BM25F; on
 * documentation it finds less.)
 */
import { partitionPoint } from '../../base/partition-point.ts'
import { f64At, u16At, u32At } from '../../text/column.ts'
import { FIELDS, HEADING_MASK, MEASURED_FIELDS, TITLE_MASK } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'

/** A term that a word of a query may mean. */
export interface TermCandidate {
  /** Number of the term. */
  readonly term: number
  /** Probability-like weight, above 0; 1 for the word's own term. */
  readonly confidence: number
  /** Fraction of the word that a chunk with the term covers. Default: the confidence. */
  readonly covers?: number
}

/**
 * Inverse document frequency of BM25, in the form that is never negative: ln(1 + (C - n + 1/2) / (n + 1/2)) for a
 * term in n of C chunks.
 */
export function idf(size: number, chunks: number): number {
  const n = Math.min(chunks, size)
  return Math.log(1 + (size - n + 0.5) / (n + 0.5))
}

/** Maximum score of a term as a multiple of its weight: the sum of the fields' weights. */
export const MAX_TERM_SCORE = FIELDS.reduce((sum, { weight }) => sum + weight, 0)

/** Scores postings of one index by their packed counts. */
export type ScorePosting = (counts: number, chunk: number) => number

interface FieldConstants {
  /** Mask of the field's count once those before it are shifted out. */
  readonly mask: number
  readonly bits: number
  readonly weight: number
  /** k1 * (1 - b + b * len / avg) is `base + slope * len`; doubled, since counts are in halves. */
  readonly base: number
  readonly slope: number
  /** Offset of the field's lengths. */
  readonly offset: number
}

/** Prepares the constants of each field. */
export function createScorePosting({ lengths, averages }: Pick<InvertedIndex, 'lengths' | 'averages'>): ScorePosting {
  const chunkCount = lengths.length / MEASURED_FIELDS.length
  const [first, ...others] = FIELDS.map(({ weight, k1, b, bits }, field): FieldConstants => ({
    mask: 2 ** bits - 1,
    bits,
    weight,
    base: 2 * k1 * (1 - b),
    slope: (2 * k1 * b) / (averages[field] || 1),
    // A field without lengths has no slope, either.
    offset: b === 0 ? 0 : field * chunkCount,
  }))
  if (first === undefined) return () => 0

  return function scorePosting(counts, chunk) {
    const count = counts & first.mask
    let score = count === 0 ? 0 : (first.weight * count) / (count + first.base + first.slope * u16At(lengths, chunk))
    // Most postings are of the first field alone.
    if (count === counts) return score
    let remaining = counts >>> first.bits
    for (const { mask, bits, weight, base, slope, offset } of others) {
      const next = remaining & mask
      remaining >>>= bits
      if (next !== 0) score += (weight * next) / (next + base + slope * u16At(lengths, offset + chunk))
      if (remaining === 0) break
    }
    return score
  }
}

/**
 * Range-max metadata: bounds of the postings of one term in ranges of ordinals, so that a search knows, before it reads
 * a posting, how much the term can add to the scores of the chunks in a range.
 *
 * Ranges begin at the same ordinals in every list. The bounds of a query's terms can therefore be added up range by
 * range, while blocks of postings begin anywhere. (Dimopoulos, Nepomnyachiy and Suel, Optimizing Top-k Document
 * Retrieval Strategies for Block-Max Indexes, WSDM 2013.)
 *
 * A bound has the step of the highest score in bits 0 to 7; bits 8 to 11 are set for a heading, 12 to 15 for a title;
 * 0: no postings.
 */
type RangeMax = number

/** Bits of an ordinal in the smallest range, a window: searches read the chunks of one at once. */
export const WINDOW_BITS = 8
/** Chunks of a window. */
export const WINDOW = 1 << WINDOW_BITS
/** Postings that a range has at least on average, if it is not one of the smallest. */
const MIN_POSTINGS = 8

export const RANGE_BYTES = 2
const STEP_MASK = 0xff
const IN_HEADING = 0x0f00
const IN_TITLE = 0xf000
/** Ratio of neighboring steps of scores: a bound may be too high by it. The lowest step is 1/153 of the highest. */
const STEP_RATIO = 1.02

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
  return partitionPoint({ from: 1, to: STEP_MASK }, (step) => f64At(STEP_SCORES, step) < score)
}

/** Upper bound of the scores, as a multiple of the term's weight. */
export function maxScoreOf(rangeMax: RangeMax): number {
  return f64At(STEP_SCORES, rangeMax & STEP_MASK)
}

export function mayBeInHeading(rangeMax: RangeMax): boolean {
  return (rangeMax & IN_HEADING) !== 0
}

export function mayBeInTitle(rangeMax: RangeMax): boolean {
  return (rangeMax & IN_TITLE) !== 0
}
