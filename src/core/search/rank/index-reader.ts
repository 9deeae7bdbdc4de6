/** An index opened for searching. */
import { type Analyze, createAnalyze } from '../../text/analyze.ts'
import { f32At } from '../../text/column.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import {
  createRaiseRanges, createScorePosting, type RaiseRanges, type ScorePosting, WINDOW_BITS, windowCount,
} from '../index/score.ts'
import { withLexicon } from '../query/index-lexicon.ts'
import { type Copies, openCopies } from './copies.ts'

/** Stands for an idf that is not known: any word may be all of the title. */
const UNKNOWN_IDF = 1e-30

/** An index with the analyzer of one searcher. */
export interface IndexReader {
  readonly index: SearchIndex
  /** Cuts queries into words, in the same way as the texts. */
  readonly analyze: Analyze
  readonly scorePosting: ScorePosting
  readonly raiseRanges: RaiseRanges
  /** Least idf of the titles in each window, above 0; least of all where some are not known. */
  readonly leastTitleIdf: Float32Array
  readonly copies: Copies
}

/** A new reader of an index in memory. */
export function openIndex(index: InvertedIndex): IndexReader {
  return openReader(withLexicon(index))
}

/** A new reader of an index. */
export function openReader(index: SearchIndex): IndexReader {
  const scorePosting = createScorePosting(index)
  return {
    index,
    analyze: createAnalyze(),
    scorePosting,
    raiseRanges: createRaiseRanges(scorePosting),
    leastTitleIdf: leastOfWindows(index.titleIdf),
    copies: openCopies(index),
  }
}

/** A column that is not loaded yet has zeros. */
function leastOfWindows(titleIdf: Float32Array): Float32Array {
  const least = new Float32Array(windowCount(titleIdf.length)).fill(Infinity)
  titleIdf.forEach((idf, ordinal) => {
    const window = ordinal >>> WINDOW_BITS
    least[window] = Math.min(f32At(least, window), idf || UNKNOWN_IDF)
  })
  return least
}
