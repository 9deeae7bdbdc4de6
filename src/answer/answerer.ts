/**
 * The answerer's interface: a question in, events and a report out. The report is
 * for budgets, traces and logs; readers see the events alone.
 */
import type { ErrorCode } from '../base/errors.ts'
import type { Finish, Usage } from '../llm/model.ts'
import type { Filter } from '../search/index/filter.ts'
import type { AnswerEvent } from './events/event.ts'

/** The way an answer ended. */
export type Outcome = 'answered' | 'not-covered' | 'refused' | 'error' | 'cancelled'

/** Citation level of an answer: `weak` has less than half of its sentences cited, `ungrounded` has no citation. */
export type Support = 'grounded' | 'weak' | 'ungrounded'

/** One call of a tool, for the trace. */
export interface ReportedCall {
  readonly name: string
  /** Arguments as the model wrote them, null where they were no JSON object. */
  readonly args: Readonly<Record<string, unknown>> | null
}

/** The result of an answer that came to its end: known with its last token, before its last event. */
export interface AnswerResult {
  readonly outcome: Exclude<Outcome, 'error' | 'cancelled'>
  readonly support: Support
  /** Addresses of the sections that the answer cites, in the order of their first citation. */
  readonly cited: readonly string[]
  /** Addresses of the sections whose text the model was shown, in the order in which they were opened. */
  readonly opened: readonly string[]
  /** Literals and flags of the answer that occur in no section shown, each once. */
  readonly invented: readonly string[]
}

/** The record of one answer that has ended. Times are in milliseconds from the question on. */
export interface AnswerReport {
  readonly question: string
  /** Markdown as it was sent; empty where no token was sent. */
  readonly answer: string
  readonly outcome: Outcome
  readonly support: Support
  /** Code of the failure, null for an answer that did not fail. */
  readonly error: ErrorCode | null
  readonly model: string
  readonly provider: string
  readonly baseUrl: string
  /** Requests to the model. */
  readonly steps: number
  readonly calls: readonly ReportedCall[]
  /** Sections shown as sources. */
  readonly sources: number
  /** Addresses of the sections that the answer cites, in the order of their first citation. */
  readonly cited: readonly string[]
  /** Addresses of the sections whose text the model was shown, in the order in which they were opened. */
  readonly opened: readonly string[]
  /** Literals and flags of the answer that occur in no section shown, each once. */
  readonly invented: readonly string[]
  /** Sums over all steps. */
  readonly usage: Usage
  /** Finish reason of the last turn, null where no turn ended. */
  readonly finish: Finish | null
  /** Null where no token was sent. */
  readonly firstTokenMs: number | null
  readonly totalMs: number
}

/** Options of one answer. */
export interface AnswerOptions {
  /** Ends the answer and all of its requests. Default: a signal that never aborts. */
  readonly signal?: AbortSignal
  /** Language, version and group of the sections that the answer may rest on, exactly. Default: any. */
  readonly filter?: Filter
  /** Called exactly once, after the last event, for cancelled and failed answers too. Must not throw. */
  readonly onReport?: (report: AnswerReport) => void
}

/**
 * A function that answers a question. Nothing happens before the first event is
 * asked for; the iterator must be taken to its end or returned, which ends the
 * model's work. It never rejects: a failure is its last event.
 */
export type Answerer = (question: string, options?: AnswerOptions) => AsyncIterable<AnswerEvent>
