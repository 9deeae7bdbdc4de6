/** What happens in an answer -> its report. */
import type { ErrorCode } from '../base/errors.ts'
import { type Finish, type Model, NO_USAGE } from '../llm/model.ts'
import { addUsage } from '../llm/protocols/usage.ts'
import type { AnswerReport, Outcome, ReportedCall, Support } from './answerer.ts'
import type { GroundingReport } from './ground/ground.ts'
import { countUnsupported } from './ground/literals.ts'
import type { Passages } from './tools/passages.ts'
import type { TurnEnd } from './model-text/turn.ts'
import type { Writer } from './model-text/answer-writer.ts'

/** Counts along the way. An answer is cancelled until it has ended otherwise. */
export interface Tally {
  readonly countStep: () => void
  readonly countTurn: (end: TurnEnd) => void
  /** The answer is done, or has failed with a code. */
  readonly end: (outcome: Outcome, error: ErrorCode | null) => void
  readonly report: (answer: Reported) => AnswerReport
}

/** What a report tells of besides. */
export interface Reported {
  readonly question: string
  readonly model: Model
  readonly passages: Passages
  readonly writer: Writer
  /** When it began, and now, in milliseconds of one clock. */
  readonly startedAt: number
  readonly endedAt: number
}

/** Counts one answer. */
export function createTally(): Tally {
  const calls: ReportedCall[] = []
  let usage = NO_USAGE
  let steps = 0
  let finish: Finish | null = null
  let outcome: Outcome = 'cancelled'
  let error: ErrorCode | null = 'cancelled'

  function report({ question, model, passages, writer, startedAt, endedAt }: Reported): AnswerReport {
    const answer = writer.answer()
    const firstTokenAt = writer.firstTokenAt()
    return {
      question,
      answer,
      outcome,
      support: supportOf(writer.report()),
      error,
      model: model.name,
      provider: model.provider,
      baseUrl: model.baseUrl,
      steps,
      calls,
      sources: firstTokenAt === null ? 0 : passages.count(),
      unsupportedLiterals: countUnsupported(answer, passages.texts()),
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
    end: (how, code) => {
      outcome = how
      error = code
    },
    report,
  }
}

/** How well an answer rests on its sources. */
export function supportOf({ citations, sentences, citedSentences }: GroundingReport): Support {
  if (citations === 0) return 'ungrounded'
  return citedSentences * 2 < sentences ? 'weak' : 'grounded'
}
