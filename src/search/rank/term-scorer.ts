/**
 * A clause on its way through the postings: a cursor for each alternative, and
 * bounds of what the clause can give any chunk.
 */
import type { Clause } from '../query/clause.ts'
import { HEADING_BITS, TITLE_BITS } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { boundOf, currentChunk, isInHeading, isInTitle, isWithin, openList, seek, summaryWithin } from '../index/posting-list.ts'
import type { Summary, PostingCursor } from '../index/posting-list.ts'
import { createScorePosting } from '../index/score.ts'
import type { ScorePosting } from '../index/score.ts'
import { PART, PARTS, blockBuffer } from '../index/workspace.ts'
import type { Sums } from '../index/workspace.ts'

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
  /** The most that it and all rows behind it give any chunk of the current range together. */
  readonly rest: Parts
}

/** What no rows give. */
export const NOTHING: Readonly<Parts> = { score: 0, credit: 0, heading: 0, title: 0 }

/**
 * Rows of the clauses that any chunk has, those that can give most first. The
 * order is also that in which scores are summed up, so that a chunk's sum is the
 * same to the last bit whichever rows are looked up for it alone. They are good
 * until others of the same index are opened.
 */
export function openRows(index: InvertedIndex, clauses: readonly Clause[]): Row[] {
  let lists = 0
  const rows = clauses.filter(({ alternatives }) => alternatives.length > 0).map(({ alternatives }): Row => {
    const tracks = alternatives.map(({ term, weight, credit }): Track => {
      return { cursor: openList(index, term, blockBuffer(index.workspace, lists++)), weight, credit }
    })
    const most = { ...NOTHING }
    for (const track of tracks) raiseMost(most, track, track.cursor.whole)
    return { tracks, most: most.score, rest: { ...NOTHING } }
  })
  return rows.sort((a, b) => b.most - a.most)
}

/** Ordinals, `end` exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Works out the `rest` of each row for a range. Ranges must be asked for in ascending order. */
export function boundRows(rows: readonly Row[], { start, end }: Range): void {
  let before = NOTHING
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const { tracks, rest } = rows[i]!
    const most = { ...NOTHING }
    for (const track of tracks) if (isWithin(track.cursor, end)) raiseMost(most, track, summaryWithin(track.cursor, start, end))
    rest.score = before.score + most.score
    rest.credit = before.credit + most.credit
    rest.heading = before.heading + most.heading
    rest.title = before.title + most.title
    before = rest
  }
}

/** Where to put what a row gives a chunk: its parts from `at` on. */
interface Target {
  readonly sums: Sums
  readonly at: number
}

/** Adds what a row gives a chunk. Chunks must be asked for in ascending order. */
export function addRow({ tracks }: Row, ordinal: number, { sums, at, scorePosting }: Target & { scorePosting: ScorePosting }): void {
  let [score, credit, heading, title] = [0, 0, 0, 0]
  for (const { cursor, weight, credit: own } of tracks) {
    if (!isWithin(cursor, ordinal + 1) || !seek(cursor, ordinal) || currentChunk(cursor) !== ordinal) continue
    const packed = cursor.counts[cursor.at]!
    score = Math.max(score, weight * scorePosting(packed, ordinal))
    credit = Math.max(credit, own)
    if ((packed & HEADING_BITS) !== 0) heading = Math.max(heading, own)
    if ((packed & TITLE_BITS) !== 0) title = Math.max(title, own)
  }
  sums[at + PART.score]! += score
  sums[at + PART.credit]! += credit
  sums[at + PART.heading]! += heading
  sums[at + PART.title]! += title
}

/** The parts from a place on. */
export function partsAt(sums: Sums, at: number): Parts {
  return {
    score: sums[at + PART.score]!,
    credit: sums[at + PART.credit]!,
    heading: sums[at + PART.heading]!,
    title: sums[at + PART.title]!,
  }
}

/** Sums up what rows give one chunk after another, in ascending order. */
export function createSumUp(index: InvertedIndex, rows: readonly Row[]): (ordinal: number) => Parts {
  const scorePosting = createScorePosting(index)
  const sums = new Float64Array(PARTS)
  return function sumUp(ordinal) {
    sums.fill(0)
    for (const row of rows) addRow(row, ordinal, { sums, at: 0, scorePosting })
    return partsAt(sums, 0)
  }
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
