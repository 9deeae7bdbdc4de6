/** An index opened for searching. The index never changes; mutable state belongs to its reader. */
import { type Analyze, createAnalyze } from '../../text/analyze.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { type RaiseRanges, createRaiseRanges } from '../index/range-max.ts'
import { type ScorePosting, createScorePosting } from '../index/score.ts'
import { withLexicon } from '../query/index-lexicon.ts'
import { type Copies, openCopies } from './copies.ts'
import { type Workspace, createWorkspace } from './workspace.ts'

/** An index with the analyzer and the scratch space of one searcher. Its searches must not overlap. */
export interface IndexReader {
  readonly index: SearchIndex
  /** Cuts queries into words, in the same way as the texts. */
  readonly analyze: Analyze
  readonly scorePosting: ScorePosting
  readonly raiseRanges: RaiseRanges
  readonly workspace: Workspace
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
    raiseRanges: createRaiseRanges(index, scorePosting),
    workspace: createWorkspace(index.pages.length),
    copies: openCopies(index),
  }
}
