/**
 * The answerer's interface: a question in, events and a report out, within bounds. The report is for budgets, traces
 * and logs; readers see only the events.
 */
import type { ErrorCode } from '../base/errors.ts'
import type { Finish, Usage } from '../llm/model.ts'
import type { Filter } from '../search/index/filter.ts'
import type { AnswerEvent, AnswerOutcome, EndOutcome, Support } from './event.ts'
import type { HistoryTurn } from './conversation.ts'
import type { ToolBounds } from './tools/toolbox.ts'

/** The way an answer ended. */
export type Outcome = EndOutcome | 'error' | 'cancelled'

/** One call of a tool, for the trace. */
export interface ReportedCall {
  readonly name: string
  /** Arguments as the model wrote them, null if they were not a JSON object. */
  readonly args: Readonly<Record<string, unknown>> | null
}

/** The result of a complete answer: available after its last token, before its last event. */
export interface AnswerResult extends Pick<AnswerOutcome, 'outcome' | 'support' | 'cited' | 'opened'> {
  /** What the answer states and the sections that it cites do not have, each once. */
  readonly invented: readonly string[]
}

/** The record of one answer that has ended. Times are in milliseconds from the question on. */
export interface AnswerReport extends Pick<AnswerResult, 'cited' | 'opened' | 'invented'> {
  /** Id of the answer, as its `outcome` event has it. */
  readonly id: string
  readonly question: string
  /** Markdown as it was sent; empty if no token was sent. */
  readonly answer: string
  readonly outcome: Outcome
  readonly support: Support
  /** Code of the failure, null for an answer that did not fail. */
  readonly error: ErrorCode | null
  readonly model: string
  readonly provider: string
  readonly baseUrl: string
  readonly steps: number
  readonly calls: readonly ReportedCall[]
  readonly sources: number
  /** Sums over all steps: the provider's counts, or without plausible counts, bytes of UTF-8 divided by 3. */
  readonly usage: Usage
  /** Tokens that count for a budget: input and output, never much less than the bytes suggest. */
  readonly cost: number
  /** True if a part of the usage was counted in bytes. */
  readonly isEstimated: boolean
  /** True for an answer from memory, which cost nothing. */
  readonly isReplayed: boolean
  /** Finish reason of the last turn, null if no turn ended. */
  readonly finish: Finish | null
  /** Null if no token was sent. */
  readonly firstTokenMs: number | null
  readonly totalMs: number
}

/** Options of one answer. */
export interface AnswerOptions {
  /** Ends the answer and all of its requests. Default: a signal that never aborts. */
  readonly signal?: AbortSignal
  /** Earlier turns of the conversation, oldest first: context for the model, never a source. Default: none. */
  readonly history?: readonly HistoryTurn[]
  /** Language, version and group of the sections that the answer may use, exactly. Default: any. */
  readonly filter?: Filter
  /** Id or path of the page that the reader has before them; null for none, the default. */
  readonly page?: string | null
  /** Called exactly once, after the last event, for cancelled and failed answers too. Must not throw. */
  readonly onReport?: (report: AnswerReport) => void
  /**
   * Called before each request with the tokens that the answer can have cost after it at most, and an estimate of a
   * last request after that. If it returns false, no more tools are called; if even the closing request is refused, the
   * answer fails. Default: any cost.
   */
  readonly mayCost?: (tokens: number) => boolean
}

/**
 * A function that answers a question. Nothing happens before the first event is asked for; the iterator must be taken
 * to its end or returned, which ends the model's work. It never rejects: a failure is its last event.
 */
export type Answerer = (question: string, options?: AnswerOptions) => AsyncIterable<AnswerEvent>

/** Bounds of one answer: requests, calls, text and time; each at least 1. */
export interface AnswerBounds extends ToolBounds {
  /** Requests to the model, the last one included, which can only answer. */
  readonly maxSteps: number
  /** Milliseconds for the whole answer, from the first event on. */
  readonly timeoutMs: number
  /** Tokens of one reply of the model, thinking included. */
  readonly maxOutputTokens: number
  /** UTF-16 units of the answer, for models that ignore the limit of tokens. */
  readonly maxAnswerLength: number
}

/** The rule for the address where readers can ask what the docs don't cover. */
export const CONTACT_RULE = 'must be a web or mail address: https://…, mailto:… or help@example.com'
/** UTF-16 units of such an address. */
const MAX_CONTACT_LENGTH = 300
const MAIL = /^[^\s@:/]+@[^\s@:/]+$/

/** Code points of what a site's owner wants answers to heed. */
export const MAX_INSTRUCTIONS = 1_000

/** Longest question, and longest query of a search, in code points. */
export const MAX_QUERY_CODE_POINTS = 1_000

/** The bounds if no option sets another. */
export const DEFAULT_BOUNDS: AnswerBounds = {
  maxSteps: 6,
  maxCalls: 10,
  maxCallsPerStep: 4,
  maxToolTokens: 24_000,
  maxResultLength: 6_000,
  timeoutMs: 120_000,
  maxOutputTokens: 4_096,
  maxAnswerLength: 32_000,
}

/** The address with its scheme; null for anything but a web or mail address. */
export function contactAddress(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_CONTACT_LENGTH) return null
  const address = MAIL.test(given) ? `mailto:${given}` : given
  return URL.canParse(address) && /^(?:https?|mailto):/i.test(address) ? new URL(address).href : null
}
