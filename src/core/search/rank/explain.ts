/**
 * A query and a chunk -> the parts of its score: the contribution of each word of the query, by field, and the steps of
 * the ranking. Nothing is computed in another way: the parts come from the functions that rank.
 */
import { f64At, u16At } from '../../text/column.ts'
import { countMask, type FieldName, FIELDS, MEASURED_FIELDS } from '../index/field.ts'
import { columnsOf, type Index } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { currentChunk, seek } from '../index/posting-list.ts'
import type { Alternative, Clause } from '../query/clause.ts'
import { findTitleMatches } from '../query/title-match.ts'
import { COVERAGE, createChunkScorer, HEADING, openScorers, SCORE, TITLE } from './clause-scorer.ts'
import { type IndexReader, openIndex } from './index-reader.ts'
import { createRank } from './rank.ts'
import { resolveQuery, search } from './search.ts'

/** The parts of a chunk's score: `score` is the sum of `text`, `heading`, `title`, `name`, `path` and `lift`. */
export interface Explanation {
  readonly id: string
  /** True if it lacks a quoted phrase or has an excluded one: then its score is 0. */
  readonly isRuledOut: boolean
  /** Its score in a search, also if a search leaves it out, as a copy or one section of many of its page. */
  readonly score: number
  /** Score of the words, reduced for words that the chunk lacks. */
  readonly text: number
  /** Score of a heading that is similar to the query. */
  readonly heading: number
  /** Score of a title that is similar to the query. */
  readonly title: number
  /** Score of a title match: a query that is just the heading or title. */
  readonly name: number
  /** Score of title and heading together, which sections among the first hits get. */
  readonly path: number
  /** The part of the score of another section of its page that an intro gets among the first hits. */
  readonly lift: number
  /** Coverage of the query by the chunk, each word by its idf, 0 to 1. */
  readonly covered: number
  /** In the order of the query; only the rarest ones of very many. */
  readonly words: readonly WordExplanation[]
}

/** The part of one word of the query. */
export interface WordExplanation {
  /** Folded. */
  readonly word: string
  /** Its part of the query's coverage, 0 to 1. */
  readonly share: number
  /** Score before the reduction for words that the chunk lacks. */
  readonly score: number
  /** The alternative of the word with the highest score; null if the chunk has none of them. */
  readonly best: TermExplanation | null
}

/** The part of one term. */
export interface TermExplanation {
  readonly term: string
  /** Number of chunks that have it. */
  readonly chunks: number
  /** Its idf times the confidence that it is meant. */
  readonly weight: number
  /** The fields that have it. */
  readonly fields: readonly FieldExplanation[]
}

/** The part of the occurrences in one field. */
export interface FieldExplanation {
  readonly field: FieldName
  /** Occurrences, half for a part of a compound; counts stop at the field's maximum. */
  readonly count: number
  /** Words of the field, and the mean of all chunks; 0 for link texts, whose length doesn't count. */
  readonly length: number
  readonly meanLength: number
  readonly score: number
}

/**
 * Explains the score of the first chunk with an id; null for an unknown id.
 *
 * @example
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path leads to a page.' }]).pages)
 * const { words } = explain(buildIndex(chunks), 'path', 'a')
 * words[0].word // 'path'
 */
export function explain(index: Index, query: string, id: string): Explanation | null {
  const reader = openIndex(columnsOf(index))
  const ordinal = reader.index.ids.indexOf(id)
  if (ordinal < 0) return null
  const resolved = resolveQuery(reader, query)
  const { clauses, required, excluded } = resolved
  const isRuledOut = excluded.includes(ordinal) || (required !== null && !required.includes(ordinal))
  const queryCoverage = clauses.reduce((sum, { coverage }) => sum + coverage, 0)
  const scoreChunk = createChunkScorer(reader.scorePosting, openScorers(reader, clauses))
  const { sums, pathCoverage } = scoreChunk(ordinal)
  if (isRuledOut) sums.fill(0)
  const coverage = f64At(sums, COVERAGE)
  const { score: rankScore, pathScore, maxScore } = createRank(reader.index, clauses)
  const scoreOf = (...parts: readonly number[]) => {
    const kept = sums.map((sum, part) => (parts.includes(part) ? sum : 0))
    return coverage === 0 ? 0 : rankScore(ordinal, { sums: kept, at: 0 })
  }
  const own = scoreOf(SCORE, COVERAGE, HEADING, TITLE)
  const titleMatch = isRuledOut ? 0 : (findTitleMatches(reader.index, resolved, maxScore).get(ordinal) ?? 0)
  const score = own + titleMatch
  const hit = search(reader, resolved, { limit: Infinity }).find((one) => one.ordinal === ordinal)
  // Only the first hits get more than this score.
  const isLookedUp = hit !== undefined && hit.score > score
  const path = isLookedUp ? pathScore(ordinal, pathCoverage) : 0
  return {
    id,
    isRuledOut,
    score: hit?.score ?? score,
    text: scoreOf(SCORE, COVERAGE),
    heading: scoreOf(HEADING),
    title: scoreOf(TITLE),
    name: titleMatch,
    path,
    lift: isLookedUp ? hit.score - (own + path + titleMatch) : 0,
    covered: queryCoverage === 0 ? 0 : Math.min(1, coverage / queryCoverage),
    words: clauses.map((clause) => ({
      word: clause.word,
      share: clause.coverage / queryCoverage,
      ...explainClause(reader, clause, ordinal),
    })),
  }
}

/** The best of a word's alternatives in a chunk, the first of equals. */
function explainClause(
  reader: IndexReader,
  { alternatives }: Clause,
  ordinal: number,
): Pick<WordExplanation, 'score' | 'best'> {
  const { index, scorePosting } = reader
  let best: Alternative | null = null
  let highest = 0
  for (const alternative of alternatives) {
    const score = alternative.weight * scorePosting(countsOf(index, alternative.term, ordinal), ordinal)
    if (score <= highest) continue
    best = alternative
    highest = score
  }
  return { score: highest, best: best === null ? null : explainTerm(reader, best, ordinal) }
}

function explainTerm(reader: IndexReader, { term, weight }: Alternative, ordinal: number): TermExplanation {
  const { index, scorePosting } = reader
  const counts = countsOf(index, term, ordinal)
  const fields = FIELDS.flatMap(({ name }, field): FieldExplanation[] => {
    const mask = countMask(field)
    const packed = counts & mask
    if (packed === 0) return []
    const halves = packed / (mask & -mask)
    const isMeasured = field < MEASURED_FIELDS.length
    const length = isMeasured ? u16At(index.lengths, field * index.pages.length + ordinal) : 0
    const meanLength = isMeasured ? f64At(index.averages, field) : 0
    return [{ field: name, count: halves / 2, length, meanLength, score: weight * scorePosting(packed, ordinal) }]
  })
  return { term: index.lexicon.textOf(term), chunks: index.lexicon.docFreq(term), weight, fields }
}

/** Packed counts of a term in a chunk, 0 when it lacks the term. */
function countsOf(index: SearchIndex, term: number, ordinal: number): number {
  const cursor = index.lexicon.open(term)
  return seek(cursor, ordinal) && currentChunk(cursor) === ordinal ? u16At(cursor.counts, cursor.at) : 0
}
