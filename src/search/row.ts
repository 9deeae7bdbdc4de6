/**
 * A clause on its way through the postings: a cursor for each alternative, and
 * bounds of what the clause can give any chunk.
 */
import type { Clause } from './clause.ts'
import { bitsOf, fieldNumber } from './field.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { boundOf, currentChunk, isInHeading, isInTitle, openList, seek, summaryWithin } from './posting-list.ts'
import type { Summary, PostingCursor } from './posting-list.ts'
import { createScorePosting } from './score.ts'
import type { ScorePosting } from './score.ts'

export const HEADING_BITS = bitsOf(fieldNumber('heading'))
export const TITLE_BITS = bitsOf(fieldNumber('title'))

/** What one or more clauses give a chunk. */
export interface Parts {
  /** Sum over the clauses of the best of their alternatives. */
  score: number
  /** Sum over the clauses of the best credit of the alternatives the chunk has; 0 for a chunk that has none. */
  credit: number
  /** The same of the alternatives that the heading has. */
  heading: number
  /** The same of the alternatives that the title has. */
  title: number
}

/** A cursor and what its term is worth. */
export interface Track {
  readonly cursor: PostingCursor
  readonly weight: number
  readonly credit: number
}

/** One clause. */
export interface Row {
  readonly tracks: readonly Track[]
  /** The most that it adds to the score of a chunk. */
  readonly most: number
}

/**
 * Rows of the clauses that any chunk has, those that can give most first. The
 * order is also that in which scores are summed up, so that a chunk's sum is the
 * same to the last bit whichever rows are looked up for it alone.
 */
export function openRows(index: InvertedIndex, clauses: readonly Clause[]): Row[] {
  const rows = clauses.filter(({ alternatives }) => alternatives.length > 0).map((clause) => openRow(index, clause))
  return rows.sort((a, b) => b.most - a.most)
}

/** Ordinals, `end` exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * For each row, and for none, the most that it and all behind it give any chunk of
 * a range together. Ranges must be asked for in ascending order.
 */
export function remainders(rows: readonly Row[], { start, end }: Range): Readonly<Parts>[] {
  const rest: Parts[] = [{ score: 0, credit: 0, heading: 0, title: 0 }]
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const before = rest.at(-1)!
    const most: Parts = { score: 0, credit: 0, heading: 0, title: 0 }
    for (const track of rows[i]!.tracks) raiseMost(most, track, summaryWithin(track.cursor, start, end))
    rest.push({
      score: before.score + most.score,
      credit: before.credit + most.credit,
      heading: before.heading + most.heading,
      title: before.title + most.title,
    })
  }
  return rest.reverse()
}

/** Adds what a row gives a chunk. Chunks must be asked for in ascending order. */
export function addRow(row: Row, ordinal: number, { sums, scorePosting }: { sums: Parts; scorePosting: ScorePosting }): void {
  let [score, credit, heading, title] = [0, 0, 0, 0]
  for (const { cursor, weight, credit: own } of row.tracks) {
    if (!seek(cursor, ordinal) || currentChunk(cursor) !== ordinal) continue
    const packed = cursor.counts[cursor.at]!
    score = Math.max(score, weight * scorePosting(packed, ordinal))
    credit = Math.max(credit, own)
    if ((packed & HEADING_BITS) !== 0) heading = Math.max(heading, own)
    if ((packed & TITLE_BITS) !== 0) title = Math.max(title, own)
  }
  sums.score += score
  sums.credit += credit
  sums.heading += heading
  sums.title += title
}

/** Sums up what rows give one chunk after another, in ascending order. */
export function createSumUp(index: InvertedIndex, rows: readonly Row[]): (ordinal: number) => Parts {
  const scorePosting = createScorePosting(index)
  return function sumUp(ordinal) {
    const sums: Parts = { score: 0, credit: 0, heading: 0, title: 0 }
    for (const row of rows) addRow(row, ordinal, { sums, scorePosting })
    return sums
  }
}

function openRow(index: InvertedIndex, { alternatives }: Clause): Row {
  const tracks = alternatives.map(({ term, weight, credit }): Track => ({ cursor: openList(index, term), weight, credit }))
  const most: Parts = { score: 0, credit: 0, heading: 0, title: 0 }
  for (const track of tracks) raiseMost(most, track, track.cursor.whole)
  return { tracks, most: most.score }
}

/** Lifts bounds to what postings of such a summary can give; none have the summary 0. */
function raiseMost(most: Parts, { weight, credit }: Track, summary: Summary): void {
  if (summary === 0) return
  const score = weight * boundOf(summary)
  if (score > most.score) most.score = score
  if (credit > most.credit) most.credit = credit
  if (isInHeading(summary) && credit > most.heading) most.heading = credit
  if (isInTitle(summary) && credit > most.title) most.title = credit
}
