/**
 * Rows -> what they give each chunk of a window of ordinals: each row adds to
 * small columns, so that the work space is the same for any size of index.
 */
import type { InvertedIndex } from './inverted-index.ts'
import { nextBlock, seek } from './posting-list.ts'
import { HEADING_BITS, TITLE_BITS } from './row.ts'
import type { Range, Row, Track } from './row.ts'
import { createScorePosting } from './score.ts'
import type { ScorePosting } from './score.ts'
import { WINDOW } from './workspace.ts'
import type { Columns, Places } from './workspace.ts'

/** Share of a window's places from which on going through all of them beats sorting the touched ones. */
const SPARSE_SHARE = 1 / 16

/** What rows give the chunks from ordinal `start` on. Valid until the next window is asked for. */
export interface Window extends Columns {
  readonly start: number
  /** Places of the chunks that any of the rows is in, ascending: ordinals less `start`. */
  readonly places: Uint16Array
}

/** Scans a window of the first so many rows; it is good until the next. Windows must be asked for in ascending order. */
export type ScanWindow = (start: number, rowCount: number) => Window

export function createScan(index: InvertedIndex, rows: readonly Row[]): ScanWindow {
  const scorePosting = createScorePosting(index)
  const { sums, bests, touched, raised } = index.workspace

  /** Adds one row's part of a window. */
  function addRow({ tracks }: Row, { start, end }: Range): void {
    const [track] = tracks
    if (tracks.length === 1) return addTrack(track!, { start, end, sums, touched, scorePosting })
    for (const one of tracks) raiseTrack(one, { start, end, sums: bests, touched: raised, scorePosting })
    for (let i = 0; i < raised.count; i += 1) {
      const place = raised.places[i]!
      if (sums.credits[place] === 0) touch(touched, place)
      move(bests.scores, sums.scores, place)
      move(bests.credits, sums.credits, place)
      move(bests.headings, sums.headings, place)
      move(bests.titles, sums.titles, place)
    }
    raised.count = 0
  }

  return function scanWindow(start, rowCount) {
    clear(sums, touched)
    for (let i = 0; i < rowCount; i += 1) addRow(rows[i]!, { start, end: start + WINDOW })
    return { start, places: inOrder(touched, sums), ...sums }
  }
}

interface Place extends Range {
  readonly sums: Columns
  readonly touched: Places
  readonly scorePosting: ScorePosting
}

function touch(touched: Places, place: number): void {
  touched.places[touched.count] = place
  touched.count += 1
}

/** Adds the postings of a word that means one term. */
function addTrack({ cursor, weight, credit }: Track, { start, end, sums, touched, scorePosting }: Place): void {
  const { chunks, counts } = cursor
  const { scores, credits, headings, titles } = sums
  if (!seek(cursor, start)) return
  do {
    let at = cursor.at
    for (; at < cursor.size && chunks[at]! < end; at += 1) {
      const place = chunks[at]! - start
      const packed = counts[at]!
      if (credits[place] === 0) touch(touched, place)
      scores[place]! += weight * scorePosting(packed, chunks[at]!)
      credits[place]! += credit
      if ((packed & HEADING_BITS) !== 0) headings[place]! += credit
      if ((packed & TITLE_BITS) !== 0) titles[place]! += credit
    }
    cursor.at = at
  } while (cursor.at === cursor.size && nextBlock(cursor))
}

/** Notes where an alternative is the best so far. A loop of its own, since one that asked which it is would do so for each posting. */
function raiseTrack({ cursor, weight, credit }: Track, { start, end, sums, touched, scorePosting }: Place): void {
  const { chunks, counts } = cursor
  const { scores, credits, headings, titles } = sums
  if (!seek(cursor, start)) return
  do {
    let at = cursor.at
    for (; at < cursor.size && chunks[at]! < end; at += 1) {
      const place = chunks[at]! - start
      const packed = counts[at]!
      if (credits[place] === 0) touch(touched, place)
      raise(scores, place, weight * scorePosting(packed, chunks[at]!))
      raise(credits, place, credit)
      if ((packed & HEADING_BITS) !== 0) raise(headings, place, credit)
      if ((packed & TITLE_BITS) !== 0) raise(titles, place, credit)
    }
    cursor.at = at
  } while (cursor.at === cursor.size && nextBlock(cursor))
}

function raise(column: Float64Array, place: number, value: number): void {
  if (value > column[place]!) column[place] = value
}

function move(from: Float64Array, to: Float64Array, place: number): void {
  to[place]! += from[place]!
  from[place] = 0
}

function clear({ scores, credits, headings, titles }: Columns, touched: Places): void {
  for (let i = 0; i < touched.count; i += 1) {
    const place = touched.places[i]!
    scores[place] = 0
    credits[place] = 0
    headings[place] = 0
    titles[place] = 0
  }
  touched.count = 0
}

/** Sorts the touched places. */
function inOrder({ places, count }: Places, { credits }: Columns): Uint16Array {
  const touched = places.subarray(0, count)
  if (count < WINDOW * SPARSE_SHARE) return touched.sort()
  let at = 0
  for (let place = 0; at < count; place += 1) {
    if (credits[place] === 0) continue
    places[at] = place
    at += 1
  }
  return touched
}
