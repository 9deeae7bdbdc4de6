/** The steps and turns of an answer -> its report. */
import type { ErrorCode } from '../base/errors.ts'
import { type Finish, type Model, NO_USAGE } from '../llm/model.ts'
import { addUsage } from '../llm/protocols/usage.ts'
import type { AnswerReport, AnswerResult, Outcome, ReportedCall } from './answerer.ts'
import type { AnswerWriter } from './model-text/answer-writer.ts'
import type { TurnEnd } from './model-text/turn.ts'
import { summarize } from './result.ts'
import type { Passages } from './tools/passages.ts'

/** The counts of one answer. It counts as cancelled until it is complete or has failed. */
export interface AnswerMetrics {
  readonly countStep: () => void
  readonly countTurn: (end: TurnEnd) => void
  /** Takes the result of an answer that came to its end. */
  readonly complete: (result: AnswerResult) => void
  /** Takes the code of the failure of an answer that did not. */
  readonly fail: (code: ErrorCode) => void
  readonly report: (answer: ReportInput) => AnswerReport
}

/** The parts of a report that are not counted here. */
export interface ReportInput {
  readonly question: string
  readonly model: Model
  readonly passages: Passages
  readonly writer: AnswerWriter
  /** Start and end in milliseconds of one clock. */
  readonly startedAt: number
  readonly endedAt: number
}

/** Metrics that have counted nothing. */
export function createMetrics(): AnswerMetrics {
  const calls: ReportedCall[] = []
  let usage = NO_USAGE
  let steps = 0
  let finish: Finish | null = null
  let result: AnswerResult | null = null
  let outcome: Outcome = 'cancelled'
  let error: ErrorCode | null = 'cancelled'

  function report({ question, model, passages, writer, startedAt, endedAt }: ReportInput): AnswerReport {
    const answer = writer.answer()
    const firstTokenAt = writer.firstTokenAt()
    return {
      question,
      answer,
      ...(result ?? summarize(writer, passages)),
      outcome,
      error,
      model: model.name,
      provider: model.provider,
      baseUrl: model.baseUrl,
      steps,
      calls,
      sources: firstTokenAt === null ? 0 : passages.count(),
      usage,
      finish,
      firstTokenMs: firstTokenAt === null ? null : firstTokenAt - startedAt,
      totalMs: endedAt - startedAt,
    }
  }

  return {
    countStep: () => {
      steps += 1
    },
    countTurn: (end) => {
      usage = addUsage(usage, end.usage)
      finish = end.finish
      calls.push(...end.calls.map(({ name, args }) => ({ name, args })))
    },
    complete: (all) => {
      result = all
      outcome = all.outcome
      error = null
    },
    fail: (code) => {
      outcome = code === 'cancelled' ? code : 'error'
      error = code
    },
    report,
  }
}
