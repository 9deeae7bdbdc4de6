/**
 * A query and the chunks found for it -> the evidence that they answer it: the share of the query's words that each
 * chunk has, a word counted by its idf, and the words that no chunk has at all.
 */
import { LANGUAGES } from '../../text/language.ts'
import { isFunctionWord } from '../../text/stop-words.ts'
import type { Clause } from '../query/clause.ts'
import type { QueryWord } from '../query/query.ts'
import { createChunkScorer, openScorers } from './clause-scorer.ts'
import type { IndexReader } from './index-reader.ts'

/** Coverage of a query by chunks, 0 to 1, by ordinal. A word that no chunk has counts as the rarest of all. */
export function coverageOf(
  reader: IndexReader,
  clauses: readonly Clause[],
  ordinals: readonly number[],
): ReadonlyMap<number, number> {
  const whole = clauses.reduce((sum, { coverage }) => sum + coverage, 0)
  const scoreChunk = createChunkScorer(reader.scorePosting, openScorers(reader, clauses))
  const ascending = ordinals.toSorted((a, b) => a - b)
  const shareOf = (ordinal: number) => Math.min(1, scoreChunk(ordinal).contribution.coverage / (whole || 1))
  return new Map(ascending.map((ordinal) => [ordinal, shareOf(ordinal)]))
}

/** The words of a query, folded, that no chunk has in any form; no function words of any language. */
export function missingWords({ index }: IndexReader, words: readonly QueryWord[]): readonly string[] {
  const isMissing = (term: string) => index.lexicon.find(term) < 0
  return words
    .filter(({ terms, joined, word }) => [...terms, ...joined].every(isMissing) && !isFunctionWord(word, LANGUAGES))
    .map(({ word }) => word)
}
