/**
 * What answers a question, and what is told of it afterwards. The report is for
 * budgets, traces and logs; readers see the events alone.
 */
import type { ErrorCode } from '../base/errors.ts'
import type { Finish, Usage } from '../llm/model.ts'
import type { AnswerEvent } from './events/event.ts'

/** How an answer ended. */
export type Outcome = 'answered' | 'not-covered' | 'refused' | 'error' | 'cancelled'

/** How well an answer rests on its sources: `weak` is less than half of its sentences cited, `ungrounded` is none. */
export type Support = 'grounded' | 'weak' | 'ungrounded'

/** One call of a tool, for the trace. */
export interface ReportedCall {
  readonly name: string
  /** As the model wrote them, null where they were no JSON object. */
  readonly args: Readonly<Record<string, unknown>> | null
}

/** One answer, after it. Times are in milliseconds from the question on. */
export interface AnswerReport {
  readonly question: string
  /** Markdown as it was sent; empty where it never came to that. */
  readonly answer: string
  readonly outcome: Outcome
  readonly support: Support
  /** Code of the failure, null where there was none. */
  readonly error: ErrorCode | null
  readonly model: string
  readonly provider: string
  readonly baseUrl: string
  /** Requests to the model. */
  readonly steps: number
  readonly calls: readonly ReportedCall[]
  /** Sections shown as sources. */
  readonly sources: number
  /** Literals and flags of the answer that occur in no opened section. */
  readonly unsupportedLiterals: number
  /** Sums over all steps. */
  readonly usage: Usage
  /** Why the last turn ended, null where it never did. */
  readonly finish: Finish | null
  /** Null where no token was sent. */
  readonly firstTokenMs: number | null
  readonly totalMs: number
}

/** What an answer is given along the way. */
export interface AnswerContext {
  /** Ends the answer and all that it asked for. */
  readonly signal: AbortSignal
  /** Called exactly once, after the last event, for cancelled and failed answers too. Must not throw. */
  readonly onReport: (report: AnswerReport) => void
}

/**
 * Answers a question. Nothing happens before the first event is asked for; the
 * iterator is taken to its end or returned, which ends the model's work. It
 * never rejects: a failure is its last event.
 */
export type Answerer = (question: string, context: AnswerContext) => AsyncIterable<AnswerEvent>
