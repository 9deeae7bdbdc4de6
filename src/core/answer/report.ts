/** An answer that has ended -> its result, a notice if readers should check it, and its report. */
import { answerOf } from './answer-writer.ts'
import type { AnswerReport, AnswerResult } from './answerer.ts'
import type { Support } from './events/event.ts'
import { inventedNames, unsupportedLiterals } from './ground/code.ts'
import type { GroundingReport } from './ground/ground.ts'
import { costOf } from './meter.ts'
import type { Run } from './run.ts'

/** Made-up names that a notice lists. */
const MAX_LISTED = 5

/** The result of the answer as it was sent up to now, except its outcome. */
export function summarize({ writer, question }: Run): Omit<AnswerResult, 'outcome'> {
  const { passages } = writer
  const [grounding, answer] = [writer.grounding.report(), answerOf(writer)]
  const support = supportOf(grounding)
  const { all: names } = inventedNames(answer, question, passages.texts())
  return {
    support: support === 'grounded' && names.length > 0 ? 'weak' : support,
    cited: grounding.cited.flatMap((number) => passages.linkOf(number) ?? []),
    opened: passages.openedUrls(),
    invented: unsupportedLiterals(answer, passages.texts()),
  }
}

/** The citation level of an answer. */
function supportOf({ citations, sentences, citedSentences }: GroundingReport): Support {
  if (citations === 0) return 'ungrounded'
  return citedSentences * 2 < sentences ? 'weak' : 'grounded'
}

/** The notice after an answer that readers should check, in Markdown; null if none is due. */
export function noticeOf({ writer, question, wording }: Run): string | null {
  if (supportOf(writer.grounding.report()) === 'ungrounded') return wording.ungrounded
  const { essential } = inventedNames(answerOf(writer), question, writer.passages.texts())
  if (essential.length === 0) return null
  return `${wording.invented} ${essential.slice(0, MAX_LISTED).map((name) => `\`${name}\``).join(', ')}`
}

/** The report of an answer that ended at a time in milliseconds. */
export function reportOf(run: Run, endedAt: number): AnswerReport {
  const { id, question, writer, calls, steps, finish, result, outcome, error, startedAt } = run
  const { model } = run.deps
  const { firstTokenAt, passages } = writer
  const cost = costOf(run.meter)
  return {
    id,
    question,
    answer: answerOf(writer),
    ...(result ?? summarize(run)),
    outcome,
    error,
    model: model.name,
    provider: model.provider,
    baseUrl: model.baseUrl,
    steps,
    calls,
    sources: firstTokenAt === null ? 0 : passages.count(),
    usage: cost.usage,
    cost: cost.tokens,
    isEstimated: cost.isEstimated,
    isReplayed: false,
    finish,
    firstTokenMs: firstTokenAt === null ? null : firstTokenAt - startedAt,
    totalMs: endedAt - startedAt,
  }
}
