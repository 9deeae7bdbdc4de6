/**
 * A query and a chunk -> why it scores as it does: what each word of the query
 * gives, by field, and what the ranking makes of it. Nothing is worked out anew:
 * the functions that rank are asked for their parts.
 */
import type { Alternative, Clause } from '../query/clause.ts'
import { FIELDS, bitsOf } from '../index/field.ts'
import type { Field } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { createRank } from './rank.ts'
import { currentChunk, docFreq, openList, seek } from '../index/posting-list.ts'
import { NOTHING, createSumUp, openRows } from './term-scorer.ts'
import type { Parts } from './term-scorer.ts'
import { createScorePosting } from '../index/score.ts'
import { findNamed, resolveQuery } from './search.ts'
import { encodeString, nextString, openStrings, sizeOf, stringAt } from '../strings/front-coded-dictionary.ts'

/** Why a chunk scores as it does: `score` is the sum of `text`, `heading`, `title` and `name`. */
export interface Explanation {
  readonly id: string
  /** Whether it lacks what is quoted, or has what is ruled out: then nothing counts. */
  readonly isRuledOut: boolean
  /** What `search` gives it, 0 where it doesn't find it. */
  readonly score: number
  /** What the words give, less for those that the chunk lacks. */
  readonly text: number
  /** What the heading gives by being like the query. */
  readonly heading: number
  /** What the title gives by it. */
  readonly title: number
  /** What the chunk gets for being called just so. */
  readonly name: number
  /** Share of the query that the chunk covers, each word by its rareness, 0 to 1. */
  readonly covered: number
  /** In the order of the query; of very many the rarest. */
  readonly words: readonly WordExplanation[]
}

/** What a word of the query gives. */
export interface WordExplanation {
  /** Folded. */
  readonly word: string
  /** Share of the query that the word is, 0 to 1. */
  readonly share: number
  /** Before words that the chunk lacks are counted. */
  readonly score: number
  /** The term that gives most of all that the word may mean; null where the chunk has none of them. */
  readonly best: TermExplanation | null
}

/** What a term gives. */
export interface TermExplanation {
  readonly term: string
  /** Number of chunks that have it. */
  readonly chunks: number
  /** How rare it is and how surely it is meant. */
  readonly weight: number
  /** The fields that have it. */
  readonly fields: readonly FieldExplanation[]
}

/** What occurrences in one field give. */
export interface FieldExplanation {
  readonly field: Field['name']
  /** Occurrences, one as part of a compound as half; more are not counted from some number on. */
  readonly count: number
  /** Words of the field, and those of a field of mean length. */
  readonly length: number
  readonly meanLength: number
  readonly score: number
}

/** Explains the score of the first chunk of an id; null where there is none. */
export function explain(index: InvertedIndex, text: string, id: string): Explanation | null {
  const ordinal = findId(index, id)
  if (ordinal < 0) return null
  const resolved = resolveQuery(index, text)
  const { clauses, required, excluded } = resolved
  const isRuledOut = excluded?.[ordinal] === 1 || (required !== null && !required.includes(ordinal))
  const all = clauses.reduce((sum, { credit }) => sum + credit, 0)
  const given = isRuledOut ? NOTHING : createSumUp(index, openRows(index, clauses))(ordinal)
  const { score, greatest } = createRank(index, clauses)
  const rank = (parts: Partial<Parts>) => (given.credit === 0 ? 0 : score(ordinal, { ...NOTHING, ...parts }))
  const name = isRuledOut ? 0 : (findNamed(index, resolved, greatest).get(ordinal) ?? 0)
  return {
    id,
    isRuledOut,
    score: rank(given) + name,
    text: rank({ score: given.score, credit: given.credit }),
    heading: rank({ heading: given.heading }),
    title: rank({ title: given.title }),
    name,
    covered: all === 0 ? 0 : Math.min(1, given.credit / all),
    words: clauses.map((clause) => ({
      word: clause.word,
      share: clause.credit / all,
      ...explainClause(index, clause, ordinal),
    })),
  }
}

/** Ids are in no order. */
function findId({ ids }: InvertedIndex, id: string): number {
  const { length } = encodeString(id)
  for (const cursor = openStrings(ids, 0); nextString(cursor); ) {
    if (cursor.length === length && stringAt(ids, cursor.number) === id) return cursor.number
  }
  return -1
}

/** The best of a word's alternatives in a chunk, the first of equals. */
function explainClause(index: InvertedIndex, { alternatives }: Clause, ordinal: number): Pick<WordExplanation, 'score' | 'best'> {
  const scorePosting = createScorePosting(index)
  let best: Alternative | null = null
  let score = 0
  for (const alternative of alternatives) {
    const given = alternative.weight * scorePosting(countsOf(index, alternative.term, ordinal), ordinal)
    if (given <= score) continue
    best = alternative
    score = given
  }
  return { score, best: best === null ? null : explainTerm(index, best, ordinal) }
}

function explainTerm(index: InvertedIndex, { term, weight }: Alternative, ordinal: number): TermExplanation {
  const scorePosting = createScorePosting(index)
  const counts = countsOf(index, term, ordinal)
  const fields = FIELDS.flatMap(({ name }, field): FieldExplanation[] => {
    const bits = bitsOf(field)
    const packed = counts & bits
    if (packed === 0) return []
    const halves = packed / (bits & -bits)
    const length = index.lengths[field * sizeOf(index.ids) + ordinal]!
    const score = weight * scorePosting(packed, ordinal)
    return [{ field: name, count: halves / 2, length, meanLength: index.averages[field]!, score }]
  })
  return { term: stringAt(index.terms, term), chunks: docFreq(index, term), weight, fields }
}

/** Packed counts of a term in a chunk, 0 where it has none. */
function countsOf(index: InvertedIndex, term: number, ordinal: number): number {
  const cursor = openList(index, term)
  return seek(cursor, ordinal) && currentChunk(cursor) === ordinal ? cursor.counts[cursor.at]! : 0
}
