/**
 * Clause scorers -> their contribution to each chunk of a window of ordinals: each adds to small accumulators, so that
 * the scratch space is the same for any size of index.
 */
import { f64At, u16At, u32At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import { nextBlock, seek } from '../index/posting-list.ts'
import { WINDOW } from '../index/range-max.ts'
import type { ScorePosting } from '../index/score.ts'
import {
  ACCUMULATORS, type Accumulators, type ClauseScorer, COVERAGE, HEADING, SCORE, type TermScorer, TITLE, addAt,
} from './clause-scorer.ts'

/** A set of slots of a window (ordinals less its start): a bit for each, 32 in a number. */
type SlotSet = Uint32Array

/** The lowest slot of a number of a set; `bits & (bits - 1)` are the others. */
export function lowestSlot(number: number, bits: number): number {
  return 32 * number + 31 - Math.clz32(bits & -bits)
}

/** Contributions to the chunks from ordinal `start` on. */
export interface Window {
  start: number
  /** The accumulators of slot s are from `ACCUMULATORS * s` on. */
  readonly sums: Accumulators
  /** Slots of the chunks that any of the clauses is in. */
  readonly touched: SlotSet
}

/**
 * A function that scans the window of a number with the first `count` scorers into these accumulators. It gives the
 * same window each time, filled again. Windows must ascend from call to call.
 */
export function createScan(scorePosting: ScorePosting, sums: Accumulators) {
  const touched = new Uint32Array(WINDOW / 32)
  /** Maxima over the alternatives of the current clause, and the slots they touched; empty between clauses. */
  const [maxima, touchedByClause] = [new Float64Array(ACCUMULATORS * WINDOW), new Uint32Array(WINDOW / 32)]
  const window: Window = { start: 0, sums, touched }

  /** Keeps an alternative's contributions that are the highest so far. */
  function raiseTerm({ cursor, weight, coverage }: TermScorer, start: number): void {
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
        touchedByClause[slot >>> 5] = u32At(touchedByClause, slot >>> 5) | (1 << (slot & 31))
        raiseAt(maxima, to + SCORE, weight * scorePosting(packed, chunk))
        raiseAt(maxima, to + COVERAGE, coverage)
        if ((packed & HEADING_MASK) !== 0) raiseAt(maxima, to + HEADING, coverage)
        if ((packed & TITLE_MASK) !== 0) raiseAt(maxima, to + TITLE, coverage)
      }
      cursor.at = at
    } while (cursor.at === cursor.size && nextBlock(cursor))
  }

  /** Adds one clause's contribution to a window. */
  function addScorer({ terms }: ClauseScorer, number: number): void {
    for (const term of terms) if (u16At(term.windowMax, number) > 0) raiseTerm(term, number * WINDOW)
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

  return function scanWindow(number: number, scorers: readonly ClauseScorer[], count: number): Window {
    clear(sums, touched)
    window.start = number * WINDOW
    for (let i = 0; i < count; i += 1) addScorer(scorers[i]!, number)
    return window
  }
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
