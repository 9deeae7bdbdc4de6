/**
 * A query and a chunk -> why it scores as it does: what each word of the query
 * gives, by field, and what the ranking makes of it. Nothing is worked out anew:
 * the functions that rank are asked for their parts.
 */
import { toClauses } from './clause.ts'
import type { Alternative, Clause } from './clause.ts'
import { FIELDS, bitsOf } from './field.ts'
import type { Field } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { parseQuery } from './query.ts'
import { createRank } from './rank.ts'
import { scanWindows } from './scan.ts'
import type { Window } from './scan.ts'
import { createScorePosting } from './score.ts'
import { findNamed } from './search.ts'
import { encodeString, sizeOf, stringAt } from './string-table.ts'
import { docFreq } from './term.ts'

/** Why a chunk scores as it does: `score` is the sum of `text`, `heading`, `title` and `name`. */
export interface Explanation {
  readonly id: string
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
  /** In the order of the query. */
  readonly words: readonly WordExplanation[]
}

/** What a word of the query gives. */
export interface WordExplanation {
  /** Folded; null in a query of more words than are looked up, where the rarest are. */
  readonly word: string | null
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
  const query = parseQuery(text, index)
  const clauses = toClauses(index, query)
  const all = clauses.reduce((sum, { credit }) => sum + credit, 0)
  const given = sumsOf(index, clauses, ordinal)
  const { scoreAt, greatest } = createRank(index, clauses)
  const rank = (parts: Partial<Window>) => (given.credits[0] === 0 ? 0 : scoreAt({ ...nothing(ordinal), ...parts }, 0))
  const name = findNamed(index, query.name, greatest).get(ordinal) ?? 0
  const isWhole = clauses.length === query.words.length
  return {
    id,
    score: rank(given) + name,
    text: rank({ scores: given.scores, credits: given.credits }),
    heading: rank({ headings: given.headings }),
    title: rank({ titles: given.titles }),
    name,
    covered: all === 0 ? 0 : Math.min(1, given.credits[0]! / all),
    words: clauses.map((clause, i) => ({
      word: isWhole ? query.words[i]!.word : null,
      share: clause.credit / all,
      ...explainClause(index, clause, ordinal),
    })),
  }
}

/** Ids are in no order. */
function findId({ ids }: InvertedIndex, id: string): number {
  const length = encodeString(id).length
  for (let ordinal = 0; ordinal < sizeOf(ids); ordinal += 1) {
    if (ids.offsets[ordinal + 1]! - ids.offsets[ordinal]! === length && stringAt(ids, ordinal) === id) return ordinal
  }
  return -1
}

/** What clauses give one chunk, as a window of it alone. */
function sumsOf(index: InvertedIndex, clauses: readonly Clause[], ordinal: number): Window {
  for (const { start, size, scores, credits, headings, titles } of scanWindows(index, clauses)) {
    const place = ordinal - start
    if (place < 0 || place >= size) continue
    const one = (column: Float64Array) => column.slice(place, place + 1)
    return { start: ordinal, size: 1, scores: one(scores), credits: one(credits), headings: one(headings), titles: one(titles) }
  }
  return nothing(ordinal)
}

/** A window of one chunk that no clause gives anything. */
function nothing(start: number): Window {
  const none = new Float64Array(1)
  return { start, size: 1, scores: none, credits: none, headings: none, titles: none }
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
function countsOf({ starts, chunks, counts }: InvertedIndex, term: number, ordinal: number): number {
  const place = chunks.subarray(starts[term]!, starts[term + 1]!).indexOf(ordinal)
  return place < 0 ? 0 : counts[starts[term]! + place]!
}
