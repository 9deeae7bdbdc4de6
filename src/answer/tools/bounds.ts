/**
 * What one answer may take: requests, calls, text and time. Characters are
 * UTF-16 units, times milliseconds.
 */

/** Bounds of one answer; each at least 1. */
export interface LoopBounds {
  /** Code points of a question. */
  readonly maxQuestionCodePoints: number
  /** Requests to the model, the closing one included. */
  readonly maxSteps: number
  /** Tool calls in all, refused ones too. */
  readonly maxCalls: number
  /** Tool calls of one step. */
  readonly maxCallsPerStep: number
  /** Tokens of all that tools show, a token taken as four characters. */
  readonly maxToolTokens: number
  /** Characters of one tool result. */
  readonly maxResultLength: number
  /** For the whole answer, from the first event on. */
  readonly timeoutMs: number
  /** Tokens of one reply of the model, thinking included. */
  readonly maxOutputTokens: number
  /** Characters of the answer, where a model ignores the limit before. */
  readonly maxAnswerLength: number
  /** Characters without the `ANSWER:` mark and without a call that count as the answer's beginning. */
  readonly holdLength: number
  /** Time after a step's first words that counts as much. */
  readonly holdMs: number
}

/** What holds where no option says otherwise. */
export const DEFAULT_BOUNDS: LoopBounds = {
  maxQuestionCodePoints: 1_000,
  maxSteps: 6,
  maxCalls: 10,
  maxCallsPerStep: 4,
  maxToolTokens: 24_000,
  maxResultLength: 6_000,
  timeoutMs: 120_000,
  maxOutputTokens: 4_096,
  maxAnswerLength: 32_000,
  holdLength: 240,
  holdMs: 1_500,
}
