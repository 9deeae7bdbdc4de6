/** An index opened for searching. */
import { type Analyze, createAnalyze } from '../../text/analyze.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { type RaiseRanges, createRaiseRanges } from '../index/range-max.ts'
import { type ScorePosting, createScorePosting } from '../index/score.ts'
import { withLexicon } from '../query/index-lexicon.ts'
import { type Copies, openCopies } from './copies.ts'

/** An index with the analyzer of one searcher. */
export interface IndexReader {
  readonly index: SearchIndex
  /** Cuts queries into words, in the same way as the texts. */
  readonly analyze: Analyze
  readonly scorePosting: ScorePosting
  readonly raiseRanges: RaiseRanges
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
    copies: openCopies(index),
  }
}
