/**
 * The bounds of one answer: requests, calls, text and time. Lengths are in
 * UTF-16 units, times in milliseconds.
 */
import type { ToolBounds } from './tools/toolbox.ts'

/** Bounds of one answer; each at least 1. */
export interface AnswerBounds extends ToolBounds {
  /** Code points of a question. */
  readonly maxQuestionCodePoints: number
  /** Requests to the model, the last one included, which can only answer. */
  readonly maxSteps: number
  /** For the whole answer, from the first event on. */
  readonly timeoutMs: number
  /** Tokens of one reply of the model, thinking included. */
  readonly maxOutputTokens: number
  /** Length of the answer, for models that ignore the limit of tokens. */
  readonly maxAnswerLength: number
}

/** The bounds if no option sets another. */
export const DEFAULT_BOUNDS: AnswerBounds = {
  maxQuestionCodePoints: 1_000,
  maxSteps: 6,
  maxCalls: 10,
  maxCallsPerStep: 4,
  maxToolTokens: 24_000,
  maxResultLength: 6_000,
  timeoutMs: 120_000,
  maxOutputTokens: 4_096,
  maxAnswerLength: 32_000,
}
