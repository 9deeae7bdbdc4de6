/** The lines of a question log: one JSON object each, of a version that a report checks. */
import type { Outcome } from '../answer/answerer.ts'
import type { Support } from '../answer/events/event.ts'
import type { Verdict } from './feedback.ts'

/** Version of the format. */
export const LINE_VERSION = 1

/** A completed search: the last query before a pause or a click. */
export interface SearchLine {
  readonly type: 'search'
  /** Time in UTC, ISO 8601. */
  readonly at: string
  /** Random id of the page view; absent for clients that send none. */
  readonly view?: string
  readonly query: string
  /** Number of results, at most 20. */
  readonly results: number
  /** Ids of the best results. */
  readonly top: readonly string[]
  /** The first result that was clicked; absent without a click. */
  readonly click?: ClickedResult
}

/** A result that was clicked. */
export interface ClickedResult {
  /** Position from 1 on. */
  readonly rank: number
  /** Id of its section; absent if the search is no longer in memory. */
  readonly id?: string
}

/** An answer that has ended. */
export interface AnswerLine {
  readonly type: 'answer'
  readonly at: string
  readonly view?: string
  readonly id: string
  readonly query: string
  readonly outcome: Outcome
  readonly support: Support
  /** Addresses of cited sections. */
  readonly cited: readonly string[]
  /** Addresses of sections that the model has read. */
  readonly opened: readonly string[]
}

/** A click that came after the line of its search was written. */
export interface ClickLine extends ClickedResult {
  readonly type: 'click'
  readonly at: string
  readonly view: string
  readonly query: string
}

/** A verdict on an answer. */
export interface VerdictLine extends Verdict {
  readonly at: string
}

/** Any line. */
export type LogLine = SearchLine | AnswerLine | ClickLine | VerdictLine

/** The text of a line, without a line break. */
export function formatLine(line: LogLine): string {
  return JSON.stringify({ v: LINE_VERSION, ...line })
}
