/**
 * Rows -> what they give each chunk of a window of ordinals: each row adds to
 * small columns, so that the work space is the same for any size of index.
 */
import { HEADING_BITS, TITLE_BITS } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { isWithin, nextBlock, seek } from '../index/posting-list.ts'
import type { Range, Row, Track } from './term-scorer.ts'
import { createScorePosting } from '../index/score.ts'
import type { ScorePosting } from '../index/score.ts'
import { PART, PARTS, WINDOW, placeOf } from '../index/workspace.ts'
import type { Places, Sums } from '../index/workspace.ts'

/** What rows give the chunks from ordinal `start` on. Valid until the next window is asked for. */
export interface Window {
  readonly start: number
  /** The parts of the chunk at place p are from `PARTS * p` on. */
  readonly sums: Sums
  /** Places of the chunks that any of the rows is in: ordinals less `start`. */
  readonly touched: Places
}

/** Scans a window of the first so many rows; it is good until the next. Windows must be asked for in ascending order. */
export type ScanWindow = (start: number, rowCount: number) => Window

export function createScan(index: InvertedIndex, rows: readonly Row[]): ScanWindow {
  const { sums, bests, touched, raised } = index.workspace
  const scorePosting = createScorePosting(index)

  /** Adds one row's part of a window. */
  function addRow({ tracks }: Row, range: Range): void {
    const [track] = tracks
    if (tracks.length === 1) return addTrack(track!, range, { sums, touched, scorePosting })
    for (const one of tracks) if (isWithin(one.cursor, range.end)) raiseTrack(one, range, { sums: bests, touched: raised, scorePosting })
    for (let i = 0; i < raised.length; i += 1) {
      touched[i]! |= raised[i]!
      for (let bits = raised[i]!; bits !== 0; bits &= bits - 1) {
        const at = PARTS * placeOf(i, bits)
        for (let part = at; part < at + PARTS; part += 1) {
          sums[part]! += bests[part]!
          bests[part] = 0
        }
      }
      raised[i] = 0
    }
  }

  return function scanWindow(start, rowCount) {
    clear(sums, touched)
    const range = { start, end: start + WINDOW }
    for (let i = 0; i < rowCount; i += 1) addRow(rows[i]!, range)
    return { start, sums, touched }
  }
}

/** Where to put what postings give. */
interface Target {
  readonly sums: Sums
  readonly touched: Places
  readonly scorePosting: ScorePosting
}

/** Adds the postings of a word that means one term. */
function addTrack({ cursor, weight, credit }: Track, { start, end }: Range, { sums, touched, scorePosting }: Target): void {
  const { chunks, counts } = cursor
  if (!seek(cursor, start)) return
  do {
    let at = cursor.at
    for (; at < cursor.size && chunks[at]! < end; at += 1) {
      const place = chunks[at]! - start
      const packed = counts[at]!
      const to = PARTS * place
      touched[place >>> 5]! |= 1 << (place & 31)
      sums[to + PART.score]! += weight * scorePosting(packed, chunks[at]!)
      sums[to + PART.credit]! += credit
      if ((packed & HEADING_BITS) !== 0) sums[to + PART.heading]! += credit
      if ((packed & TITLE_BITS) !== 0) sums[to + PART.title]! += credit
    }
    cursor.at = at
  } while (cursor.at === cursor.size && nextBlock(cursor))
}

/** Notes where an alternative is the best so far. A loop of its own, since one that asked which it is would do so for each posting. */
function raiseTrack({ cursor, weight, credit }: Track, { start, end }: Range, { sums, touched, scorePosting }: Target): void {
  const { chunks, counts } = cursor
  if (!seek(cursor, start)) return
  do {
    let at = cursor.at
    for (; at < cursor.size && chunks[at]! < end; at += 1) {
      const place = chunks[at]! - start
      const packed = counts[at]!
      const to = PARTS * place
      touched[place >>> 5]! |= 1 << (place & 31)
      raise(sums, to + PART.score, weight * scorePosting(packed, chunks[at]!))
      raise(sums, to + PART.credit, credit)
      if ((packed & HEADING_BITS) !== 0) raise(sums, to + PART.heading, credit)
      if ((packed & TITLE_BITS) !== 0) raise(sums, to + PART.title, credit)
    }
    cursor.at = at
  } while (cursor.at === cursor.size && nextBlock(cursor))
}

function raise(sums: Sums, at: number, value: number): void {
  if (value > sums[at]!) sums[at] = value
}

function clear(sums: Sums, touched: Places): void {
  for (let i = 0; i < touched.length; i += 1) {
    for (let bits = touched[i]!; bits !== 0; bits &= bits - 1) {
      const at = PARTS * placeOf(i, bits)
      for (let part = at; part < at + PARTS; part += 1) sums[part] = 0
    }
    touched[i] = 0
  }
}
