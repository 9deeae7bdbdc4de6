/**
 * Clause scorers -> their contribution to each chunk of a window of ordinals: each adds to small accumulators, so that
 * the scratch space is the same for any size of index.
 */
import { f64At, u16At, u32At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import { nextBlock, seek } from '../index/posting-list.ts'
import type { ScorePosting } from '../index/score.ts'
import { type ClauseScorer, type TermScorer, addAt } from './clause-scorer.ts'
import type { IndexReader } from './index-reader.ts'
import {
  ACCUMULATORS, type Accumulators, COVERAGE, HEADING, SCORE, type SlotSet, TITLE, WINDOW, lowestSlot,
} from './workspace.ts'

/** Contributions to the chunks from ordinal `start` on. */
export interface Window {
  start: number
  /** The accumulators of slot s are from `ACCUMULATORS * s` on. */
  readonly sums: Accumulators
  /** Slots of the chunks that any of the clauses is in. */
  readonly touched: SlotSet
}

/** Scans the window of a number with the first `count` scorers. Windows must ascend from call to call. */
export type ScanWindow = (number: number, scorers: readonly ClauseScorer[], count: number) => Window

/** A scanner that works in the scratch space of a reader. It gives the same window each time, filled again. */
export function createScan({ scorePosting, workspace }: IndexReader): ScanWindow {
  const { sums, maxima, touched, touchedByClause } = workspace
  const ofSum: Target = { accumulators: sums, touched, scorePosting }
  const ofMaxima: Target = { accumulators: maxima, touched: touchedByClause, scorePosting }
  const window: Window = { start: 0, sums, touched }

  /** Adds one clause's contribution to a window. */
  function addScorer({ terms }: ClauseScorer, number: number): void {
    const [first] = terms
    if (first !== undefined && terms.length === 1) {
      if (u16At(first.windowMax, number) > 0) addTerm(first, number * WINDOW, ofSum)
      return
    }
    for (const term of terms) if (u16At(term.windowMax, number) > 0) raiseTerm(term, number * WINDOW, ofMaxima)
    for (let i = 0; i < touchedByClause.length; i += 1) {
      const slots = u32At(touchedByClause, i)
      touched[i] = u32At(touched, i) | slots
      for (let bits = slots; bits !== 0; bits &= bits - 1) {
        const start = ACCUMULATORS * lowestSlot(i, bits)
        for (let at = start; at < start + ACCUMULATORS; at += 1) {
          addAt(sums, at, f64At(maxima, at))
          maxima[at] = 0
        }
      }
      touchedByClause[i] = 0
    }
  }

  return function scanWindow(number, scorers, count) {
    clear(sums, touched)
    window.start = number * WINDOW
    for (let i = 0; i < count; i += 1) addScorer(scorers[i]!, number)
    return window
  }
}

/** The accumulators that contributions go to. */
interface Target {
  readonly accumulators: Accumulators
  readonly touched: SlotSet
  readonly scorePosting: ScorePosting
}

/** Adds the postings of a clause with one alternative. */
function addTerm({ cursor, weight, coverage }: TermScorer, start: number, target: Target): void {
  const { accumulators, touched, scorePosting } = target
  const end = start + WINDOW
  const { chunks, counts } = cursor
  if (!seek(cursor, start)) return
  do {
    let at = cursor.at
    for (; at < cursor.size; at += 1) {
      const chunk = u32At(chunks, at)
      if (chunk >= end) break
      const slot = chunk - start
      const packed = u16At(counts, at)
      const to = ACCUMULATORS * slot
      touched[slot >>> 5] = u32At(touched, slot >>> 5) | (1 << (slot & 31))
      addAt(accumulators, to + SCORE, weight * scorePosting(packed, chunk))
      addAt(accumulators, to + COVERAGE, coverage)
      if ((packed & HEADING_MASK) !== 0) addAt(accumulators, to + HEADING, coverage)
      if ((packed & TITLE_MASK) !== 0) addAt(accumulators, to + TITLE, coverage)
    }
    cursor.at = at
  } while (cursor.at === cursor.size && nextBlock(cursor))
}

/**
 * Keeps an alternative's contributions that are the highest so far. It is a loop of its own, since a loop for both
 * cases would have to test for each posting which case it is.
 */
function raiseTerm({ cursor, weight, coverage }: TermScorer, start: number, target: Target): void {
  const { accumulators, touched, scorePosting } = target
  const end = start + WINDOW
  const { chunks, counts } = cursor
  if (!seek(cursor, start)) return
  do {
    let at = cursor.at
    for (; at < cursor.size; at += 1) {
      const chunk = u32At(chunks, at)
      if (chunk >= end) break
      const slot = chunk - start
      const packed = u16At(counts, at)
      const to = ACCUMULATORS * slot
      touched[slot >>> 5] = u32At(touched, slot >>> 5) | (1 << (slot & 31))
      raiseAt(accumulators, to + SCORE, weight * scorePosting(packed, chunk))
      raiseAt(accumulators, to + COVERAGE, coverage)
      if ((packed & HEADING_MASK) !== 0) raiseAt(accumulators, to + HEADING, coverage)
      if ((packed & TITLE_MASK) !== 0) raiseAt(accumulators, to + TITLE, coverage)
    }
    cursor.at = at
  } while (cursor.at === cursor.size && nextBlock(cursor))
}

function raiseAt(accumulators: Accumulators, at: number, value: number): void {
  if (value > f64At(accumulators, at)) accumulators[at] = value
}

function clear(accumulators: Accumulators, touched: SlotSet): void {
  for (let i = 0; i < touched.length; i += 1) {
    for (let bits = u32At(touched, i); bits !== 0; bits &= bits - 1) {
      const start = ACCUMULATORS * lowestSlot(i, bits)
      for (let at = start; at < start + ACCUMULATORS; at += 1) accumulators[at] = 0
    }
    touched[i] = 0
  }
}
