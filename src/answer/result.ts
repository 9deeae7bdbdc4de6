/** The text and the sections of an answer -> what its result says of them. */
import type { AnswerResult, Support } from './answerer.ts'
import type { GroundingReport } from './ground/ground.ts'
import { unsupportedLiterals } from './ground/literals.ts'
import type { AnswerWriter } from './model-text/answer-writer.ts'
import type { Passages } from './tools/passages.ts'

/** The result of the answer as it was sent up to now, but for its outcome. */
export function summarize(writer: AnswerWriter, passages: Passages): Omit<AnswerResult, 'outcome'> {
  const grounding = writer.report()
  return {
    support: supportOf(grounding),
    cited: grounding.cited.flatMap((number) => passages.linkOf(number) ?? []),
    opened: passages.openedUrls(),
    invented: unsupportedLiterals(writer.answer(), passages.texts()),
  }
}

/** The citation level of an answer. */
export function supportOf({ citations, sentences, citedSentences }: GroundingReport): Support {
  if (citations === 0) return 'ungrounded'
  return citedSentences * 2 < sentences ? 'weak' : 'grounded'
}
