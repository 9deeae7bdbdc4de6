/**
 * Clauses -> what they give each chunk, a window of ordinals at a time: within
 * it each clause adds to small columns, so that the work space is the same for
 * any size of index.
 */
import type { Clause } from './clause.ts'
import { bitsOf, fieldNumber } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { createScorePosting } from './score.ts'
import type { ScorePosting } from './score.ts'
import { sizeOf } from './string-table.ts'

/** Chunks of one window. */
const WINDOW = 2_048

const HEADING_BITS = bitsOf(fieldNumber('heading'))
const TITLE_BITS = bitsOf(fieldNumber('title'))

/** What the clauses give the chunks from ordinal `start` on. Columns are valid until the next window is asked for. */
export interface Window {
  readonly start: number
  /** Number of chunks. */
  readonly size: number
  /** Sum over the clauses of the best of their alternatives. */
  readonly scores: Float64Array
  /** Sum over the clauses of the best credit of the alternatives a chunk has; 0 for a chunk that has none. */
  readonly credits: Float64Array
  /** The same of the alternatives that the heading has. */
  readonly headings: Float64Array
  /** The same of the alternatives that the title has. */
  readonly titles: Float64Array
}

/** The windows in which any chunk has any clause, in the order of the ordinals. */
export function* scanWindows(index: InvertedIndex, clauses: readonly Clause[]): Generator<Window> {
  const rows = clauses.filter(({ alternatives }) => alternatives.length > 0).map((clause) => toRow(index, clause))
  const scorePosting = createScorePosting(index)
  const sums = createColumns()
  const bests = createColumns()
  const chunkCount = sizeOf(index.ids)
  for (let start = 0; start < chunkCount; start += WINDOW) {
    const size = Math.min(WINDOW, chunkCount - start)
    let isTouched = false
    for (const row of rows) {
      if (addRow(row, { index, scorePosting, sums, bests, start, end: start + size })) isTouched = true
    }
    if (!isTouched) continue
    yield { start, size, ...sums }
    for (const column of Object.values(sums)) column.fill(0)
  }
}

/** A clause on its way through the postings: a cursor for each alternative. */
type Row = readonly Cursor[]

interface Cursor {
  readonly weight: number
  readonly credit: number
  /** First posting of the current window, and the one behind its last. */
  from: number
  to: number
  /** End of all postings. */
  readonly end: number
}

/** A number of each kind for each chunk of a window. */
type Columns = Readonly<Record<'scores' | 'credits' | 'headings' | 'titles', Float64Array>>

function createColumns(): Columns {
  const column = () => new Float64Array(WINDOW)
  return { scores: column(), credits: column(), headings: column(), titles: column() }
}

interface Place {
  readonly index: InvertedIndex
  readonly scorePosting: ScorePosting
  readonly sums: Columns
  /** Of the current clause, the best of its alternatives; 0 between clauses. */
  readonly bests: Columns
  /** Ordinals of the window, `end` exclusive. */
  readonly start: number
  readonly end: number
}

function toRow({ starts }: InvertedIndex, { alternatives }: Clause): Row {
  return alternatives.map(({ term, weight, credit }) => {
    return { weight, credit, from: starts[term]!, to: starts[term]!, end: starts[term + 1]! }
  })
}

/** Adds one clause's part of a window; tells whether there was any. */
function addRow(row: Row, place: Place): boolean {
  let isTouched = false
  for (const cursor of row) {
    cursor.from = cursor.to
    cursor.to = windowEnd(cursor, place)
    if (cursor.to === cursor.from) continue
    isTouched = true
    if (row.length === 1) addPostings(cursor, place)
    else raiseBests(cursor, place)
  }
  if (isTouched && row.length > 1) for (const cursor of row) addBests(cursor, place)
  return isTouched
}

function windowEnd({ from, end }: Cursor, { index: { chunks }, end: endOrdinal }: Place): number {
  let at = from
  while (at < end && chunks[at]! < endOrdinal) at += 1
  return at
}

/** Adds the postings of a word that means one term. */
function addPostings({ from, to, weight, credit }: Cursor, { index, scorePosting, sums, start }: Place): void {
  const { chunks, counts } = index
  const { scores, credits, headings, titles } = sums
  for (let at = from; at < to; at += 1) {
    const place = chunks[at]! - start
    const packed = counts[at]!
    scores[place]! += weight * scorePosting(packed, chunks[at]!)
    credits[place]! += credit
    if ((packed & HEADING_BITS) !== 0) headings[place]! += credit
    if ((packed & TITLE_BITS) !== 0) titles[place]! += credit
  }
}

/** Notes where an alternative is the best so far. */
function raiseBests({ from, to, weight, credit }: Cursor, { index, scorePosting, bests, start }: Place): void {
  const { chunks, counts } = index
  const { scores, credits, headings, titles } = bests
  for (let at = from; at < to; at += 1) {
    const place = chunks[at]! - start
    const packed = counts[at]!
    raise(scores, place, weight * scorePosting(packed, chunks[at]!))
    raise(credits, place, credit)
    if ((packed & HEADING_BITS) !== 0) raise(headings, place, credit)
    if ((packed & TITLE_BITS) !== 0) raise(titles, place, credit)
  }
}

function raise(column: Float64Array, place: number, value: number): void {
  if (value > column[place]!) column[place] = value
}

/** Adds the best of the alternatives, once for each chunk that has any. */
function addBests({ from, to }: Cursor, { index, sums, bests, start }: Place): void {
  const { chunks } = index
  for (let at = from; at < to; at += 1) {
    const place = chunks[at]! - start
    if (bests.credits[place] === 0) continue
    move(bests.scores, sums.scores, place)
    move(bests.credits, sums.credits, place)
    move(bests.headings, sums.headings, place)
    move(bests.titles, sums.titles, place)
  }
}

function move(from: Float64Array, to: Float64Array, place: number): void {
  to[place]! += from[place]!
  from[place] = 0
}
